import type { ApprovalQueue, ApprovalStore, Decisive, QueueAnswer } from '../model/approval.ts';
import { checkJoining } from '../model/joining.ts';
import type { ApprovalQuestion, Approver, Clock } from '../model/ports.ts';
import { grantsOfAnswer } from '../policy/grants-of-answer.ts';
import { isCovered } from './covered.ts';
import { createMailbox } from './mailbox.ts';
import { maskQuestion } from './mask-question.ts';
import { createRace, type Race } from './race.ts';
import { unfit } from './unfit.ts';

/** What a queue works with. */
export interface QueueParts {
  /** Where other processes find the questions; `null`: nowhere. */
  readonly store: ApprovalStore | null;
  readonly clock: Clock;
  /** The text without secrets. */
  readonly mask: (text: string) => string;
  /**
   * Milliseconds after which a call is handed back unanswered. `null`: as long as somebody who was asked has not answered,
   * and not at all where nobody is there to ask.
   */
  readonly waitMs: number | null;
}

/**
 * How long a question is only asked in this process, in milliseconds. Programs answer at once, and to keep what nobody else
 * will see would cost more than all the rest; a person takes longer than 50 ms.
 */
const unpostedMs = 50;

/** Asks whoever has joined, and whoever looks into the store; the first answer holds. */
export function createApprovalQueue({ store, clock, mask, waitMs }: QueueParts): ApprovalQueue {
  const members = new Set<Member>();
  const asked = new Set<Asked>();
  const mailbox = store === null ? null : createMailbox(store, clock);

  return {
    join(approver, of) {
      checkJoining(approver, of);
      const { conversationId } = of;
      // An own object for each time: the same approver may join twice, and leave once.
      const member: Member = { approver: { ask: approver.ask.bind(approver) }, conversationId };
      members.add(member);
      for (const one of asked) if (isFor(member, one.question)) one.race.invite(member.approver);
      return () => {
        members.delete(member);
        for (const { race } of asked) race.dismiss(member.approver);
      };
    },
    async ask(question, signal, first, keyFor) {
      const earlier = await claim(question, keyFor);
      // The last word of a person holds.
      if (earlier !== null && first?.isGivenWithCall !== true) return earlier;
      const race = createRace(question);
      const cancel = (): void => race.settle(null);
      const one: Asked = { question, race };
      asked.add(one);
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      try {
        if (first !== null) race.invite(first);
        for (const member of members) if (isFor(member, question)) race.invite(member.approver);
        return await outcomeOf(one, signal);
      } finally {
        signal.removeEventListener('abort', cancel);
        asked.delete(one);
        race.settle(null);
      }
    },
    open: async () => (await store?.open()) ?? [],
    async answer(id, answer) {
      if (store === null) return { kind: 'unknown' };
      const open = await store.find(id);
      const reason = open === null ? null : unfit(answer, open);
      if (reason !== null) return { kind: 'unfit', reason };
      const grants = open === null ? [] : grantsOfAnswer(answer, open.question, clock.nowMs());
      return await store.answer(id, answer, grants);
    },
  };

  /** What was answered to the same call before, also if a part of what was asked about has been granted since. */
  async function claim(
    question: ApprovalQuestion,
    keyFor: Parameters<ApprovalQueue['ask']>[3],
  ): Promise<Decisive | null> {
    const same = (await store?.claim(question.key)) ?? null;
    if (store === null || same !== null || keyFor === undefined) return same;
    const approved = await store.approved();
    const before = approved.find((one) => isCovered(question, one, keyFor));
    return before === undefined ? null : await store.claim(before.key);
  }

  async function outcomeOf(one: Asked, signal: AbortSignal): Promise<QueueAnswer> {
    const { race, question } = one;
    const startedAtMs = clock.elapsedMs();
    const soon = await firstOf(race, unpostedMs);
    if (soon.kind === 'settled') return soon.answer ?? handedBack('nobody', null);
    const posted = await post(question, soon.kind === 'idle');
    const stop = posted === null ? () => {} : mailbox?.listen(posted, (answer) => race.settle(answer));
    const left = waitMs === null ? null : Math.max(0, waitMs - (clock.elapsedMs() - startedAtMs));
    const late = await lastOf(race, left);
    stop?.();
    return await conclude(posted, late, signal);
  }

  /** Where somebody here can still answer, that nobody else can is no reason to give up. */
  async function post(question: ApprovalQuestion, isNeeded: boolean): Promise<string | null> {
    if (store === null) return null;
    const { masked, isMasked } = maskQuestion(question, mask);
    try {
      return await store.post(masked, isMasked);
    } catch (error) {
      if (isNeeded) throw error;
      return null;
    }
  }

  /** Until there is an answer, or time is up; without a limit, until nobody thinks about it any more. */
  async function lastOf(race: Race, leftMs: number | null): Promise<Late> {
    if (leftMs !== null) {
      const late = await firstOf(race, leftMs, false);
      return late.kind === 'settled' ? late : { kind: 'open', because: 'expired' };
    }
    const late = await firstOf(race, null);
    return late.kind === 'settled' ? late : { kind: 'open', because: 'nobody' };
  }

  async function conclude(id: string | null, late: Late, signal: AbortSignal): Promise<QueueAnswer> {
    if (store === null || id === null)
      return late.kind === 'settled' && late.answer !== null ? late.answer : handedBack(reasonOf(late), null);
    if (signal.aborted) {
      await store.end(id, { kind: 'cancelled' });
      return handedBack('nobody', null);
    }
    const answer = late.kind === 'settled' ? late.answer : null;
    const how = answer === null ? ({ kind: 'left' } as const) : ({ kind: 'answered', answer } as const);
    return (await store.end(id, how)) ?? handedBack(reasonOf(late), id);
  }

  /** What comes first: an answer, that nobody thinks about it any more, or the end of the time. */
  async function firstOf(race: Race, ms: number | null, countsIdle = true): Promise<First> {
    let stop = (): void => {};
    const time = new Promise<First>((resolve) => {
      if (ms !== null) stop = clock.after(ms, () => resolve({ kind: 'time' }));
    });
    const settled = race.settled.then((answer): First => ({ kind: 'settled', answer }));
    const idle = countsIdle ? [race.idle.then((): First => ({ kind: 'idle' }))] : [];
    const first = await Promise.race([settled, ...idle, time]);
    stop();
    return first;
  }
}

interface Member {
  readonly approver: Approver;
  readonly conversationId: string | null;
}

interface Asked {
  readonly question: ApprovalQuestion;
  readonly race: Race;
}

type First =
  | { readonly kind: 'settled'; readonly answer: Decisive | null }
  | { readonly kind: 'idle' | 'time' };

type Late =
  | { readonly kind: 'settled'; readonly answer: Decisive | null }
  | { readonly kind: 'open'; readonly because: 'nobody' | 'expired' };

function isFor({ conversationId }: Member, question: ApprovalQuestion): boolean {
  return conversationId === null || conversationId === question.conversationId;
}

function reasonOf(late: Late): 'nobody' | 'expired' {
  return late.kind === 'open' ? late.because : 'nobody';
}

function handedBack(because: 'nobody' | 'expired', approval: string | null): QueueAnswer {
  return { kind: 'unanswered', because, approval };
}
