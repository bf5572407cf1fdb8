import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { CallIdentity } from '../../src/backends/local/processes/call-processes.ts';
import { path } from './local-backend.ts';

/** A process that is there until the test is over, and gone when the next one begins; its id. */
export async function startProcess(env: Readonly<Record<string, string>> = {}): Promise<number> {
  const child = spawn('bash', ['--norc', '-c', 'echo ready; read -r'], {
    env: { PATH: path, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.stdin.end();
    await gone;
  });
  await once(child.stdout, 'data');
  return child.pid ?? 0;
}

/** A call of which no more is known than its mark. */
export function callOnlyMarked(mark: string): CallIdentity {
  return { mark, launcher: null, sandbox: null, shell: null, begin: null, outputFiles: new Set() };
}
