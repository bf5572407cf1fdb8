import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ContextOptions } from '../../src/index.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { loadBuiltRoot } from '../support/built.ts';
import { endJobs } from '../support/jobs.ts';
import { temporaryDirectory } from '../support/temporary.ts';

let built: Awaited<ReturnType<typeof loadBuiltRoot>>;

beforeAll(async () => {
  built = await loadBuiltRoot();
});

const untilGo = 'until [ -e go ]; do sleep 0.02; done';

/** A session whose shell runs a command that has changed it, until it is told to go on; whoever is asked says yes. */
async function busySession(thread: boolean) {
  const workingDirectory = temporaryDirectory();
  const stateDir = join(temporaryDirectory(), 'state');
  const asked: string[] = [];
  const ask = async ({ request }: ApprovalQuestion) => {
    asked.push(request.command);
    return { kind: 'approved' } as const;
  };
  const bash = built.createBash({
    ...{ thread, stateDir, sandbox: 'off', options: { approve: 'rules' } },
    approver: { ask },
  });
  onTestFinished(async () => {
    await bash.close();
    await endJobs(stateDir);
  });
  const context = { conversationId: 'one', workingDirectory };
  const run = async (command: string, given: ContextOptions = {}, more: object = {}) =>
    await bash.run({ command, session: 'main', ...more }, { ...context, ...given });
  const busy = run(`x=1; ${untilGo}; x=2`);
  await expect.poll(async () => (await bash.running()).length).toBe(1);
  const go = () => writeFileSync(join(workingDirectory, 'go'), '');
  return { asked, bash, busy, context, go, run };
}

describe.each([{ thread: false }, { thread: true }])('while a session is busy, $thread', ({ thread }) => {
  test('a call waits until its shell is free, and is judged then', async () => {
    const { asked, busy, go, run } = await busySession(thread);
    const read = run('echo "$x"');
    const changed = run('x=3; echo "$x"');
    go();
    expect([(await busy).outcome.kind, (await read).text, (await changed).text]).toEqual(['ended', '2', '3']);
    expect(asked).toEqual([]);
  });

  test('a call that is cancelled while it waits is over', async () => {
    const { asked, bash, run } = await busySession(thread);
    const stop = new AbortController();
    const waiting = run('echo never', { signal: stop.signal });
    stop.abort();
    expect((await waiting).outcome).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
    expect([await bash.running(), asked]).toEqual([[expect.anything()], []]);
  });

  test.each(['close', 'endConversation'] as const)('%s ends the wait', async (how) => {
    const { bash, busy, run } = await busySession(thread);
    const waiting = run('echo never');
    await (how === 'close' ? bash.close() : bash.endConversation('one'));
    for (const call of [busy, waiting])
      expect((await call).outcome).toMatchObject({ kind: 'ended', exit: { kind: 'cancelled' } });
  });

  test('a call whose time is up, or the patience of its caller, has not run, and says why', async () => {
    const { asked, bash, run } = await busySession(thread);
    const impatient = run('echo never', { patience: AbortSignal.abort() });
    const short = run('echo never', {}, { timeout_ms: 1_000 });
    for (const call of [impatient, short]) {
      const { outcome } = await call;
      expect(outcome).toMatchObject({ kind: 'could_not_start', problem: { code: 'session-busy' } });
    }
    expect([await bash.running(), asked]).toEqual([[expect.anything()], []]);
  });

  test('what would become of a call is told when that is known', async () => {
    const { bash, busy, context, go } = await busySession(thread);
    const judged = bash.judge('bash', { command: 'echo "$x"', session: 'main' }, context);
    go();
    await busy;
    expect(await judged).toMatchObject({ kind: 'judged', decision: { verdict: 'allow' } });
  });
});

test('a call that was answered while another went before it is not asked about again', async () => {
  const workingDirectory = temporaryDirectory();
  const asked: string[] = [];
  let answer = (): void => {};
  const bash = built.createBash({
    ...{ stateDir: join(temporaryDirectory(), 'state'), sandbox: 'off', options: { approve: 'rules' } },
    approver: {
      ask: async ({ request }) => {
        asked.push(request.command);
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return { kind: 'approved' };
      },
    },
  });
  onTestFinished(() => bash.close());
  const run = async (command: string) =>
    await bash.run({ command, session: 'main' }, { conversationId: 'one', workingDirectory });
  const touched = run('touch new');
  await expect.poll(() => asked).toEqual(['touch new']);
  expect((await run('x=1')).outcome.kind).toBe('ended');
  answer();
  expect((await touched).outcome).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
  expect(asked).toEqual(['touch new']);
});

test('the shell of a directory is waited for, too', async () => {
  const workingDirectory = temporaryDirectory();
  const bash = built.createBash({
    ...{ contract: 'session', stateDir: join(temporaryDirectory(), 'state'), sandbox: 'off' },
    approver: { ask: async () => ({ kind: 'approved' }) },
  });
  onTestFinished(() => bash.close());
  const run = async (command: string, approver: ContextOptions['approver'] = null) =>
    await bash.run({ command, description: 'd' }, { conversationId: 'one', workingDirectory, approver });
  const busy = run(`x=1; ${untilGo}`);
  await expect.poll(async () => (await bash.running()).length).toBe(1);
  const nobody = { ask: async () => ({ kind: 'refused', reason: 'nobody is to be asked' }) as const };
  const read = run('pwd', nobody);
  writeFileSync(join(workingDirectory, 'go'), '');
  expect([(await busy).outcome.kind, (await read).outcome.kind]).toEqual(['ended', 'ended']);
});
