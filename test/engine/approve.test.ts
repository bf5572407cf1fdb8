import { describe, expect, it, vi } from 'vitest';
import { approve } from '../../src/engine/approve.ts';
import type { Decision } from '../../src/model/decision.ts';
import type { ApprovalAnswer, Approver } from '../../src/model/ports.ts';
import { answering, askAlways, deferred, denyPush, requestOf } from './parts.ts';

const never = new AbortController().signal;
const question = {
  request: requestOf('git pull'),
  contract: 'probe',
  conversationId: 'a conversation',
  findings: [askAlways],
};
const asks: Decision = { verdict: 'ask', findings: [askAlways] };
const needsApproval = { kind: 'needs_approval', reason: 'always asked', findings: [askAlways] };

function neverAsked(): Approver {
  return { ask: () => Promise.reject(new Error('nobody was to be asked')) };
}

describe('a decision to allow', () => {
  it('is final', async () => {
    const decision: Decision = { verdict: 'allow', findings: [] };
    expect(await approve(decision, question, neverAsked(), never)).toEqual({ kind: 'allowed' });
  });
});

describe('a decision to deny', () => {
  it('is final, with the reasons that decided and no others', async () => {
    const more = { ...denyPush, id: 'deny-more', reason: 'nor anything like it' };
    const decision: Decision = { verdict: 'deny', findings: [denyPush, more, askAlways] };
    expect(await approve(decision, question, neverAsked(), never)).toEqual({
      kind: 'denied',
      by: 'policy',
      reason: 'no pushing; nor anything like it',
      findings: [denyPush, more],
    });
  });
});

describe('a decision to ask', () => {
  it('is a yes when the person says yes', async () => {
    expect(await approve(asks, question, answering({ kind: 'approved' }), never)).toEqual({
      kind: 'allowed',
    });
  });

  it('is a no when the person says no, with their reason', async () => {
    const refused = answering({ kind: 'refused', reason: 'not on Fridays' });
    expect(await approve(asks, question, refused, never)).toEqual({
      kind: 'denied',
      by: 'person',
      reason: 'not on Fridays',
      findings: [askAlways],
    });
  });

  it('stays open when nobody answers', async () => {
    expect(await approve(asks, question, answering({ kind: 'unanswered' }), never)).toEqual(needsApproval);
  });

  it('stays open when there is nobody to ask', async () => {
    expect(await approve(asks, question, null, never)).toEqual(needsApproval);
  });

  it.each<[string, Approver]>([
    ['rejects', { ask: () => Promise.reject(new Error('the console is gone')) }],
    [
      'throws',
      {
        ask: () => {
          throw new Error('the console is gone');
        },
      },
    ],
  ])('is a no when the approver %s', async (_, approver) => {
    expect(await approve(asks, question, approver, never)).toEqual({
      kind: 'denied',
      by: 'person',
      reason: 'asking for approval failed: the console is gone',
      findings: [askAlways],
    });
  });

  it('gives the approver the question and the signal of the call', async () => {
    const ask = vi.fn<Approver['ask']>(async () => ({ kind: 'approved' }));
    const { signal } = new AbortController();
    await approve(asks, question, { ask }, signal);
    expect(ask.mock.calls).toEqual([[question, signal]]);
    expect(ask.mock.calls[0]?.[1]).toBe(signal);
  });
});

describe('a call that is cancelled while a person is asked', () => {
  it('is withdrawn, though the approver never answers', async () => {
    const call = new AbortController();
    const approval = approve(asks, question, { ask: () => new Promise(() => {}) }, call.signal);
    call.abort();
    expect(await approval).toEqual({ kind: 'withdrawn' });
  });

  it('is withdrawn also when the answer was yes', async () => {
    const call = new AbortController();
    const answer = deferred<ApprovalAnswer>();
    const approval = approve(asks, question, { ask: () => answer.promise }, call.signal);
    answer.resolve({ kind: 'approved' });
    call.abort();
    expect(await approval).toEqual({ kind: 'withdrawn' });
  });

  it('is withdrawn also when the approver throws because of it', async () => {
    const call = new AbortController();
    const approver: Approver = {
      ask: (_, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    };
    const approval = approve(asks, question, approver, call.signal);
    call.abort();
    expect(await approval).toEqual({ kind: 'withdrawn' });
  });

  it('is not asked about when it was cancelled before', async () => {
    const ask = vi.fn<Approver['ask']>();
    expect(await approve(asks, question, { ask }, AbortSignal.abort())).toEqual({ kind: 'withdrawn' });
    expect(ask).not.toHaveBeenCalled();
  });
});
