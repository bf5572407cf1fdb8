import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BashResult, JobToolResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import { replacedAgain, replacedProcesses } from '../support/replaced-again.ts';

/** A call in the directory of a held process. */
function scene() {
  const held = heldProcess();
  const bash = temporaryBash<unknown, BashResult & JobToolResult>({ contract: 'default', sandbox: 'off' });
  const context = { conversationId: 'c', workingDirectory: held.directory };
  const run = async (command: string, input: object = {}) =>
    (await bash.run({ command, ...input }, context)).result;
  const call = async (tool: string, input: object) => (await bash.call(tool, input, context)).result;
  return { held, run, call };
}

/** Which processes have a file open. */
function openers(file: string): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d/.test(name) && opens(name, file));
}

function opens(pid: string, file: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === file);
  } catch {
    return false; // It ended meanwhile.
  }
}

/** Says nothing of where it comes from, and holds the output. */
const stranger =
  'exec 9> leash; env -i PATH="$PATH" setsid bash -c \'until [ -e go ]; do sleep 0.05; done; echo late\'';

test('a job goes on as long as somebody holds its output who threw away session and environment', async () => {
  const { held, run, call } = scene();
  const { job } = await run(`${stranger} & echo over`);
  expect((await call('bash_output', { job: job?.id, wait_for: 'exit', wait_ms: 2_500 })).job?.state).toBe(
    'running',
  );
  writeFileSync(join(held.directory, 'go'), '');
  const ended = await call('bash_output', { job: job?.id, wait_for: 'exit', wait_ms: 60_000 });
  expect(ended.job).toMatchObject({ state: 'ended', exit_code: 0 });
  expect(readFileSync(job?.output_file ?? '', 'utf8')).toBe(
    'over\nlate\n\n\n[background process completed]\n',
  );
});

test('stopping a job ends whoever holds its output, and leaves nobody who writes to its file', async () => {
  const { held, run, call } = scene();
  const { job } = await run(`${stranger} & echo over`);
  expect((await call('bash_stop', { job: job?.id })).job).toMatchObject({ state: 'ended', exit_code: 0 });
  held.expectGone();
  await expect.poll(() => openers(job?.output_file ?? '')).toEqual([]);
});

test('a job whose time is up ends whoever holds its output', async () => {
  const { held, run, call } = scene();
  const { job } = await run(`${stranger}; echo after`, { run_in_background: true, timeout_ms: 1_000 });
  const ended = await call('bash_output', { job: job?.id, wait_for: 'exit', wait_ms: 60_000 });
  expect(ended.job).toMatchObject({ state: 'ended', exit_code: null, signal: null });
  held.expectGone();
  await expect.poll(() => openers(job?.output_file ?? '')).toEqual([]);
});

test.each([
  [
    'a child of its shell',
    "setsid env -i bash -c 'trap : TERM; sleep 600 & wait; sleep 600' > /dev/null 2>&1 & sleep 600",
  ],
  ['a stranger whose parent is over', '(setsid env -i sleep 600 > /dev/null 2>&1 &); sleep 600'],
  ['one in the session of its shell', '(set -m; env -i sleep 600 > /dev/null 2>&1 &); sleep 600'],
])('a job whose time is up ends %s, whatever else that threw away', async (_name, command) => {
  const { held, run, call } = scene();
  const { job } = await run(`exec 9> leash; ${command}`, { run_in_background: true, timeout_ms: 1_000 });
  const ended = await call('bash_output', { job: job?.id, wait_for: 'exit', wait_ms: 60_000 });
  expect(ended.job).toMatchObject({ state: 'ended', exit_code: null, signal: null });
  held.expectGone();
});

test('nobody reads on for a job that has ended while somebody has its terminal who took care to leave it', async () => {
  const { held, run, call } = scene();
  // Before 5.2, bash waits for what it runs last in parentheses, and is itself of the job.
  const leaving = stranger.replace('env', 'exec env');
  const { job } = await run(`(ulimit -Sx 5; ${leaving}) & until [ -e end ]; do sleep 0.05; done`, {
    pty: true,
    timeout_ms: 500,
  });
  writeFileSync(join(held.directory, 'end'), '');
  await call('bash_output', { job: job?.id, wait_for: 'exit', wait_ms: 60_000 });
  await expect.poll(() => openers(job?.output_file ?? '')).toEqual([]);
  writeFileSync(join(held.directory, 'go'), '');
  await expect.poll(held.isGone).toBe(true);
});

test('what becomes another program again and again as the shell ends is a job, and no word of it is missing', async () => {
  const { run, call } = scene();
  for (let round = 0; round < 5; round += 1) {
    const { job, survivors } = await run(replacedAgain('exec sleep 600'));
    expect([job?.state, survivors.length]).toEqual(['running', replacedProcesses]);
    await call('bash_stop', { job: job?.id });
  }
});
