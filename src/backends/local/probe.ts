import { execFile } from 'node:child_process';
import { messageOf } from '../../model/errors.ts';
import { findExecutable } from './find-executable.ts';
import { oldestBash } from './own-script.ts';

/** A program on this machine: where it is and what it says of itself. */
export type ProgramProbe =
  | { readonly kind: 'found'; readonly path: string; readonly version: string }
  | { readonly kind: 'broken'; readonly path: string; readonly reason: string }
  | { readonly kind: 'missing' };

/** What came of trying a program. */
export type Trial =
  | { readonly kind: 'worked'; readonly output: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Milliseconds in which a program has to have done what it is tried with; then SIGKILL ends it, as it may be deaf to others or stopped. */
const trialMs = 5_000;

/** Looks for a program by its path or on a PATH, and asks for the first line of its `--version`. */
export async function probeProgram(nameOrPath: string, path: string | undefined): Promise<ProgramProbe> {
  const found = nameOrPath.startsWith('/') ? nameOrPath : findExecutable(nameOrPath, path);
  if (found === null) return { kind: 'missing' };
  const trial = await tryProgram([found, '--version']);
  if (trial.kind === 'failed') return { kind: 'broken', path: found, reason: trial.reason };
  return { kind: 'found', path: found, version: trial.output.split('\n')[0] ?? '' };
}

/**
 * Why a bash is of no use that works by itself; `null`: it is. Some are too old; and what starts another and waits for it has not the descriptors
 * and the id of that.
 */
export async function whyNoBash(bash: string): Promise<string | null> {
  const trial = await tryProgram([bash, '-c', 'echo "$PPID $BASH_VERSION"']);
  if (trial.kind === 'failed') return null;
  const [, parent, version = ''] = /^(\d+) ([\d.]*)/.exec(trial.output) ?? [];
  if (Number.parseInt(version, 10) < oldestBash)
    return `${bash} is bash ${version}, and ${oldestBash}.0 or later is needed; install one, and set "bash" to its path`;
  if (Number(parent) === process.pid) return null;
  return `${bash} starts another bash and does not become it (exec); set "bash" to the path of that`;
}

/**
 * Runs a program to its end, without an environment if none is given, on an input. It failed unless it ends with 0; the reason is
 * what it says then.
 */
export function tryProgram(
  [program = '', ...words]: readonly string[],
  input: Uint8Array = new Uint8Array(),
  env: Readonly<Record<string, string>> = {},
): Promise<Trial> {
  return new Promise((resolve) => {
    const fail = (error: unknown, said = ''): void =>
      resolve({ kind: 'failed', reason: said.trim() || messageOf(error) });
    try {
      const given = { timeout: trialMs, killSignal: 'SIGKILL', cwd: '/', env } as const;
      const child = execFile(program, words, given, (error, stdout, stderr) => {
        if (error === null) resolve({ kind: 'worked', output: stdout });
        else if (error.killed === true) fail(`it did not end within ${trialMs / 1_000} s`);
        else fail(error, stderr);
      });
      // A program that reads none of it has ended before it came: that is no failure of it.
      child.stdin?.on('error', () => {});
      child.stdin?.end(input);
    } catch (error) {
      fail(error); // What a security module forbids, or the kernel finds too long, Node throws.
    }
  });
}
