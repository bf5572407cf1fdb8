import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { ApprovalAnswer, Approver, BashOptions, BashResult, Decisive } from '../../src/index.ts';
import { deferred } from '../engine/parts.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Two hosts that share a state, each with its own connection to it, in one directory. */
function hosts(given: BashOptions<unknown, BashResult> = {}) {
  const directory = temporaryDirectory();
  const stateDir = join(temporaryDirectory(), 'state');
  const make = (more: BashOptions<unknown, BashResult> = {}) =>
    temporaryBash<unknown, BashResult>({
      contract: 'default',
      sandbox: 'off',
      stateDir,
      ...given,
      ...more,
      options: more.options ?? { approve: 'rules' },
    });
  const bash = make();
  const run = async (command: string, conversationId = 'c', input: object = {}) =>
    (await bash.run({ command, ...input }, { workingDirectory: directory, conversationId })).result;
  return { directory, stateDir, make, bash, run, other: make() };
}

function answering(answer: ApprovalAnswer): Approver {
  return { ask: async () => answer };
}

/** A call that is handed back, answered, and what is said of it then. */
async function answeredLater(answer: Decisive) {
  const host = hosts();
  const { approval } = await host.run('touch made');
  const receipt = await host.other.approvals.answer(approval?.id ?? '', answer);
  return { ...host, receipt };
}

describe('a call that waits', () => {
  test('is answered from another host, and 50 at once are', async () => {
    const { run, other, directory } = hosts({ approvalWaitMs: 60_000 });
    const calls = Array.from({ length: 50 }, (_, at) => run(`touch made-${at}`));
    await vi.waitFor(async () => expect(await other.approvals.open()).toHaveLength(50), 20_000);
    for (const { id, question, state } of await other.approvals.open()) {
      expect(state).toBe('waiting');
      const isLast = question.request.command === 'touch made-49';
      const answer = isLast ? ({ kind: 'refused', reason: 'one too many' } as const) : yes;
      expect(await other.approvals.answer(id, answer)).toEqual({ kind: 'taken', state: 'waiting' });
    }
    const results = await Promise.all(calls);
    expect(results.map(({ status }) => status)).toEqual([...Array(49).fill('ok'), 'denied']);
    expect(results.at(-1)?.text).toBe('[denied by the user: one too many]');
    expect(existsSync(join(directory, 'made-48'))).toBe(true);
    expect(existsSync(join(directory, 'made-49'))).toBe(false);
    expect(await other.approvals.open()).toEqual([]);
  });

  test('is closed for others when it is answered here, and when it is cancelled', async () => {
    const { bash, directory, other } = hosts({ approvalWaitMs: 60_000 });
    const call = new AbortController();
    const answer = deferred<ApprovalAnswer>();
    const asked = (approver: Approver, signal?: AbortSignal) =>
      bash.run(
        { command: 'touch made' },
        { workingDirectory: directory, conversationId: 'c', approver, ...(signal && { signal }) },
      );
    const first = asked({ ask: async () => await answer.promise });
    const second = asked({ ask: async () => await new Promise(() => {}) }, call.signal);
    await vi.waitFor(async () => expect(await other.approvals.open()).toHaveLength(2));
    answer.resolve(yes);
    call.abort();
    expect([(await first).result.status, (await second).result.status]).toEqual(['ok', 'cancelled']);
    expect(await other.approvals.answer('1', yes)).toEqual({ kind: 'too-late', because: 'answered' });
    expect(await other.approvals.answer('2', yes)).toEqual({ kind: 'too-late', because: 'cancelled' });
  });

  test('is handed back in time, says that this is no refusal, and counts on no clock', async () => {
    const { run } = hosts({ approvalWaitMs: 120 });
    expect(await run('touch made')).toMatchObject({
      status: 'needs_approval',
      approval: { id: '1', because: 'expired' },
      duration_ms: null,
      text: expect.stringContaining(
        'nobody has answered in time, which is no refusal]\n[The user can answer with `handrail approve 1`;',
      ),
    });
  });
});

const yes = { kind: 'approved' } as const;

describe('an answer that comes later', () => {
  test('lets the same call through once, without asking', async () => {
    const { run, directory, receipt } = await answeredLater(yes);
    expect(receipt).toEqual({ kind: 'taken', state: 'left' });
    expect(await run('touch made')).toMatchObject({ status: 'ok', approval: null });
    expect(existsSync(join(directory, 'made'))).toBe(true);
    expect(await run('touch made')).toMatchObject({ status: 'needs_approval', approval: { id: '2' } });
  });

  test('is no good for another text, directory, conversation or contract', async () => {
    const { run, directory, make } = await answeredLater(yes);
    mkdirSync(join(directory, 'below'));
    const asked = 'needs_approval';
    expect((await run('touch made ')).status).toBe(asked);
    expect((await run('touch made', 'c', { workdir: 'below' })).status).toBe(asked);
    expect((await run('touch made', 'another')).status).toBe(asked);
    expect((await run('touch made', 'c', { session: 's' })).status).toBe(asked);
    const plain = make({ contract: 'session', options: {} });
    const { outcome } = await plain.run(
      { command: 'touch made' },
      { workingDirectory: directory, conversationId: 'c' },
    );
    expect(outcome.kind).toBe(asked);
    expect((await run('touch made')).status).toBe('ok');
  });

  test('is no good when the same words have come to mean something else', async () => {
    const { run, directory, other } = hosts();
    for (const place of ['a', 'b']) mkdirSync(join(directory, place));
    symlinkSync('a', join(directory, 'link'));
    const { approval } = await run('touch link/made');
    await other.approvals.answer(approval?.id ?? '', yes);
    unlinkSync(join(directory, 'link'));
    symlinkSync('b', join(directory, 'link'));
    expect((await run('touch link/made')).status).toBe('needs_approval');
  });

  test('is no good when a pattern has come to match a link that leads elsewhere', async () => {
    const { run, directory, other } = hosts();
    for (const place of ['a', 'b']) {
      mkdirSync(join(directory, place));
      writeFileSync(join(directory, place, 'made'), '');
    }
    symlinkSync('a', join(directory, 'link'));
    const { approval } = await run('touch l*k/made');
    await other.approvals.answer(approval?.id ?? '', yes);
    unlinkSync(join(directory, 'link'));
    symlinkSync('b', join(directory, 'link'));
    expect((await run('touch l*k/made')).status).toBe('needs_approval');
  });

  test('is a refusal with its reason, once, and then is asked about again', async () => {
    const { run } = await answeredLater({ kind: 'refused', reason: 'it is Friday' });
    expect(await run('touch made')).toMatchObject({
      status: 'denied',
      text: '[denied by the user: it is Friday]',
    });
    expect((await run('touch made')).status).toBe('needs_approval');
  });

  test('for the conversation holds in it alone, for the same text', async () => {
    const { run } = await answeredLater({ kind: 'approved', conversation: true });
    expect((await run('touch made')).status).toBe('ok');
    expect((await run('touch made')).status).toBe('ok');
    expect((await run('touch made; touch more')).status).toBe('needs_approval');
    expect((await run('touch made', 'another')).status).toBe('needs_approval');
  });

  test('for good holds in every conversation, for what was offered or as narrow', async () => {
    const { run, other, bash, directory } = hosts();
    const { approval } = await run('touch made');
    const answer = async (offers: object[]) =>
      await other.approvals.answer(approval?.id ?? '', {
        kind: 'approved',
        always: { offers: offers as never },
      });
    const call = (...words: string[]) => ({ kind: 'call', words, cwd: directory });
    for (const broad of [call('bash', '-c', 'x'), call('sudo', 'touch'), call('no-such'), call()]) {
      expect(await answer([broad])).toMatchObject({
        kind: 'unfit',
        reason: expect.stringContaining('not narrow enough'),
      });
    }
    expect(await answer([{ ...call('touch', 'made'), cwd: '.' }])).toMatchObject({ kind: 'unfit' });
    expect(
      await answer([{ kind: 'access', workspace: '/', access: { kind: 'host', host: '*' } }]),
    ).toMatchObject({ kind: 'unfit' });
    expect(await answer([call('touch', 'other')])).toEqual({ kind: 'taken', state: 'left' });
    expect((await run('touch other', 'another')).status).toBe('ok');
    // What was kept is another call than was asked about, which has its yes all the same: once.
    expect((await run('touch made')).status).toBe('ok');
    expect((await run('touch made')).status).toBe('needs_approval');
    expect(await bash.approvals.answer('99', yes)).toEqual({ kind: 'unknown' });
  });

  test('for good in part lets the call through once, and what is left out of it is asked about again', async () => {
    const { run, other, directory } = hosts();
    const command = 'touch a; touch b';
    const call = (name: string) => ({ kind: 'call', words: ['touch', name], cwd: directory }) as const;
    const answer = async (...offers: ReturnType<typeof call>[]) => {
      const { approval } = await run(command);
      return await other.approvals.answer(approval?.id ?? '', { kind: 'approved', always: { offers } });
    };
    expect(await answer(call('a'))).toEqual({ kind: 'taken', state: 'left' });
    expect((await run(`${command} `)).status).toBe('needs_approval');
    expect((await run(command, 'another')).status).toBe('needs_approval');
    expect((await run(command)).status).toBe('ok');
    expect((await run(command)).status).toBe('needs_approval');
    const [open] = (await other.approvals.open()).slice(-1);
    expect(open?.question.findings.filter(({ verdict }) => verdict === 'ask')).toHaveLength(1);
    expect(open?.question.offers).toEqual([call('b')]);
    expect(await answer(call('b'))).toMatchObject({ kind: 'taken' });
    expect((await run(command, 'another')).status).toBe('ok');
    expect((await run('touch b; touch a')).status).toBe('ok');
  });
});

/** All that is in the files of a state. */
function writtenIn(stateDir: string): string {
  const found = readdirSync(stateDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return found.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

describe('a command that a person has edited', () => {
  test('runs in the stead of the one that was asked for, and the model is told', async () => {
    const { bash, directory, stateDir } = hosts({
      approver: answering({ kind: 'edited', command: 'touch mine; echo done' }),
    });
    const { result, text } = await bash.run({ command: 'touch made' }, { workingDirectory: directory });
    expect(result).toMatchObject({ status: 'ok', edited_command: 'touch mine; echo done' });
    expect(text).toBe('[the user had this run in the stead of your command: touch mine; echo done]\ndone');
    expect([existsSync(join(directory, 'mine')), existsSync(join(directory, 'made'))]).toEqual([true, false]);
    expect(writtenIn(stateDir)).toContain('touch mine; echo done');
  });

  test('is told of by every contract', async () => {
    const { make, directory } = hosts({ approver: answering({ kind: 'edited', command: 'echo mine' }) });
    const bash = make({ contract: 'workspace', options: {} });
    const { text } = await bash.run({ command: 'touch made' }, { workingDirectory: directory });
    expect(text).toContain('[the user had this run in the stead of your command: echo mine]');
  });

  test.each([
    ['what the rules deny', 'git add .', 'denied'],
    ['a text with characters that are not seen', 'touch ma\u202ede', 'denied'],
    ['nothing', ' ', 'denied'],
  ])('is not run where it is %s', async (_, command, status) => {
    const { run, directory } = hosts({ approver: answering({ kind: 'edited', command }) });
    expect((await run('touch made')).status).toBe(status);
    expect(existsSync(join(directory, 'made'))).toBe(false);
  });

  test('later is judged, too, when the call is made again', async () => {
    const { run, directory } = await answeredLater({ kind: 'edited', command: 'touch mine' });
    expect(await run('touch made')).toMatchObject({ status: 'ok', edited_command: 'touch mine' });
    expect(existsSync(join(directory, 'mine'))).toBe(true);
    const denied = await answeredLater({ kind: 'edited', command: 'git add .' });
    expect((await denied.run('touch made')).status).toBe('denied');
  });
});

describe('a secret', () => {
  test('is not kept with the question, which can then be answered for once alone', async () => {
    const { run, other, stateDir } = hosts({
      env: { PATH: process.env.PATH ?? '', API_TOKEN: 'hunter2-hunter2' },
    });
    await run('touch hunter2-hunter2');
    const [open] = await other.approvals.open();
    expect(open).toMatchObject({ isMasked: true, question: { request: { command: 'touch ***' } } });
    expect(writtenIn(stateDir)).toContain('touch ***');
    expect(writtenIn(stateDir)).not.toContain('hunter2');
    const answers = [{ always: {} }, { conversation: true }].map(
      (more) => ({ kind: 'approved', ...more }) as Decisive,
    );
    for (const answer of [...answers, { kind: 'edited', command: 'touch ***' } as const])
      expect(await other.approvals.answer('1', answer)).toMatchObject({ kind: 'unfit' });
    expect(await other.approvals.answer('1', yes)).toEqual({ kind: 'taken', state: 'left' });
    expect((await run('touch hunter2-hunter2')).status).toBe('ok');
  });
});
