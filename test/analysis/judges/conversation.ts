import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** How long a script may run, which may do so for ever. One that takes longer is ended, with all that it started. */
const patienceMs = 3000;

/** Hands a script over and waits for the answer; `null` if it had to be ended. */
export function ask(
  shell: ChildProcessWithoutNullStreams,
  script: string,
  waitMs = patienceMs,
): Promise<string | null> {
  return new Promise((resolve) => {
    let text = '';
    const finish = (answer: string | null) => {
      clearTimeout(timer);
      shell.stdout.removeAllListeners('data');
      shell.removeAllListeners('exit');
      if (answer === null) end(shell);
      resolve(answer);
    };
    const timer = setTimeout(() => finish(null), waitMs);
    shell.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.endsWith('\0')) finish(text.slice(0, -1));
    });
    shell.on('exit', () => finish(null));
    // One that has ended a moment ago does not read it; that it has is told by its exit.
    shell.stdin.removeAllListeners('error').on('error', () => {});
    shell.stdin.write(`${script}\0`);
  });
}

/** Ends the shell and all that it started: they are one process group, and one namespace where there are any. */
export function end({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
