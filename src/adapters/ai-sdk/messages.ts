import { isDeepStrictEqual } from 'node:util';
import type { ModelMessage } from 'ai';

/** A call as the SDK tells of it. */
export interface MadeCall {
  readonly toolCallId: string;
  readonly messages: readonly ModelMessage[];
}

/**
 * Whether the person has just said yes to this call with this input. The answer is in the last message and names the
 * question, the question names the call, and the call has the input. A model chooses the ids of its calls, so that an id
 * alone says nothing.
 */
export function isApproved(input: unknown, { toolCallId, messages }: MadeCall): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return false;
  const answers = last.content.flatMap((part) => (part.type === 'tool-approval-response' ? [part] : []));
  const parts = partsOf(messages);
  const questions = questionsIn(messages);
  const isAnswered = questions.some(
    (question) =>
      question.toolCallId === toolCallId &&
      answers.some((answer) => answer.approvalId === question.approvalId && answer.approved),
  );
  const calls = parts.filter((part) => part.type === 'tool-call' && part.toolCallId === toolCallId);
  return (
    isAnswered &&
    calls.length > 0 &&
    calls.every((call) => call.type === 'tool-call' && isDeepStrictEqual(call.input, input))
  );
}

/** The calls that a person has said no to, by their ids, with the reasons. */
export function refusalsIn(messages: readonly ModelMessage[]): ReadonlyMap<string, string> {
  const questions = questionsIn(messages);
  const answers = messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
  return new Map(
    answers.flatMap((answer) => {
      if (answer.type !== 'tool-approval-response' || answer.approved) return [];
      const question = questions.find(({ approvalId }) => approvalId === answer.approvalId);
      return question === undefined
        ? []
        : [[question.toolCallId, answer.reason ?? 'no reason was given'] as const];
    }),
  );
}

function partsOf(messages: readonly ModelMessage[]) {
  return messages.flatMap((message) =>
    message.role === 'assistant' && typeof message.content !== 'string' ? message.content : [],
  );
}

function questionsIn(messages: readonly ModelMessage[]) {
  return partsOf(messages).flatMap((part) => (part.type === 'tool-approval-request' ? [part] : []));
}
