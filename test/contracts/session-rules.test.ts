import { expect, test } from 'vitest';
import type { BashResult } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Calls of one session under the shipped rules; nobody is there to be asked, except about what is approved here. */
function session(approved: readonly string[] = []) {
  const bash = temporaryBash<unknown, BashResult>({
    contract: 'default',
    options: { approve: 'rules' },
    approver: {
      ask: async ({ request }) => ({ kind: approved.includes(request.command) ? 'approved' : 'unanswered' }),
    },
  });
  const context = { conversationId: 'c', workingDirectory: temporaryDirectory() };
  return async (command: string, more: object = {}) =>
    (await bash.run({ command, session: 's', ...more }, context)).result;
}

const idsOf = ({ findings }: BashResult) => findings.map(({ id }) => id);

test('a function of before is what runs under its name', async () => {
  const define = 'ls() { git push --force; }';
  const run = session([define]);
  expect((await run(define)).status).toBe('ok');
  const called = await run('ls');
  expect([called.status, idsOf(called)]).toEqual(['denied', expect.arrayContaining(['git-force-push'])]);
});

test('a variable of before is what stands in its place', async () => {
  const assign = 'what=/; set -- -rf';
  const run = session([assign]);
  await run(assign);
  // Nothing is run: it is denied.
  const used = await run('rm "$@" "$what"');
  expect([used.status, idsOf(used)]).toEqual(['denied', expect.arrayContaining(['delete-root'])]);
});

test('the directory of before is where names are looked up', async () => {
  const run = session(['cd /etc']);
  expect((await run('cat passwd')).status).toBe('failed'); // There is none in the workspace.
  expect((await run('cd /etc')).status).toBe('ok');
  const read = await run('cat passwd');
  expect([read.status, read.findings.map(({ reason }) => reason)]).toEqual([
    'needs_approval',
    [expect.stringContaining('/etc/passwd')],
  ]);
});

test('what was allowed once is asked about again', async () => {
  const run = session(['touch a']);
  expect((await run('touch a')).status).toBe('ok');
  expect((await run('touch b')).status).toBe('needs_approval');
  expect((await run('echo still here')).status).toBe('ok');
});

test('after a command that was stopped half way nothing is known', async () => {
  const slow = 'x=1; sleep 600; x=2';
  const run = session([slow]);
  expect((await run(slow, { timeout_ms: 2000 })).status).toBe('timed_out');
  const next = await run('echo hi');
  expect([next.status, next.findings.map(({ reason }) => reason)]).toEqual([
    'needs_approval',
    [expect.stringContaining('a command of the session was stopped half way')],
  ]);
});

test.each([
  ['sleep 600', 'ok'],
  ['sleep 600 | sleep 600', 'ok'],
  ['nice sleep 600', 'ok'],
  ['x=1; sleep 600', 'needs_approval'],
  ['for x in 1; do sleep 600; done', 'needs_approval'],
  ['cd / && sleep 600', 'needs_approval'],
  ['sleep $((x=600))', 'needs_approval'],
  ['sleep "${x:=600}"', 'needs_approval'],
  ['sleep 600 {x}> out', 'needs_approval'],
  ['wait_long', 'needs_approval'],
])('after %j, which was stopped, a command that only reads is %s', async (slow, status) => {
  const define = 'wait_long() { y=1; sleep 600; }';
  const run = session([define, slow]);
  await run(define);
  expect((await run(slow, { timeout_ms: 2000 })).status).toBe('timed_out');
  expect((await run('echo hi')).status).toBe(status);
});

test('commands that are given to a shell at once leave it known', async () => {
  const run = session();
  const both = await Promise.all([run('echo a'), run('ls'), run('echo b')]);
  expect(both.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  expect((await run('ls')).status).toBe('ok');
});

test('what was given to a new shell at once is known together', async () => {
  const run = session(['x=/', 'y=-rf', 'z=rm']);
  await Promise.all([run('x=/'), run('y=-rf'), run('z=rm')]);
  // Nothing is run: it is denied.
  const used = await run('"$z" "$y" "$x"');
  expect([used.status, idsOf(used)]).toEqual(['denied', expect.arrayContaining(['delete-root'])]);
});

test('while a program runs, what reads need not be asked about', async () => {
  const run = session(['mkfifo gate', 'cat gate > out', 'echo > gate']);
  await run('mkfifo gate');
  const waiting = run('cat gate > out');
  await run('until [ -e out ]; do sleep 0.01; done', { session: 'other' });
  const reading = run('ls');
  await run('echo > gate', { session: 'other' });
  expect([(await waiting).status, (await reading).status]).toEqual(['ok', 'ok']);
});

test('however much a shell has run, what only reads is not asked about', async () => {
  const run = session();
  const long = `ls -- ${'a'.repeat(12_000)}`;
  // Its name is too long: that it ran is what counts.
  for (const _ of Array.from({ length: 6 })) expect((await run(long)).status).toBe('failed');
});

test.each(['ls; ls() { git push --force; }', 'function ls { git push --force; }'])(
  'what %j has changed in the shell is known later',
  async (command) => {
    const run = session([command]);
    await run(command);
    const next = await run('ls');
    expect([next.status, idsOf(next)]).toEqual(['denied', expect.arrayContaining(['git-force-push'])]);
  },
);

test('a shell that is new knows nothing of before', async () => {
  const define = 'ls() { git push --force; }';
  const run = session([define, 'exit 0']);
  await run(define);
  await run('exit 0');
  expect((await run('ls')).status).toBe('ok');
});
