import { describe, expect, it, vi } from 'vitest';
import { createApprovalQueue } from '../../src/approvals/queue.ts';
import { type Approval, approve } from '../../src/engine/approve.ts';
import type { Decision } from '../../src/model/decision.ts';
import type { Explanation } from '../../src/model/explanation.ts';
import type { GrantStore, Offer } from '../../src/model/grant.ts';
import type { ApprovalAnswer, Approver } from '../../src/model/ports.ts';
import { createFakeClock } from '../../src/testing/fake-clock.ts';
import { answering, askAlways, deferred, denyPush, memoryGrants, requestOf } from './parts.ts';

const never = new AbortController().signal;
const request = requestOf('git pull');
const offers: readonly Offer[] = [{ kind: 'call', words: ['git', 'pull'], cwd: '/work' }];
const asks: Decision = { verdict: 'ask', findings: [askAlways] };
const needsApproval = {
  kind: 'needs_approval',
  reason: 'always asked',
  findings: [askAlways],
  because: 'nobody',
  approval: null,
};
const explanation: Explanation = {
  command: 'git pull',
  verdict: 'ask',
  unparsed: null,
  findings: [askAlways],
  invocations: [],
};

interface Around {
  readonly offers?: readonly Offer[] | null;
  readonly grants?: GrantStore;
}

/** What comes of a decision on `git pull` at 1,000 ms. */
async function decided(
  decision: Decision,
  approver: Approver | null,
  signal: AbortSignal,
  { offers: offered = offers, grants = memoryGrants() }: Around = {},
): Promise<Approval> {
  const clock = createFakeClock();
  clock.advance(1_000);
  const approvals = createApprovalQueue({ store: null, clock, mask: (text) => text, waitMs: null });
  const stages = { contract: 'probe', approver, approvals, grants, clock };
  return await approve(
    stages,
    {
      request,
      decision,
      offers: offered,
      access: [],
      confinement: { kind: 'none' },
      explain: () => explanation,
      links: () => [],
    },
    { conversationId: 'c1', signal },
    'call-1',
  );
}

function neverAsked(): Approver {
  return { ask: () => Promise.reject(new Error('nobody was to be asked')) };
}

describe('a decision to allow', () => {
  it('is final', async () => {
    const decision: Decision = { verdict: 'allow', findings: [] };
    expect(await decided(decision, neverAsked(), never)).toEqual({ kind: 'allowed', by: 'rules' });
  });
});

describe('a decision to deny', () => {
  it('is final, with the reasons that decided and no others', async () => {
    const more = { ...denyPush, id: 'deny-more', reason: 'nor anything like it' };
    const decision: Decision = { verdict: 'deny', findings: [denyPush, more, askAlways] };
    expect(await decided(decision, neverAsked(), never)).toEqual({
      kind: 'denied',
      by: 'policy',
      reason: 'no pushing; nor anything like it',
      findings: [denyPush, more],
    });
  });
});

describe('a decision to ask', () => {
  it('is a yes when the person says yes', async () => {
    expect(await decided(asks, answering({ kind: 'approved' }), never)).toEqual({
      kind: 'allowed',
      by: 'person',
    });
  });

  it('is a no when the person says no, with their reason', async () => {
    const refused = answering({ kind: 'refused', reason: 'not on Fridays' });
    expect(await decided(asks, refused, never)).toEqual({
      kind: 'denied',
      by: 'person',
      reason: 'not on Fridays',
      findings: [askAlways],
    });
  });

  it('stays open when nobody answers', async () => {
    expect(await decided(asks, answering({ kind: 'unanswered' }), never)).toEqual(needsApproval);
  });

  it('stays open when there is nobody to ask', async () => {
    expect(await decided(asks, null, never)).toEqual(needsApproval);
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
    expect(await decided(asks, approver, never)).toEqual({
      kind: 'denied',
      by: 'person',
      reason: 'asking for approval failed: the console is gone',
      findings: [askAlways],
    });
  });

  it('gives the approver the question, and a signal that goes by that of the call', async () => {
    const ask = vi.fn<Approver['ask']>(async () => await new Promise(() => {}));
    const call = new AbortController();
    const approval = decided(asks, { ask }, call.signal);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    const question = {
      request,
      contract: 'probe',
      conversationId: 'c1',
      isConversationNamed: true,
      callId: 'call-1',
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      findings: [askAlways],
      explanation,
      confinement: { kind: 'none' },
      access: [],
      offers,
    };
    expect(ask.mock.calls).toEqual([[question, expect.any(AbortSignal)]]);
    const signal = ask.mock.calls[0]?.[1];
    expect(signal?.aborted).toBe(false);
    call.abort();
    await approval;
    expect(signal?.aborted).toBe(true);
  });
});

describe('an answer for good', () => {
  const always = (forMs: number | null) => answering({ kind: 'approved', always: { forMs } });
  const call = { kind: 'call', words: ['git', 'pull'], cwd: '/work' };
  const kept = { ...call, contract: 'probe', conversationId: null, grantedAtMs: 1_000 };

  it.each([
    [null, null],
    [500, 1_500],
  ])('is kept for %s ms', async (forMs, expiresAtMs) => {
    const grants = memoryGrants();
    expect(await decided(asks, always(forMs), never, { grants })).toEqual({ kind: 'allowed', by: 'person' });
    expect(await grants.of('probe')).toEqual([{ ...kept, expiresAtMs }]);
  });

  it('is for this time where nothing narrow could be offered', async () => {
    const grants = memoryGrants();
    expect(await decided(asks, always(null), never, { grants, offers: null })).toEqual({
      kind: 'allowed',
      by: 'person',
    });
    expect(await grants.of('probe')).toEqual([]);
  });

  it('starts nothing when it cannot be kept', async () => {
    const grants = { ...memoryGrants(), add: () => Promise.reject(new Error('the disk is full')) };
    expect(await decided(asks, always(null), never, { grants })).toEqual({
      kind: 'could_not_start',
      problem: {
        code: 'state-unavailable',
        message: 'nothing was started, because the answer could not be kept: the disk is full',
      },
    });
  });
});

describe('a call that is cancelled while a person is asked', () => {
  it('is withdrawn, though the approver never answers', async () => {
    const call = new AbortController();
    const approval = decided(asks, { ask: () => new Promise(() => {}) }, call.signal);
    call.abort();
    expect(await approval).toEqual({ kind: 'withdrawn' });
  });

  it('is withdrawn also when the answer was yes', async () => {
    const call = new AbortController();
    const answer = deferred<ApprovalAnswer>();
    const approval = decided(asks, { ask: () => answer.promise }, call.signal);
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
    const approval = decided(asks, approver, call.signal);
    call.abort();
    expect(await approval).toEqual({ kind: 'withdrawn' });
  });

  it('is not asked about when it was cancelled before', async () => {
    const ask = vi.fn<Approver['ask']>();
    expect(await decided(asks, { ask }, AbortSignal.abort())).toEqual({ kind: 'withdrawn' });
    expect(ask).not.toHaveBeenCalled();
  });
});
