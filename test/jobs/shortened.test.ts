import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BashResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A job that has written five lines and writes `anew` when there is a file `go`. */
async function writtenJob() {
  const bash = temporaryBash<unknown, BashResult & JobToolResult>({ contract: 'default', sandbox: 'off' });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  const call = async (tool: string, input: object) => (await bash.call(tool, input, context)).result;
  const command = 'seq 1001 1005; until [ -e go ]; do sleep 0.05; done; echo anew; sleep 600';
  const { job } = await call('bash', { command, run_in_background: true });
  const file = job?.output_file ?? '';
  await call('bash_output', { job: '1', wait_for: { pattern: '1005' }, from_line: 1 });
  // Who watches over it has the file open by then.
  await expect.poll(() => readFileSync(join(file, '../supervisor'), 'utf8')).toMatch(/\n$/);
  expect(statSync(file).size).toBe(25);
  const go = (): void => writeFileSync(join(context.workingDirectory, 'go'), '');
  return { call, file, go };
}

describe('an output that somebody has shortened after it was read', () => {
  const why = 'it was shortened after it had been read';

  test('is told as that, and not as one in which nothing was written', async () => {
    const { call, file } = await writtenJob();
    truncateSync(file, 0);
    const told = `[${file} does not have all: ${why}]\n[job 1 is running]`;
    expect((await call('bash_output', { job: '1', search: '100' })).text).toBe(`[no line matches]\n${told}`);
    expect((await call('bash_output', { job: '1' })).text).toBe(`[nothing new]\n${told}`);
  });

  test('is read on from its new start, and all that has come since is new', async () => {
    const { call, file, go } = await writtenJob();
    truncateSync(file, 0);
    go();
    await expect.poll(() => statSync(file).size).toBe(5);
    const { text } = await call('bash_output', { job: '1' });
    expect(text).toBe(`anew\n[${file} does not have all: ${why}]\n[job 1 is running]`);
  });

  test('is waited for what it says anew, also when it is shortened meanwhile', async () => {
    const { call, file, go } = await writtenJob();
    const waiting = call('bash_output', { job: '1', wait_for: { pattern: 'anew' }, wait_ms: 60_000 });
    truncateSync(file, 0);
    go();
    const { text, waited } = await waiting;
    expect(waited?.met).toBe(true);
    expect(text).toBe(`anew\n[${file} does not have all: ${why}]\n[job 1 is running]`);
  });
});
