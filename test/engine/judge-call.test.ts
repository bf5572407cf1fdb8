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

  it('starts nothing, asks nobody and leaves no record', async () => {
    const { bash, parts, ask } = judging();
    for (const command of ['cat file', 'touch file', 'git push --force'])
      await bash.judge('bash', { command }, context);
    expect(parts.backend.plans).toEqual([]);
    expect(ask).not.toHaveBeenCalled();
    expect(parts.recorder.entries).toEqual([]);
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
