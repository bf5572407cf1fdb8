import { spawn } from 'node:child_process';
import { onTestFinished, vi } from 'vitest';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { statFields } from '../../src/backends/local/processes/process-table.ts';
import { path } from './local-backend.ts';

/** SYS_exit, which ends one thread. */
const exitNumbers: Readonly<Record<string, number>> = { x64: 60, arm64: 93 };

/** Whether a thread can be ended by itself here. */
export const endsThreads = exitNumbers[process.arch] !== undefined;

const program = `use threads; $| = 1; threads->create(sub { <STDIN>; kill 9, $$ }); syscall(${exitNumbers[process.arch]}, 0)`;

/**
 * A process whose first thread has ended, and another one goes on until the test is over. `output` is its standard error, `before` what is
 * to take its words and become it.
 */
export async function startWithoutFirstThread(
  env: Readonly<Record<string, string>>,
  {
    output = 'ignore',
    before = [],
  }: { readonly output?: number | 'ignore'; readonly before?: readonly string[] } = {},
): Promise<{ readonly pid: number; readonly program: string }> {
  const [first = '', ...words] = [...before, findExecutable('perl', path) ?? '', '-e', program];
  const child = spawn(first, words, {
    env: { PATH: path, ...env },
    stdio: ['pipe', 'ignore', output],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { pid = 0 } = child;
  await vi.waitUntil(() => statFields(pid)[0] === 'Z', { timeout: 60_000 });
  return { pid, program };
}
