import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
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
