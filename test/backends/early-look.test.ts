import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { lookEarly } from '../../src/backends/local/early-look.ts';
import { markVariable } from '../../src/backends/local/processes/call-processes.ts';
import { processesAreKnown, startTimeOf } from '../../src/backends/local/processes/process-table.ts';
import type { PipeReader } from '../../src/backends/local/streams/read-pipe.ts';
import { path } from '../support/local-backend.ts';

/** A command whose one process is there until `end` is called, and whose output has not ended until `close` is. */
async function startCommand() {
  const mark = randomBytes(8).toString('hex');
  const child = spawn('bash', ['--norc', '-c', 'echo; read -r'], {
    env: { PATH: path, [markVariable]: mark },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  let close = (): void => {};
  const ended = new Promise<void>((resolve) => {
    close = resolve;
  });
  const shell = { pid, startTime: startTimeOf(pid) };
  const call = { mark, launcher: null, shell, begin: null, sandbox: null, outputFiles: new Set<never>() };
  const readers = [{ ended } as PipeReader];
  const end = async (): Promise<void> => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { launch: { readers, call }, close, end };
}

const lookMs = 100;

test.skipIf(!processesAreKnown)(
  'a command of which nothing is left when its output ends is gone',
  async () => {
    const { launch, close, end } = await startCommand();
    const early = lookEarly(launch);
    await end();
    await sleep(lookMs);
    expect(early.isGone()).toBe(false); // Nobody has looked.
    close();
    await expect.poll(early.isGone).toBe(true);
  },
);

test.skipIf(!processesAreKnown)('a command that has closed its output and goes on is not gone', async () => {
  const { launch, close, end } = await startCommand();
  const early = lookEarly(launch);
  close();
  await sleep(lookMs);
  await end();
  expect(early.isGone()).toBe(false);
});

test.skipIf(!processesAreKnown)('nobody looks whom nobody wants to know it from', async () => {
  const { launch, close, end } = await startCommand();
  const early = lookEarly(launch);
  await end();
  early.stop();
  close();
  await sleep(lookMs);
  expect(early.isGone()).toBe(false);
});
