import type { RunContext } from '@openai/agents';
import type { FrameworkApproval } from '../core/agent-tools.ts';
import type { AskedCalls } from '../core/asked.ts';
import type { PersonAnswer } from '../core/person.ts';

/** A call as the context of a run knows it. */
interface KnownCall {
  readonly toolName: string;
  readonly callId: string;
}

/** What a person has said to a call by now; `undefined`: nothing. */
export function answerTo(call: KnownCall, context: RunContext): PersonAnswer | undefined {
  const approved = context.isToolApproved(call);
  if (approved === undefined) return undefined;
  return { approved, reason: context.getRejectionMessage(call.toolName, call.callId) };
}

/** The yes of a person who was asked about this call, with this input, and has said it to this one and not to all of them. */
export function approvalOf(
  asked: AskedCalls,
  { input, ...call }: KnownCall & { readonly input: unknown },
  context: RunContext,
): FrameworkApproval | null {
  const claimed = asked.claim(call.callId, input);
  switch (claimed?.kind) {
    case 'here':
      return answerTo(call, context)?.approved === true ? claimed : null;
    case 'elsewhere':
      return isApprovedById(call, context) ? claimed : null;
    case undefined:
      return null;
  }
}

function isApprovedById({ toolName, callId }: KnownCall, context: RunContext): boolean {
  const approved = context.toJSON().approvals[toolName]?.approved;
  return Array.isArray(approved) && approved.includes(callId);
}
