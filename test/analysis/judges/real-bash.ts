import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Execution } from './matching.ts';

/** The bash that judges. */
export const bashPath = ['/usr/bin/bash', '/bin/bash', '/usr/local/bin/bash'].find(existsSync) ?? 'bash';

/** What bash did with a script. */
export interface Observation {
  readonly executions: readonly Execution[];
  /** Files that are there afterwards and were not before, as absolute paths. */
  readonly written: readonly string[];
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** A bash in a directory of its own, in which nothing can be run but programs that note that they were. */
export interface Laboratory {
  readonly directory: string;
  readonly home: string;
  readonly observe: (script: string) => Observation;
  readonly close: () => void;
}

/**
 * Bash asks this function for every program that it does not find, in the process that would have run it. It notes the
 * directory and the words. Names that begin with `ko` fail.
 */
const handler = `() { printf '%s\\0' "$PWD" "$#" "$@" >> "$LABORATORY_LOG"; case $1 in ko*) return 1;; esac; return 0; }`;

/** The same as a program, for those that are started by others than bash. */
const stub = `#!/bin/sh
{ printf '%s\\0' "$PWD" "$(($# + 1))" "\${0##*/}"; [ $# -eq 0 ] || printf '%s\\0' "$@"; } >> "$LABORATORY_LOG"
`;

/** Programs that scripts start through `env`, `xargs` and the like. */
export const stubs = ['st1', 'st2'] as const;

export function openLaboratory(): Laboratory {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'handrail-laboratory-'));
  const bin = join(root, 'bin');
  mkdirSync(bin);
  for (const name of stubs) {
    writeFileSync(join(bin, name), stub);
    chmodSync(join(bin, name), 0o755);
  }
  symlinkSync(bashPath, join(bin, 'bash'));
  for (const name of ['cat', 'env', 'nice', 'timeout', 'xargs'])
    symlinkSync(`/usr/bin/${name}`, join(bin, name));
  const directory = join(root, 'work');
  const home = join(root, 'home');
  const log = join(root, 'log');
  return {
    directory,
    home,
    observe: (script) => observe(script, { directory, home, log, bin }),
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

interface Places {
  readonly directory: string;
  readonly home: string;
  readonly log: string;
  readonly bin: string;
}

function observe(script: string, { directory, home, log, bin }: Places): Observation {
  for (const path of [directory, home]) rmSync(path, { recursive: true, force: true });
  mkdirSync(join(directory, 'd1', 'd2'), { recursive: true });
  mkdirSync(join(home, 'd1'), { recursive: true });
  writeFileSync(join(directory, 'a.c'), '');
  writeFileSync(join(directory, 'b.c'), '');
  writeFileSync(log, '');
  const before = new Set(filesIn(directory, home));
  const { stderr, signal } = spawnSync(bashPath, ['--norc', '--noprofile', '-c', script], {
    cwd: directory,
    timeout: 3000,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: bin,
      HOME: home,
      PWD: directory,
      LC_ALL: 'C.UTF-8',
      LABORATORY_LOG: log,
      'BASH_FUNC_command_not_found_handle%%': handler,
    },
  });
  return {
    executions: readExecutions(readFileSync(log, 'utf8')),
    written: filesIn(directory, home).filter((path) => !before.has(path)),
    stderr,
    timedOut: signal !== null,
  };
}

function filesIn(...roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)),
  );
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
