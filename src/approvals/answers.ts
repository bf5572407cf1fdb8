import type { OpenApproval } from '../model/approval.ts';

/** Which answers a question leaves open beside a no and a yes for once. */
export interface OpenAnswers {
  readonly conversation: boolean;
  readonly always: boolean;
  readonly edit: boolean;
}

/** With a secret left out of it, it is not known what else would be answered: see `unfit()`. */
export function openAnswers({
  question,
  isMasked,
}: Pick<OpenApproval, 'question' | 'isMasked'>): OpenAnswers {
  return {
    conversation: !isMasked && question.isConversationNamed,
    always: !isMasked && question.offers !== null,
    edit: !isMasked,
  };
}

/** What the agent is told where the person says no and gives no reason. */
export const noReason = 'no reason was given';

/** What they have given as a reason: what is no text, or says nothing, is none. */
export function reasonIn(given: unknown): string {
  return typeof given === 'string' && given.trim() !== '' ? given : noReason;
}

/** What becomes of an answer that is none of those that there are. */
export const noAnswer = { kind: 'refused', reason: 'what came back from asking is no answer' } as const;
