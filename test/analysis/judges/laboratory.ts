import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, end } from './conversation.ts';
import { bashPath, startFenced } from './fence.ts';
import type { Execution } from './matching.ts';
import { closePlaces, openPlaces, type Places, prepare, writtenSince } from './places.ts';

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
 * Nothing in it is one of the names that scripts give to functions of their own, and the directory is asked for anew, as
 * scripts set `PWD`.
 */
const handler = `() { builtin cd -P .; builtin printf '%s\\0' "$PWD" "$#" "$@" >> "$LABORATORY_LOG"; [[ $1 != ko* ]]; }`;

/** The same as a program, for those that are started by others than bash. */
function recorder(log: string, then: string): string {
  return `#!/bin/sh\nprintf '%s\\0' "$PWD" "$(($# + 1))" "\${0##*/}" "$@" >> '${log}'\n${then}\n`;
}

/** A bash that is started has the function too: what starts it may have lost it, as it is no variable to other shells. */
function bashRecorder(log: string): string {
  const define = `command_not_found_handle${handler}\nexport -f command_not_found_handle`;
  return recorder(log, `${define}\nexec ${bashPath} "$@"`).replace('#!/bin/sh', `#!${bashPath}`);
}

/** Programs that scripts start through `env`, `xargs` and the like. */
const stubs = ['st1', 'st2'];

/** Programs that are really run, because of what they run themselves or write. */
const realPrograms = ['cat', 'env', 'find', 'nice', 'sh', 'timeout', 'xargs'];

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

export function openLaboratory(): Laboratory {
  const places = openPlaces();
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
        written: writtenSince(before, places),
        stderr: answer ?? '',
        timedOut: answer === null,
      };
    },
    close: () => {
      if (shell !== null) end(shell);
      closePlaces(places);
    },
  };
}

function install({ log, bin }: Places): void {
  for (const name of stubs) writeFileSync(join(bin, name), recorder(log, 'exit 0'));
  for (const name of realPrograms) {
    writeFileSync(join(bin, name), recorder(log, `exec /usr/bin/${name} "$@"`));
  }
  writeFileSync(join(bin, 'bash'), bashRecorder(log));
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
}

function start({ directory, home, log, bin }: Places): ChildProcessWithoutNullStreams {
  const words = [bashPath, '--norc', '--noprofile', '-c', driver, 'laboratory', directory, bashPath];
  return startFenced(words, {
    PATH: bin,
    HOME: home,
    LC_ALL: 'C.UTF-8',
    FUNCNEST: '5',
    LABORATORY_LOG: log,
    'BASH_FUNC_command_not_found_handle%%': handler,
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
