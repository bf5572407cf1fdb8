import type { Decisive } from '../model/approval.ts';
import { messageOf } from '../model/errors.ts';
import type { ApprovalAnswer, ApprovalQuestion, Approver } from '../model/ports.ts';
import { noAnswer, reasonIn } from './answers.ts';
import { malformed } from './malformed.ts';
import { unfit } from './unfit.ts';

/** One question put to several people, of whom the first to answer decides. */
export interface Race {
  /** Settled once: with the first answer, or with `null` when the race was called off. */
  readonly settled: Promise<Decisive | null>;
  /** Settled when nobody who was asked thinks about it any more; never, once there is an answer. */
  readonly idle: Promise<void>;
  invite(approver: Approver): void;
  /** Takes an invitation back: what is answered to it counts no more. */
  dismiss(approver: Approver): void;
  /** Settles it, unless it is. */
  settle(answer: Decisive | null): void;
}

export function createRace(question: ApprovalQuestion): Race {
  const thinking = new Map<Approver, AbortController>();
  const settled = deferred<Decisive | null>();
  let isOver = false;
  let watchers: (() => void)[] = [];

  const tellIdle = (): void => {
    if (thinking.size > 0 || isOver) return;
    for (const tell of watchers) tell();
    watchers = [];
  };

  const leave = (approver: Approver): void => {
    thinking.get(approver)?.abort();
    thinking.delete(approver);
    tellIdle();
  };

  const settle = (answer: Decisive | null): void => {
    if (isOver) return;
    isOver = true;
    for (const approver of thinking.keys()) leave(approver);
    settled.resolve(answer);
  };

  return {
    settled: settled.promise,
    get idle() {
      return new Promise<void>((resolve) => {
        watchers.push(resolve);
        tellIdle();
      });
    },
    invite(approver) {
      if (isOver || thinking.has(approver)) return;
      const controller = new AbortController();
      thinking.set(approver, controller);
      void answerOf(approver, question, controller.signal).then((answer) => {
        if (thinking.get(approver) !== controller) return;
        if (answer.kind === 'unanswered') leave(approver);
        else {
          thinking.delete(approver);
          settle(answer);
        }
      });
    },
    dismiss: leave,
    settle,
  };
}

const kinds: ReadonlySet<string> = new Set(['approved', 'edited', 'refused', 'unanswered']);

/** Never rejects: an approver that throws has said no. */
async function answerOf(
  approver: Approver,
  question: ApprovalQuestion,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  try {
    const answer = await approver.ask(question, signal);
    if (!kinds.has(answer?.kind)) return noAnswer;
    if (answer.kind === 'unanswered') return answer;
    // Before anything is left out of it: what is malformed is no yes for once either.
    const wrong = malformed(answer);
    if (wrong !== null) return noAnswerAs(wrong);
    const given = narrowed(answer, question);
    const reason = unfit(given, { question, isMasked: false });
    return reason === null ? given : noAnswerAs(reason);
  } catch (error) {
    return { kind: 'refused', reason: `asking for approval failed: ${messageOf(error)}` };
  }
}

function noAnswerAs(reason: string): ApprovalAnswer {
  return { kind: 'refused', reason: `${noAnswer.reason}: ${reason}` };
}

/** Whoever says "always" of what cannot be, or "for this conversation" of none, has said yes all the same: for once. A reason that says nothing is none. */
function narrowed(answer: Decisive, { offers, isConversationNamed }: ApprovalQuestion): Decisive {
  if (answer.kind === 'refused') return { ...answer, reason: reasonIn(answer.reason) };
  if (answer.kind !== 'approved') return answer;
  const { always, conversation } = answer;
  return {
    kind: 'approved',
    ...(always !== undefined && offers !== null && { always }),
    ...(conversation === true && isConversationNamed && { conversation }),
  };
}

function deferred<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
