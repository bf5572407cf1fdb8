import { isDeepStrictEqual } from 'node:util';
import type { ModelMessage } from 'ai';
import type { PersonAnswer } from '../core/person.ts';

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
  const answers = responsesIn(messages.slice(-1));
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

/** What a person has said to calls, by the ids of these. */
export function answersIn(messages: readonly ModelMessage[]): ReadonlyMap<string, PersonAnswer> {
  const questions = questionsIn(messages);
  return new Map(
    responsesIn(messages).flatMap((answer) => {
      const question = questions.find(({ approvalId }) => approvalId === answer.approvalId);
      return question === undefined ? [] : [[question.toolCallId, answer] as const];
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

function responsesIn(messages: readonly ModelMessage[]) {
  return messages
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .flatMap((part) => (part.type === 'tool-approval-response' ? [part] : []));
}
