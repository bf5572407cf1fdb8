import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { findCallProcesses, markVariable } from '../../src/backends/local/call-processes.ts';
import { processesAreKnown, startTimeOf } from '../../src/backends/local/process-table.ts';
import { path } from '../support/local-backend.ts';

/** A process that is there until the test is over; its id. */
async function startProcess(env: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn('bash', ['-c', 'echo ready; read -r'], {
    env: { PATH: path, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.stdin.end());
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

test.skipIf(!processesAreKnown)(
  'a process of a call is found whose id is lower than that of its shell: ids begin anew',
  async () => {
    const marked = await startProcess({ [markVariable]: 'a-mark' });
    const other = await startProcess();
    const shell = { pid: Math.max(marked, other) + 1, startTime: startTimeOf(other) };
    const begin = { lastProcessId: shell.pid, atMs: performance.now() - 2_000 };
    const found = findCallProcesses({
      mark: 'a-mark',
      launcher: null,
      sandbox: null,
      shell,
      begin,
      outputFiles: new Set(),
    });
    expect(found.map(({ pid }) => pid)).toEqual([marked]);
  },
);
