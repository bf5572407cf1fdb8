import { interrupt, isGraphBubbleUp } from '@langchain/langgraph';
import type { AgentTool, FrameworkApproval } from '../core/agent-tools.ts';
import { createAskedCalls } from '../core/asked.ts';
import type { PersonAnswer } from '../core/person.ts';
import { callsAtOnce } from './calls-at-once.ts';
import { readDecision } from './decision.ts';

/** Whether a call may be run, and by which yes of a person; or what becomes of it instead. */
export type Permission =
  | { readonly kind: 'given'; readonly approval: FrameworkApproval | null }
  | { readonly kind: 'refused'; readonly reason: string | undefined }
  | { readonly kind: 'not_asked'; readonly text: string };

/** Where nobody is asked by the graph. */
export const unasked: Permission = { kind: 'given', approval: null };

/** What is looked at of a call to ask about it. */
export interface AskedCall {
  readonly input: unknown;
  readonly conversationId: string | undefined;
  readonly callId: string | undefined;
  readonly state: unknown;
}

/** Said where nobody can tell for certain which of several questions of one step an answer is for. */
const askAlone =
  "[not run: it needs the user's approval, and was called together with others; call it again by itself]";

/** Said where the state of the graph, or what the command would do, was changed between the question and the answer. */
const askedOther = '[not run: what it would do now is not what the user was asked about; call it again]';

/** The reason of a question to which there is no other any more. */
const noLongerAsked = 'it was asked about before, and has not been answered';

/** Asks a person by interrupting the graph, where the rules want that. Where there is none to interrupt, the call has no yes. */
export function createAsk(one: AgentTool): (call: AskedCall) => Promise<Permission> {
  const asked = createAskedCalls();
  return async ({ input, conversationId, callId, state }) => {
    const asking = await one.toAsk(input, { conversationId });
    const id = `${conversationId} ${callId}`;
    if (asking === null) {
      // What a person is being asked about waits for their answer, also where nobody would be asked any more.
      if (!asked.isAsked(id)) return unasked;
      const answer = answerTo(question(one, input, noLongerAsked));
      asked.claim(id, input);
      return permissionBy(answer, null, { kind: 'not_asked', text: askedOther });
    }
    if (callsAtOnce(state) > 1) return { kind: 'not_asked', text: askAlone };
    const { reason, key } = asking;
    if (asked.isAskedOther(id, { input, key })) {
      asked.claim(id, input);
      return { kind: 'not_asked', text: askedOther };
    }
    asked.ask(id, { input, key });
    // The graph stops here, and this function is called anew with the answer.
    const answer = answerTo(question(one, input, reason));
    const approval = asked.claim(id, input);
    return permissionBy(answer, approval, unasked);
  };
}

/** `approval`: what a yes is worth; `otherwise`: what becomes of the call where there is no answer. */
function permissionBy(
  answer: PersonAnswer | null,
  approval: FrameworkApproval | null,
  otherwise: Permission,
): Permission {
  if (answer === null) return otherwise;
  return answer.approved ? { kind: 'given', approval } : { kind: 'refused', reason: answer.reason };
}

/** Stops the graph, or has the answer it goes on with; `null`: there is no graph, or none with a checkpointer, which alone can be stopped. */
function answerTo(asked: ReturnType<typeof question>): PersonAnswer | null {
  try {
    return readDecision(interrupt(asked));
  } catch (error) {
    if (isGraphBubbleUp(error)) throw error;
    // Nobody has answered: the call is judged without a yes, and the model is told so.
    return null;
  }
}

/** In the words of the human-in-the-loop middleware, so that what shows its questions shows these. */
function question(one: AgentTool, input: unknown, reason: string) {
  return {
    actionRequests: [{ name: one.name, args: input, description: reason }],
    reviewConfigs: [{ actionName: one.name, allowedDecisions: ['approve', 'reject'] }],
  };
}
