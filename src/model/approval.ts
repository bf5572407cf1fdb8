import type { Grant } from './grant.ts';
import type { ApprovalAnswer, ApprovalQuestion, Approver } from './ports.ts';

/** An answer that says what is to become of a call. */
export type Decisive = Exclude<ApprovalAnswer, { kind: 'unanswered' }>;

/** What came of asking everybody. */
export type QueueAnswer = Decisive | Unanswered;

/** Nobody has said yes or no. That is not a no: the question may be left for somebody to answer later. */
interface Unanswered {
  readonly kind: 'unanswered';
  /** `nobody`: there was nobody to ask. `expired`: those who were asked had not answered in time. */
  readonly because: 'nobody' | 'expired';
  /** By which the question can still be answered, for the same call when it is made again; `null`: it cannot. */
  readonly approval: string | null;
}

/** Where calls wait for a person: whoever has joined is asked, and the first answer holds. */
export interface Approvals {
  /**
   * Has somebody asked about the calls of a conversation, `null` for those of all; also about those that wait already.
   * The signal of a question is aborted when it is to be asked no more, because somebody else has answered too. The
   * returned function takes that back.
   */
  join(approver: Approver, of: { readonly conversationId: string | null }): () => void;
  /** The questions that can be answered, of all processes that share the state, the oldest first; and those whose host is gone. */
  open(): Promise<readonly OpenApproval[]>;
  /** Answers one of them, for whoever waits. */
  answer(id: string, answer: Decisive): Promise<AnswerReceipt>;
}

/** The same for the engine. */
export interface ApprovalQueue extends Approvals {
  /**
   * Asks about a call: `first`, who is asked beside all who have joined, or `null`. `keyFor` tells the key that the question would
   * have, were the call asked about for other reasons; left out: an answer is for the very same question. Rejects when the state
   * cannot be used.
   */
  ask(
    question: ApprovalQuestion,
    signal: AbortSignal,
    first: Approver | null,
    keyFor?: (asked: Pick<ApprovalQuestion, 'findings' | 'access'>) => string,
  ): Promise<QueueAnswer>;
}

/** A question as it is kept: the values of secrets are left out of it. */
export interface OpenApproval {
  readonly id: string;
  readonly question: ApprovalQuestion;
  /** Whether something was left out. Then it can be answered for once alone: what else would hold is not known. */
  readonly isMasked: boolean;
  /**
   * `waiting`: a call waits for the answer. `left`: the call is over, and the answer is for the same call when it is made
   * again. `gone`: the process that had asked has ended without a word, and there is nobody to answer.
   */
  readonly state: 'waiting' | 'left' | 'gone';
  /** Milliseconds since 1970. */
  readonly askedAtMs: number;
  /** Milliseconds since 1970; from then on it cannot be answered. */
  readonly expiresAtMs: number;
}

/** What became of an answer. */
export type AnswerReceipt =
  | { readonly kind: 'taken'; readonly state: 'waiting' | 'left' }
  /** There was an answer before, which holds, or the call was cancelled. */
  | { readonly kind: 'too-late'; readonly because: 'answered' | 'cancelled' | 'expired' | 'gone' }
  | { readonly kind: 'unknown' }
  /** It cannot be answered so; in words. */
  | { readonly kind: 'unfit'; readonly reason: string };

/** Keeps the questions that wait, for all processes that share a state directory. Every method rejects when it cannot be used. */
export interface ApprovalStore {
  /** The answer to the same call, given after an earlier one was over; handed out once. */
  claim(key: string): Promise<Decisive | null>;
  /** The questions to which there is a yes that can be claimed. */
  approved(): Promise<readonly ApprovalQuestion[]>;
  /** Resolves to the id. A question that was left and is asked again keeps its own. */
  post(question: ApprovalQuestion, isMasked: boolean): Promise<string>;
  /** Of these questions, the answers that others have given. */
  answersTo(ids: readonly string[]): Promise<readonly { readonly id: string; readonly answer: Decisive }[]>;
  /** The call waits no more. Resolves to the answer that was first, which is another one if somebody else gave it. */
  end(id: string, how: WaitEnd): Promise<Decisive | null>;
  /** Those that wait, were left, or are gone. */
  open(): Promise<readonly OpenApproval[]>;
  /** The same of one; `null` when there is none of that id, or it was answered. */
  find(id: string): Promise<OpenApproval | null>;
  /** Keeps the answer, if it is the first, and with it what it allows for longer. */
  answer(id: string, answer: Decisive, grants: readonly Grant[]): Promise<AnswerReceipt>;
}

/** Why a call waits no more. */
export type WaitEnd =
  | { readonly kind: 'answered'; readonly answer: Decisive }
  | { readonly kind: 'left' }
  | { readonly kind: 'cancelled' };
