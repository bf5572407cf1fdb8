import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BashResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';

/** A job, and a way to send a signal to what watches over it. */
async function watchedJob({ command }: { readonly command?: string } = {}) {
  const held = heldProcess();
  const bash = temporaryBash<unknown, BashResult & JobToolResult>({ contract: 'default', sandbox: 'off' });
  const context = { conversationId: 'c', workingDirectory: held.directory };
  const call = async (tool: string, input: object) => (await bash.call(tool, input, context)).result;
  const { job } = await call('bash', { command: command ?? held.command, run_in_background: true });
  const named = join(job?.output_file ?? '', '../supervisor');
  await expect.poll(() => readFileSync(named, 'utf8')).toMatch(/\n$/);
  const supervisor = Number.parseInt(readFileSync(named, 'utf8'), 10);
  const signal = (name: NodeJS.Signals): boolean => process.kill(supervisor, name);
  return { held, call, signal, named };
}

describe('a job that nobody watches over any more', () => {
  test('is ended by bash_stop all the same, which says so', async () => {
    const { held, call, signal } = await watchedJob();
    signal('SIGKILL');
    await expect.poll(async () => (await call('bash_output', { job: '1' })).job?.state).toBe('lost');
    expect(held.isGone()).toBe(false);
    expect((await call('bash_stop', { job: '1' })).text).toBe(
      '[job 1 still ran, with nothing to watch over it, and has been ended; how it ended is not known]',
    );
    held.expectGone();
    expect((await call('bash_stop', { job: '1' })).text).toBe(
      '[job 1 was over before: it is lost: what watched over it is gone, and how it ended is not known]',
    );
  });

  test('is sent a signal all the same', async () => {
    const { held, call, signal } = await watchedJob();
    signal('SIGKILL');
    await expect.poll(async () => (await call('bash_output', { job: '1' })).job?.state).toBe('lost');
    expect((await call('bash_stop', { job: '1', signal: 'SIGKILL' })).text).toBe(
      '[job 1 is lost: what watched over it is gone, and how it ended is not known; what still ran of it was sent SIGKILL]',
    );
    await expect.poll(held.isGone).toBe(true);
  });
});

test('what watches over a job is woken to tell its end where it had been stopped', async () => {
  const { held, call, signal } = await watchedJob();
  signal('SIGSTOP');
  onTestFinished(() => {
    try {
      signal('SIGCONT'); // Where it was not woken, it would stay for good.
    } catch {
      // It has ended, as it should.
    }
  });
  expect((await call('bash_stop', { job: '1' })).job).toMatchObject({ state: 'ended', signal: 'SIGTERM' });
  held.expectGone();
});

describe('the end of the input of a job', () => {
  test('is told when it has come, also where what watches over the job had been stopped', async () => {
    const { call, signal } = await watchedJob({ command: 'cat; exit 5' });
    signal('SIGSTOP');
    expect((await call('bash_input', { job: '1', text: 'one', eof: true })).text).toBe(
      '[job 1 was given 3 bytes; its input has been ended]',
    );
    const over = await call('bash_output', { job: '1', wait_for: 'exit' });
    expect(over.job).toMatchObject({ state: 'ended', exit_code: 5 });
  });

  test('is told not to have come where what watches over the job has not begun', async () => {
    const { call, named } = await watchedJob({ command: 'cat; exit 5' });
    renameSync(named, `${named}.later`);
    expect((await call('bash_input', { job: '1', text: 'one', eof: true })).text).toBe(
      '[job 1 was given 3 bytes; its input was not ended: what watches over it does not answer]',
    );
    renameSync(`${named}.later`, named);
    expect((await call('bash_input', { job: '1', eof: true })).text).toBe(
      '[job 1 was given 0 bytes; its input has been ended]',
    );
  });
});
