import type { Agent, AgentExecutionOptions } from '@mastra/core/agent';
import type { FullOutput } from '@mastra/core/stream';
import { HandrailError } from '../../model/errors.ts';
import { askAbout, type Person } from '../core/person.ts';

/** What a run waits with for an approval; a tool that waits by itself has a `suspendPayload` beside it. */
interface ApprovalRequest {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: unknown;
}

/** The ways in which an agent takes an answer. */
type Answerable = Pick<Agent, 'approveToolCallGenerate' | 'declineToolCallGenerate'>;

/**
 * Asks a person about the call that a run waits with, and has the agent go on with the answer. `settings`: what `generate` was given
 * beside the messages.
 *
 * @example
 * while (output.finishReason === 'suspended') output = await askPerson(agent, output, person);
 */
export async function askPerson<Output>(
  agent: Answerable,
  { runId, suspendPayload: request }: FullOutput<Output>,
  person: Person,
  settings?: AgentExecutionOptions<Output>,
): Promise<FullOutput<Output>> {
  if (runId === undefined || !isApprovalRequest(request))
    throw new HandrailError('misuse', 'askPerson: expected the output of a run that waits for an approval');
  const answer = await askAbout(request.args, request.toolName, person);
  const reason = answer.approved ? {} : { reason: answer.reason };
  // Of settings that are spread the compiler forgets that they are those for this output.
  type Call = Parameters<typeof agent.declineToolCallGenerate<Output>>[0];
  const call = { ...settings, runId, toolCallId: request.toolCallId, ...reason } as Call;
  return answer.approved
    ? await agent.approveToolCallGenerate(call)
    : await agent.declineToolCallGenerate(call);
}

function isApprovalRequest(payload: unknown): payload is ApprovalRequest {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'toolCallId' in payload &&
    !('suspendPayload' in payload)
  );
}
