import { basename, resolve } from 'node:path';
import type { Execution } from './matching.ts';

/** What a trace of system calls shows. */
export interface Trace {
  readonly executions: readonly Execution[];
  /** Files that were opened for writing. */
  readonly written: readonly string[];
}

/** A system call of one process that was not refused. */
interface Call {
  readonly name: string;
  readonly words: string;
  readonly result: number;
}

/**
 * Reads what `strace -f -xx -o` has written. The directory of a process is that of the one it was split off from, at that
 * time, so the processes are gone through from the first one on.
 */
export function readTrace(text: string, directory: string): Trace {
  const calls = callsByProcess(text);
  const trace = { executions: [] as Execution[], written: [] as string[] };
  const [first] = calls.keys();
  if (first !== undefined) follow(first, directory);
  return trace;

  function follow(pid: number, start: string): void {
    let cwd = start;
    for (const { name, words, result } of calls.get(pid) ?? []) {
      if (name === 'chdir') cwd = resolve(cwd, stringsIn(words)[0] ?? '');
      else if (name === 'openat') noteOpened(words, cwd);
      else if (name.startsWith('exec')) trace.executions.push({ cwd, argv: commandOf(words) });
      else follow(result, cwd);
    }
  }

  function noteOpened(words: string, cwd: string): void {
    if (/O_WRONLY|O_RDWR/.test(words)) trace.written.push(resolve(cwd, stringsIn(words)[0] ?? ''));
  }
}

/** The calls that succeeded, of each process in their order. One that was interrupted by another is put together. */
function callsByProcess(text: string): ReadonlyMap<number, readonly Call[]> {
  const calls = new Map<number, Call[]>();
  const begun = new Map<number, string>();
  for (const line of text.split('\n')) {
    const [, process = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const pid = Number(process);
    if (process !== '' && !calls.has(pid)) calls.set(pid, []);
    if (rest.endsWith(' <unfinished ...>')) begun.set(pid, rest.slice(0, -' <unfinished ...>'.length));
    const whole = rest.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(pid) ?? '');
    const [, name = '', words = '', result = ''] = /^(\w+)\((.*)\) += (\d+)(?: .*)?$/.exec(whole) ?? [];
    if (name !== '') calls.get(pid)?.push({ name, words, result: Number(result) });
  }
  return calls;
}

/** The words of a command. A name of its own (`exec -a`) is no name of a program. */
function commandOf(words: string): readonly string[] {
  const [path = ''] = stringsIn(words);
  const [name = '', ...others] = stringsIn(arrayIn(words));
  return [basename(name) === basename(path) ? name : basename(path), ...others];
}

function arrayIn(words: string): string {
  return /\[(.*?)\]/.exec(words)?.[1] ?? '';
}

/** The strings in the arguments of a call; with `-xx` each byte of them is two digits. */
function stringsIn(words: string): readonly string[] {
  return [...words.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, bytes = '']) =>
    Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString(),
  );
}
