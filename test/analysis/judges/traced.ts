import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { end } from './conversation.ts';
import { bashPath, startFenced } from './fence.ts';
import type { Laboratory } from './laboratory.ts';
import { closePlaces, openPlaces, type Places, prepare, writtenSince } from './places.ts';
import { readTrace } from './trace.ts';

/** The programs of a script, each with the one that is run under its name. */
const programs = {
  bash: bashPath,
  ...Object.fromEntries(
    ['cat', 'env', 'find', 'nice', 'sh', 'timeout', 'xargs'].map((name) => [name, `/usr/bin/${name}`]),
  ),
  ...Object.fromEntries(['ok1', 'ok2', 'st1', 'st2', 'f', 'g'].map((name) => [name, '/usr/bin/true'])),
  ko1: '/usr/bin/false',
};

const traced = 'trace=execve,execveat,chdir,openat,clone,clone3,fork,vfork';

const patienceMs = 10_000;

/**
 * A laboratory that takes nobody's word for it: the kernel says what is executed, in which directory, and which files are
 * opened for writing. It is much slower than the one in which programs note that they were run.
 */
export function openTracedLaboratory(strace: string): Laboratory {
  const places = openPlaces();
  for (const [name, path] of Object.entries(programs)) symlinkSync(path, join(places.bin, name));
  return {
    ...places,
    observe: async (script) => {
      const before = prepare(places);
      const { timedOut, stderr } = await run(strace, places, script);
      const trace = readTrace(readFileSync(places.log, 'utf8'), places.directory);
      const opened = trace.written.filter((path) => path.startsWith(places.inside));
      return {
        executions: trace.executions.slice(1),
        written: [...new Set([...opened, ...writtenSince(before, places)])],
        stderr,
        timedOut,
      };
    },
    close: () => closePlaces(places),
  };
}

const limits =
  'ulimit -t 5 -f 2048 -u 2000 -c 0; cd "$1" && cd . && shift && exec "$@" </dev/null >/dev/null';

/** Runs a script under `strace`, and ends all of it if it takes too long. */
function run(strace: string, { directory, home, log, bin }: Places, script: string) {
  const shell = [bashPath, '--norc', '--noprofile', '-c', '--', script];
  const words = [strace, '-f', '-qq', '-e', traced, '-e', 'signal=none', '-s', '65535', '-xx', '-o', log];
  const child = startFenced(
    [bashPath, '--norc', '--noprofile', '-c', limits, 'limits', directory, ...words, ...shell],
    { PATH: bin, HOME: home, LC_ALL: 'C.UTF-8', FUNCNEST: '5' },
  );
  return new Promise<{ readonly timedOut: boolean; readonly stderr: string }>((resolve, reject) => {
    let stderr = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      end(child);
    }, patienceMs);
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      resolve({ timedOut, stderr });
    });
  });
}
