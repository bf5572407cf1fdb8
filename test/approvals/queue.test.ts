import { describe, expect, test, vi } from 'vitest';
import { createApprovalQueue } from '../../src/approvals/queue.ts';
import type { ApprovalAnswer, Approver } from '../../src/model/ports.ts';
import { createFakeClock } from '../../src/testing/fake-clock.ts';
import { deferred } from '../engine/parts.ts';
import { questionOf } from './support.ts';

const never = new AbortController().signal;
const nobody = { kind: 'unanswered', because: 'nobody', approval: null };

/** A queue that keeps nothing. */
function queueWith(waitMs: number | null = null) {
  const clock = createFakeClock();
  return { clock, queue: createApprovalQueue({ store: null, clock, mask: (text) => text, waitMs }) };
}

/** Somebody who takes time to answer. */
function person() {
  const answer = deferred<ApprovalAnswer>();
  const ask = vi.fn<Approver['ask']>(async () => await answer.promise);
  return { ask, says: answer.resolve, throws: answer.reject, signal: () => ask.mock.calls[0]?.[1] };
}

describe('a question', () => {
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
    expect(other.ask).not.toHaveBeenCalled();
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
