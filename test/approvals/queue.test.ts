import { describe, expect, test, vi } from 'vitest';
import { createApprovalQueue } from '../../src/approvals/queue.ts';
import type { ApprovalStore, OpenApproval } from '../../src/model/approval.ts';
import type { ApprovalAnswer, Approver } from '../../src/model/ports.ts';
import { createFakeClock } from '../../src/testing/fake-clock.ts';
import { deferred } from '../engine/parts.ts';
import { thrownBy } from '../support/thrown.ts';
import { questionOf } from './support.ts';

const never = new AbortController().signal;
const nobody = { kind: 'unanswered', because: 'nobody', approval: null };

/** A queue that keeps nothing, unless it is given where. */
function queueWith(waitMs: number | null = null, store: ApprovalStore | null = null) {
  const clock = createFakeClock();
  return { clock, queue: createApprovalQueue({ store, clock, mask: (text) => text, waitMs }) };
}

/** Where questions are kept under the id 7, and nobody answers them. */
function storeWith(given: Partial<ApprovalStore> = {}): ApprovalStore {
  return {
    claim: async () => null,
    approved: async () => [],
    post: async () => '7',
    answersTo: async () => [],
    end: async (_, how) => (how.kind === 'answered' ? how.answer : null),
    open: async () => [],
    find: async () => null,
    answer: async () => ({ kind: 'unknown' }),
    ...given,
  };
}

const failing = async () => {
  throw new Error('the disk is full');
};

/** Somebody who takes time to answer. */
function person() {
  const answer = deferred<ApprovalAnswer>();
  const ask = vi.fn<Approver['ask']>(async () => await answer.promise);
  return { ask, says: answer.resolve, throws: answer.reject, signal: () => ask.mock.calls[0]?.[1] };
}

describe('a question', () => {
  test.each([
    [
      1,
      { conversationId: null },
      'join: approver: expected an approver, an object with the function ask, got number',
    ],
    [
      { ask() {} },
      undefined,
      'join: conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, or null, got undefined',
    ],
    [
      { ask() {} },
      { conversationId: 4 },
      'join: conversationId: expected a string that is not empty and can be written as UTF-8, without NUL characters, or null, got number',
    ],
  ])('is put to nobody who cannot be asked: join(%j, %j)', (approver, of, message) => {
    const { queue } = queueWith();
    const joining = () => queue.join(approver as unknown as Approver, of as { conversationId: null });
    expect(thrownBy(joining)).toMatchObject({ code: 'misuse', message });
  });

  test('is put to all who have joined, and the first answer holds', async () => {
    const { queue } = queueWith();
    const [first, joined, late] = [person(), person(), person()];
    queue.join(joined, { conversationId: null });
    const question = questionOf('git push');
    const answer = queue.ask(question, never, first);
    await vi.waitFor(() => expect(first.ask).toHaveBeenCalledOnce());
    queue.join(late, { conversationId: question.conversationId });
    expect([joined, late].map(({ ask }) => ask.mock.calls[0]?.[0])).toEqual([question, question]);
    late.says({ kind: 'refused', reason: 'not today' });
    expect(await answer).toEqual({ kind: 'refused', reason: 'not today' });
    expect([first, joined].map(({ signal }) => signal()?.aborted)).toEqual([true, true]);
  });

  test('is not put to those of other conversations, and no more to those who have left', async () => {
    const { queue } = queueWith();
    const [other, gone] = [person(), person()];
    queue.join(other, { conversationId: 'another' });
    const leave = queue.join(gone, { conversationId: null });
    const answer = queue.ask(questionOf('git push'), never, null);
    await vi.waitFor(() => expect(gone.ask).toHaveBeenCalledOnce());
    leave();
    expect(await answer).toEqual(nobody);
    expect(gone.signal()?.aborted).toBe(true);
    const late = person();
    const first = person();
    const another = queue.ask(questionOf('git push'), never, first);
    await vi.waitFor(() => expect(first.ask).toHaveBeenCalledOnce());
    queue.join(late, { conversationId: 'another' });
    first.says({ kind: 'approved' });
    expect(await another).toEqual({ kind: 'approved' });
    expect([other, late].map(({ ask }) => ask.mock.calls)).toEqual([[], []]);
  });

  test('is not answered by who has left, nor put to anybody once it is answered', async () => {
    const { queue } = queueWith();
    const [first, gone, late] = [person(), person(), person()];
    const leave = queue.join(gone, { conversationId: null });
    const answer = queue.ask(questionOf('git push'), never, first);
    await vi.waitFor(() => expect(gone.ask).toHaveBeenCalledOnce());
    leave();
    gone.says({ kind: 'approved' });
    await new Promise(setImmediate);
    first.says({ kind: 'refused', reason: 'no' });
    await new Promise(setImmediate);
    queue.join(late, { conversationId: null });
    expect(await answer).toEqual({ kind: 'refused', reason: 'no' });
    expect(late.ask).not.toHaveBeenCalled();
  });

  test('of a call that was cancelled before is put to nobody', async () => {
    const { queue } = queueWith();
    const first = person();
    expect(await queue.ask(questionOf('git push'), AbortSignal.abort(), first)).toEqual(nobody);
    expect(first.ask).not.toHaveBeenCalled();
  });

  test.each([undefined, null, {}, { kind: 'yes' }, 'approved'])(
    'is a no where %j comes back',
    async (answer) => {
      const { queue } = queueWith();
      const ask = async () => answer as ApprovalAnswer; // What callers without types may return.
      expect(await queue.ask(questionOf('git push'), never, { ask })).toEqual({
        kind: 'refused',
        reason: 'what came back from asking is no answer',
      });
    },
  );

  test.each([
    { kind: 'approved', always: false },
    { kind: 'approved', always: 'no' },
    { kind: 'approved', always: null },
    { kind: 'approved', always: { offers: null } },
    { kind: 'refused' },
    { kind: 'edited' },
    { kind: 'edited', command: ['ls'] },
  ])('is a no, in words, where %j comes back, which says no such thing', async (answer) => {
    const { queue } = queueWith();
    const ask = async () => answer as ApprovalAnswer; // As above.
    const offers = [{ kind: 'call', words: ['git', 'push'], cwd: '/work' }] as const;
    expect(await queue.ask(questionOf('git push', { offers }), never, { ask })).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/^what came back from asking is no answer: expected /),
    });
  });

  test.each([
    { kind: 'approved', conversation: 'x' },
    { kind: 'approved', conversation: null },
    { kind: 'approved', always: 'zz' },
    { kind: 'approved', always: [] },
    { kind: 'approved', always: { forMs: 'a day' } },
    { kind: 'approved', always: { forMs: Number.MAX_SAFE_INTEGER } },
    { kind: 'approved', always: { for: 1 } },
    { kind: 'approved', always: { offers: [null] } },
    { kind: 'approved', always: { offers: [{ kind: 'call', words: 'git push', cwd: '/work' }] } },
    { kind: 'approved', always: { offers: [{ kind: 'access', workspace: '/work' }] } },
    { kind: 'approved', command: 'git status' },
  ])('is a no where %j comes back, also where nothing could be kept', async (answer) => {
    const { queue } = queueWith(null, storeWith());
    const ask = async () => answer as unknown as ApprovalAnswer; // As above.
    const call = { kind: 'call', words: ['git', 'push'], cwd: '/work' } as const;
    for (const offers of [null, [call]]) {
      const question = questionOf('git push', { offers, isConversationNamed: false });
      expect(await queue.ask(question, never, { ask })).toEqual({
        kind: 'refused',
        reason: expect.stringMatching(/^what came back from asking is no answer: expected /),
      });
      const open = {
        id: '7',
        question,
        isMasked: false,
        state: 'left',
        askedAtMs: 0,
        expiresAtMs: 1,
      } as const;
      const { queue: kept } = queueWith(null, storeWith({ find: async () => open }));
      expect(await kept.answer('7', answer as never)).toMatchObject({ kind: 'unfit' });
    }
  });

  test('stays open as long as one of them may still answer', async () => {
    const { queue } = queueWith();
    const [first, second] = [person(), person()];
    queue.join(second, { conversationId: null });
    const answer = queue.ask(questionOf('git push'), never, first);
    first.says({ kind: 'unanswered' });
    second.says({ kind: 'approved' });
    expect(await answer).toEqual({ kind: 'approved' });
  });

  test('is answered by whoever takes time to think', async () => {
    const { queue, clock } = queueWith();
    const slow = person();
    const answer = queue.ask(questionOf('git push'), never, slow);
    await vi.waitFor(() => expect(clock.pending).toBe(1));
    clock.advance(60_000);
    await vi.waitFor(() => expect(clock.pending).toBe(0));
    slow.says({ kind: 'refused', reason: 'no' });
    expect(await answer).toEqual({ kind: 'refused', reason: 'no' });
  });

  test.each(['', '  \n'])('of a no with the reason %j it is told that there is none', async (reason) => {
    const { queue } = queueWith();
    const brief = person();
    const answer = queue.ask(questionOf('git push'), never, brief);
    brief.says({ kind: 'refused', reason });
    expect(await answer).toEqual({ kind: 'refused', reason: 'no reason was given' });
  });

  test('is a no when somebody who is asked fails', async () => {
    const { queue } = queueWith();
    const broken = person();
    const answer = queue.ask(questionOf('git push'), never, broken);
    broken.throws(new Error('the console is gone'));
    expect(await answer).toEqual({
      kind: 'refused',
      reason: 'asking for approval failed: the console is gone',
    });
  });

  test('of a call that is cancelled is taken back from who thinks about it', async () => {
    const { queue } = queueWith();
    const [slow, stop] = [person(), new AbortController()];
    const answer = queue.ask(questionOf('git push'), stop.signal, slow);
    await vi.waitFor(() => expect(slow.ask).toHaveBeenCalledOnce());
    stop.abort();
    expect(await answer).toEqual(nobody);
    expect(slow.signal()?.aborted).toBe(true);
  });

  test('is handed back at once where nobody is there', async () => {
    const { queue } = queueWith();
    expect(await queue.ask(questionOf('git push'), never, null)).toEqual(nobody);
  });

  test('is handed back when its time is up, which is no refusal', async () => {
    const { queue, clock } = queueWith(1_000);
    const slow = person();
    const answer = queue.ask(questionOf('git push'), never, slow);
    await vi.waitFor(() => expect(slow.ask).toHaveBeenCalledOnce());
    const advanced = vi.waitFor(() => {
      clock.advance(500);
      expect(slow.signal()?.aborted).toBe(true);
    });
    expect(await answer).toEqual({ kind: 'unanswered', because: 'expired', approval: null });
    await advanced;
  });
});

describe('a question that is kept for other processes', () => {
  test('and cannot be is answered all the same by who is here, and else is an error', async () => {
    const { queue, clock } = queueWith(null, storeWith({ post: failing }));
    const slow = person();
    const answer = queue.ask(questionOf('git push'), never, slow);
    await vi.waitFor(() => expect(clock.pending).toBe(1));
    clock.advance(50);
    await vi.waitFor(() => expect(clock.pending).toBe(0));
    slow.says({ kind: 'approved' });
    expect(await answer).toEqual({ kind: 'approved' });
    await expect(queue.ask(questionOf('git push'), never, null)).rejects.toThrow('the disk is full');
  });

  test('is looked after again and again, also when the database could not be read', async () => {
    const looks: unknown[] = [
      failing,
      async () => [],
      async () => [{ id: '7', answer: { kind: 'approved' } }],
    ];
    const answersTo = vi.fn(async () => await (looks.shift() as ApprovalStore['answersTo'])([]));
    const { queue, clock } = queueWith(
      60_000,
      storeWith({ answersTo, end: async () => ({ kind: 'approved' }) }),
    );
    const answer = queue.ask(questionOf('git push'), never, null);
    for (const count of [1, 2, 3])
      await vi.waitFor(() => {
        if (answersTo.mock.calls.length < count) clock.advance(100);
        expect(answersTo).toHaveBeenCalledTimes(count);
      });
    expect(await answer).toEqual({ kind: 'approved' });
    expect(answersTo.mock.calls).toEqual([[['7']], [['7']], [['7']]]);
  });

  test('waits as long as was said, from when it was first asked', async () => {
    const end = vi.fn(storeWith().end);
    const { queue, clock } = queueWith(1_000, storeWith({ end }));
    const answer = queue.ask(questionOf('git push'), never, person());
    await vi.waitFor(() => expect(clock.pending).toBe(1));
    clock.advance(50);
    await vi.waitFor(() => expect(clock.pending).toBe(2)); // The end of the time, and the next look for an answer.
    clock.advance(949);
    await new Promise(setImmediate);
    expect(end).not.toHaveBeenCalled();
    clock.advance(1);
    expect(await answer).toEqual({ kind: 'unanswered', because: 'expired', approval: '7' });
    expect(end.mock.calls).toEqual([['7', { kind: 'left' }]]);
  });

  test('that was answered before is put to nobody, unless the call comes with an answer of its own', async () => {
    const claim = vi.fn(async () => ({ kind: 'refused', reason: 'no' }) as const);
    const { queue } = queueWith(null, storeWith({ claim }));
    const question = questionOf('git push');
    const asked = person();
    expect(await queue.ask(question, never, asked)).toEqual({ kind: 'refused', reason: 'no' });
    expect(asked.ask).not.toHaveBeenCalled();
    const given = { ask: async () => ({ kind: 'approved' }) as const, isGivenWithCall: true };
    expect(await queue.ask(question, never, given)).toEqual({ kind: 'approved' });
    expect(claim.mock.calls).toEqual([[question.key], [question.key]]);
  });

  test('is not kept where somebody answers at once', async () => {
    const post = vi.fn(storeWith().post);
    const { queue } = queueWith(null, storeWith({ post }));
    const ask = async () => ({ kind: 'approved' }) as const;
    expect(await queue.ask(questionOf('git push'), never, { ask })).toEqual({ kind: 'approved' });
    expect(post).not.toHaveBeenCalled();
  });

  test('is no longer open when its call is cancelled', async () => {
    const end = vi.fn(storeWith().end);
    const { queue, clock } = queueWith(60_000, storeWith({ end }));
    const [slow, stop] = [person(), new AbortController()];
    const answer = queue.ask(questionOf('git push'), stop.signal, slow);
    await vi.waitFor(() => expect(clock.pending).toBe(1));
    clock.advance(50);
    await vi.waitFor(() => expect(clock.pending).toBe(2));
    stop.abort();
    expect(await answer).toEqual(nobody);
    expect(end.mock.calls).toEqual([['7', { kind: 'cancelled' }]]);
  });
});

describe('an answer from another process', () => {
  const question = questionOf('npm test', {
    offers: [{ kind: 'call', words: ['npm', 'test'], cwd: '/work' }],
  });
  const open = { id: '7', question, isMasked: false } as unknown as OpenApproval;
  const always = { kind: 'approved', always: {} } as const;

  test('is unknown to a queue that keeps nothing, and to a store without the question', async () => {
    expect(await queueWith().queue.answer('7', always)).toEqual({ kind: 'unknown' });
    const answer = vi.fn(storeWith().answer);
    expect(await queueWith(null, storeWith({ answer })).queue.answer('7', always)).toEqual({
      kind: 'unknown',
    });
    expect(answer.mock.calls).toEqual([['7', always, []]]);
  });

  test('is kept with what is to hold for longer', async () => {
    const answer = vi.fn<ApprovalStore['answer']>(async () => ({ kind: 'unknown' }));
    const { queue } = queueWith(null, storeWith({ answer, find: async () => open }));
    await queue.answer('7', always);
    await queue.answer('7', { kind: 'approved' });
    expect(answer.mock.calls.map(([, , grants]) => grants.length)).toEqual([1, 0]);
  });

  test('is not kept where it does not fit the question', async () => {
    const answer = vi.fn(storeWith().answer);
    const { queue } = queueWith(null, storeWith({ answer, find: async () => ({ ...open, isMasked: true }) }));
    expect(await queue.answer('7', always)).toMatchObject({ kind: 'unfit' });
    expect(answer).not.toHaveBeenCalled();
  });
});
