import { describe, expect, it, vi } from 'vitest';
import { createBashFrom } from '../../src/engine/bash.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { rejectionOf } from '../support/thrown.ts';
import { bashParts } from './parts.ts';

function judging() {
  const ask = vi.fn(async () => ({ kind: 'approved' }) as const);
  const parts = {
    ...bashParts(),
    backend: createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) })),
    options: shippedPolicy,
    approver: { ask },
  };
  return { parts, ask, bash: createBashFrom(parts) };
}

const context = { workingDirectory: '/work' };

describe('a call that a person has refused elsewhere', () => {
  it('is recorded with the reason, told to the model, and not made, also where it would be allowed', async () => {
    const { bash, parts, ask } = judging();
    for (const command of ['touch file', 'cat file']) {
      const { outcome, text, isError } = await bash.refuse('bash', { command }, 'not today', context);
      expect(outcome).toMatchObject({ kind: 'denied', by: 'person', reason: 'not today' });
      expect([text, isError]).toEqual(['denied', true]);
    }
    const closed = parts.recorder.entries.filter(({ kind }) => kind === 'closed');
    expect(closed).toMatchObject([
      { call: { status: 'denied', command: 'touch file', outcome: { by: 'person', reason: 'not today' } } },
      { call: { status: 'denied', command: 'cat file', outcome: { by: 'person', reason: 'not today' } } },
    ]);
    expect(parts.backend.plans).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    expect((await rejectionOf(bash.refuse('sh', {}, 'no'))).code).toBe('unknown-tool');
  });

  it('is over in the record also where a bug keeps it from being judged, and who refuses it is told of the bug', async () => {
    const parts = bashParts();
    const [first] = parts.contract.tools;
    const decode = (): never => {
      throw new Error('a bug in the contract');
    };
    const contract: typeof parts.contract = { ...parts.contract, tools: [{ ...first, decode }] };
    const bash = createBashFrom({ ...parts, contract });
    await expect(bash.refuse('bash', { command: 'ls' }, 'no', context)).rejects.toThrow(
      'a bug in the contract',
    );
    expect(parts.recorder.entries).toMatchObject([
      { kind: 'opened' },
      { kind: 'closed', call: { outcome: { problem: { code: 'internal-error' } } } },
    ]);
  });
});

describe('judging a call that is not made', () => {
  it.each([
    ['cat file', 'allow'],
    ['touch file', 'ask'],
    ['git push --force', 'deny'],
  ])('%j: %s, as the call itself would be', async (command, verdict) => {
    const { bash } = judging();
    const judgement = await bash.judge('bash', { command }, context);
    expect(judgement).toMatchObject({
      kind: 'judged',
      request: { command, cwd: '/work' },
      decision: { verdict },
      access: [],
    });
    const { outcome } = await bash.run({ command }, { ...context, approver: null });
    const findings = judgement.kind === 'judged' ? judgement.decision.findings : [];
    if (outcome.kind === 'denied') expect(findings).toEqual(expect.arrayContaining([...outcome.findings]));
    expect(outcome.kind === 'denied').toBe(verdict === 'deny');
  });

  it('has the key of the question that the call would ask, and none where it would ask nobody', async () => {
    const { bash, ask } = judging();
    const keyOf = async (command: string) => {
      const judgement = await bash.judge('bash', { command }, talk);
      return judgement.kind === 'judged' ? judgement.approvalKey : judgement.kind;
    };
    const talk = { ...context, conversationId: 'talk' };
    const key = await keyOf('touch file');
    await bash.run({ command: 'touch file' }, talk);
    const [question] = (ask.mock.calls as unknown[][])[0] ?? [];
    expect(question).toMatchObject({ key });
    expect(await keyOf('touch other')).not.toBe(key);
    expect(await keyOf('cat file')).toBe(null);
    expect(await keyOf('git push --force')).toBe(null);
  });

  it('starts nothing, asks nobody and leaves no record', async () => {
    const { bash, parts, ask } = judging();
    for (const command of ['cat file', 'touch file', 'git push --force'])
      await bash.judge('bash', { command }, context);
    expect(parts.backend.plans).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    expect(parts.recorder.entries).toEqual([]);
  });

  it('knows what a person has allowed for the conversation, and for no other', async () => {
    const { bash, ask } = judging();
    ask.mockResolvedValue({ kind: 'approved', conversation: true } as never);
    const talk = { ...context, conversationId: 'talk' };
    await bash.run({ command: 'touch file' }, talk);
    const verdict = async (command: string, where: object) => {
      const judgement = await bash.judge('bash', { command }, where);
      return judgement.kind === 'judged' ? judgement.decision.verdict : judgement.kind;
    };
    expect(await verdict('touch file', talk)).toBe('allow');
    expect(await verdict('touch other', talk)).toBe('ask');
    expect(await verdict('touch file', { ...context, conversationId: 'another' })).toBe('ask');
  });

  it('says of an input that is none what is wrong with it', async () => {
    const { bash } = judging();
    expect(await bash.judge('bash', { cmd: 'ls' }, context)).toMatchObject({ kind: 'invalid' });
  });

  it('is for tools that there are, of a bash that is open', async () => {
    const { bash } = judging();
    expect(await rejectionOf(bash.judge('sh', { command: 'ls' }))).toEqual({
      code: 'unknown-tool',
      message: 'expected one of the tools bash, other, got "sh"',
    });
    await bash.close();
    expect((await rejectionOf(bash.judge('bash', { command: 'ls' }))).code).toBe('misuse');
  });
});
