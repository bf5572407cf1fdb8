import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ask, end } from './conversation.ts';
import type { Execution } from './matching.ts';

/** The bash that judges. */
export const bashPath = ['/usr/bin/bash', '/bin/bash', '/usr/local/bin/bash'].find(existsSync) ?? 'bash';

/** What bash did with a script. */
export interface Observation {
  readonly executions: readonly Execution[];
  /** Files that are there afterwards and were not before, or have another content now, as absolute paths. */
  readonly written: readonly string[];
  readonly stderr: string;
  readonly timedOut: boolean;
}

/**
 * A bash in a directory of its own, in which nothing can be run but programs that note that they were. It observes one
 * script at a time.
 *
 * Scripts are harmless by construction; the fences are for mistakes in that. There is no way to the programs of the machine
 * by `PATH`, root gives up its rights, time, memory, processes and the size of files are limited, and where the kernel lets
 * anyone have namespaces, there is neither a network nor another process.
 */
export interface Laboratory {
  readonly directory: string;
  readonly home: string;
  readonly observe: (script: string) => Promise<Observation>;
  readonly close: () => void;
}

/**
 * Bash asks this function for every program that it does not find, in the process that would have run it. It notes the
 * directory and the words. Names that begin with `ko` fail.
 */
const handler = `() { printf '%s\\0' "$PWD" "$#" "$@" >> "$LABORATORY_LOG"; case $1 in ko*) return 1;; esac; return 0; }`;

/** The same as a program, for those that are started by others than bash. */
function recorder(log: string, then: string): string {
  return `#!/bin/sh\nprintf '%s\\0' "$PWD" "$(($# + 1))" "\${0##*/}" "$@" >> '${log}'\n${then}\n`;
}

/** Programs that scripts start through `env`, `xargs` and the like. */
const stubs = ['st1', 'st2'];

/** Programs that are really run, because of what they run themselves or write. */
const realPrograms = ['bash', 'cat', 'env', 'find', 'nice', 'sh', 'timeout', 'xargs'];

/**
 * Runs one script after the other, each in a shell of its own, and says what each wrote to its standard error. What a script
 * leaves behind in the background is waited for: it holds a descriptor open that no script closes.
 */
const driver = `
ulimit -t 2 -f 2048 -u 2000 -v 1000000 -c 0
while IFS= read -r -d '' script; do
  err=$(cd "$1" && cd . && exec "$2" --norc --noprofile -c -- "$script" 250>&1 2>&1 >/dev/null </dev/null)
  printf '%s\\0' "$err"
done`;

/** How deep the working directory is, so that no number of \`cd ..\` in a script leads out of the laboratory. */
const depth = 24;

/** Where files are in memory, if there is such a place: it is several times as fast. */
function parentDirectory(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    // There is none, or it is closed: any place will do.
    return realpathSync(tmpdir());
  }
}

export function openLaboratory(): Laboratory {
  const roots = [parentDirectory(), realpathSync(tmpdir())].map((path) =>
    mkdtempSync(join(path, 'handrail-')),
  );
  const [fast = '', ordinary = ''] = roots;
  const places = placesIn(fast, join(ordinary, 'bin'));
  install(places);
  let shell: ChildProcessWithoutNullStreams | null = null;
  return {
    ...places,
    observe: async (script) => {
      const before = prepare(places);
      shell ??= start(places);
      const answer = await ask(shell, script);
      if (answer === null) shell = null;
      return {
        executions: readExecutions(readFileSync(places.log, 'utf8')),
        written: [...contentsIn(places)].flatMap(([path, text]) => (before.get(path) === text ? [] : [path])),
        stderr: answer ?? '',
        timedOut: answer === null,
      };
    },
    close: () => {
      if (shell !== null) end(shell);
      for (const path of roots) rmSync(path, { recursive: true, force: true });
    },
  };
}

interface Places {
  readonly inside: string;
  readonly directory: string;
  readonly home: string;
  readonly log: string;
  readonly bin: string;
}

/** Programs are elsewhere, as nothing can be executed in memory on some machines. */
function placesIn(root: string, bin: string): Places {
  const inside = join(root, 'inside');
  const below = join(inside, ...Array.from({ length: depth }, () => 'u'));
  return {
    inside,
    directory: join(below, 'work'),
    home: join(below, 'home'),
    log: join(root, 'log'),
    bin,
  };
}

function install({ inside, directory, log, bin }: Places): void {
  mkdirSync(bin);
  for (const name of stubs) writeFileSync(join(bin, name), recorder(log, 'exit 0'));
  for (const name of realPrograms) {
    const path = name === 'bash' ? bashPath : `/usr/bin/${name}`;
    writeFileSync(join(bin, name), recorder(log, `exec ${path} "$@"`));
  }
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  writeFileSync(log, '');
  for (const path of [dirname(inside), dirname(bin)]) chmodSync(path, 0o755);
  mkdirSync(dirname(directory), { recursive: true });
  for (let path = dirname(directory); path !== dirname(inside); path = dirname(path)) giveAway(path);
  giveAway(log);
}

/** Someone without any rights. */
const nobody = 65_534;

const isRoot = process.getuid?.() === 0;

function giveAway(path: string): void {
  if (isRoot) chownSync(path, nobody, nobody);
}

/** Makes the directories as they are before every script, and says what there is. */
function prepare(places: Places): ReadonlyMap<string, string> {
  const { directory, home, log } = places;
  for (const path of filesIn(places)) rmSync(path, { recursive: true, force: true });
  const made: string[] = [];
  const add = (path: string) => {
    mkdirSync(path);
    made.push(path);
  };
  for (const path of ['.', 'd1', 'd1/d2']) add(join(directory, path));
  for (const path of ['.', 'd1']) add(join(home, path));
  for (const name of ['a.c', 'b.c']) {
    writeFileSync(join(directory, name), 'ok1 in a file\n');
    made.push(join(directory, name));
  }
  writeFileSync(log, '');
  for (const path of made) giveAway(path);
  return contentsIn(places);
}

/** The files that there are, each with what is in it. */
function contentsIn(places: Places): ReadonlyMap<string, string> {
  return new Map(
    filesIn(places).map((path) => [path, statSync(path).isFile() ? readFileSync(path, 'latin1') : '/']),
  );
}

/** All that is below the laboratory but the directories that lead down to where scripts run. */
function filesIn({ inside, directory }: Places): readonly string[] {
  const files: string[] = [];
  let path = inside;
  for (const name of relative(inside, dirname(directory)).split('/')) {
    files.push(
      ...readdirSync(path)
        .filter((other) => other !== name)
        .map((other) => join(path, other)),
    );
    path = join(path, name);
  }
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return [...files, ...below.map((name) => join(path, name))];
}

const unshare = ['/usr/bin/unshare', '/bin/unshare'].find(existsSync) ?? 'unshare';
const namespaces = ['--user', '--map-current-user', '--net', '--ipc', '--pid', '--fork', '--kill-child'];

/** Whether one who is nobody may have namespaces here. */
const hasNamespaces =
  spawnSync(unshare, [...namespaces, 'true'], isRoot ? { uid: nobody, gid: nobody } : {}).status === 0;

function start({ directory, home, log, bin }: Places): ChildProcessWithoutNullStreams {
  const [program = '', ...words] = [
    ...(hasNamespaces ? [unshare, ...namespaces] : []),
    ...[bashPath, '--norc', '--noprofile', '-c', driver, 'laboratory', directory, bashPath],
  ];
  return spawn(program, words, {
    cwd: '/',
    detached: true,
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    env: {
      PATH: bin,
      HOME: home,
      LC_ALL: 'C.UTF-8',
      FUNCNEST: '5',
      LABORATORY_LOG: log,
      'BASH_FUNC_command_not_found_handle%%': handler,
    },
  });
}

function readExecutions(text: string): readonly Execution[] {
  const fields = text.split('\0');
  const executions: Execution[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const count = Number(fields[at + 1]);
    executions.push({ cwd: fields[at] ?? '', argv: fields.slice(at + 2, at + 2 + count) });
    at += 2 + count;
  }
  return executions;
}
