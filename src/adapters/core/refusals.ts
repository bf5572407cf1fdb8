import type { AskedCalls } from './asked.ts';
import type { PersonAnswer } from './person.ts';

/**
 * Has it recorded, once, what a person has refused of what they were asked about here: for frameworks that tell no tool of a refusal.
 * `answerOf`: what they have said to a call by now, if anything.
 */
export async function recordRefused<Input>(
  asked: AskedCalls<Input>,
  answerOf: (callId: string) => PersonAnswer | undefined,
  refuse: (input: Input, reason: string | undefined) => Promise<unknown>,
): Promise<void> {
  for (const [callId, input] of asked.open()) {
    const answer = answerOf(callId);
    if (answer === undefined || answer.approved) continue;
    asked.claim(callId, input);
    await refuse(input, answer.reason);
  }
}
