import type { Agent, AgentExecutionOptions } from '@mastra/core/agent';
import type { FullOutput } from '@mastra/core/stream';
import { HandrailError } from '../../model/errors.ts';
import { describeKind, hasFunctions } from '../../model/options.ts';
import { checkGiven, checkPerson } from '../core/given.ts';
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
  output: FullOutput<Output>,
  person: Person,
  settings?: AgentExecutionOptions<Output>,
): Promise<FullOutput<Output>> {
  checkPerson(person);
  // Whoever calls without types may give nothing, which cannot be taken apart.
  const { runId, suspendPayload: request }: Partial<FullOutput<Output>> = output ?? {};
  if (runId === undefined || !isApprovalRequest(request)) {
    const expected = 'the output of a run that waits for an approval';
    throw new HandrailError('misuse', `askPerson: expected ${expected}, got ${kindOf(output)}`);
  }
  const ways = ['approveToolCallGenerate', 'declineToolCallGenerate'];
  checkGiven('askPerson', `an agent, with ${ways.join(' and ')}`, agent, hasFunctions(agent, ...ways));
  const answer = await askAbout(request.args, request.toolName, person);
  const reason = answer.approved ? {} : { reason: answer.reason };
  // Of settings that are spread the compiler forgets that they are those for this output.
  type Call = Parameters<typeof agent.declineToolCallGenerate<Output>>[0];
  const call = { ...settings, runId, toolCallId: request.toolCallId, ...reason } as Call;
  return answer.approved
    ? await agent.approveToolCallGenerate(call)
    : await agent.declineToolCallGenerate(call);
}

/** What an output is that nobody can be asked about. */
function kindOf(output: unknown): string {
  if (typeof output !== 'object' || output === null) return describeKind(output);
  const { runId, suspendPayload } = output as { readonly runId?: unknown; readonly suspendPayload?: unknown };
  if (runId === undefined) return 'one without a runId';
  return suspendPayload === undefined ? 'one that waits for nothing' : 'one that waits for something else';
}

function isApprovalRequest(payload: unknown): payload is ApprovalRequest {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'toolCallId' in payload &&
    !('suspendPayload' in payload)
  );
}
