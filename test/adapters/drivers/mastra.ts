import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { MockMemory } from '@mastra/core/memory';
import { InMemoryStore } from '@mastra/core/storage';
import { askPerson, bashTools, recordRefusals } from '../../../src/adapters/mastra/index.ts';
import { personOf } from '../approver.ts';
import type { Driver } from '../scenario.ts';

/** `thread`: what is said is kept, as a thread of the agent's memory, and comes as a stream. */
export const drive: Driver = async ({ bash, model, directory, signal, streaming, answer, show, variant }) => {
  const place = { workingDirectory: directory };
  const storage = new InMemoryStore();
  const isThread = variant === 'thread';
  const settings = {
    abortSignal: signal,
    maxSteps: 10,
    modelSettings: { maxRetries: 0 },
    ...(isThread && { memory: { thread: 'one', resource: 'user' } }),
  };
  const driven = new Agent({
    id: 'driven',
    name: 'driven',
    instructions: 'Do as you are told.',
    model: { id: 'scripted/scripted', url: `${model.url}/v1`, apiKey: 'none' },
    tools: bashTools(bash, place),
    outputProcessors: [recordRefusals(bash, place)],
    maxRetries: 0,
    ...(isThread && { memory: new MockMemory({ storage }) }),
  });
  const agent = new Mastra({ agents: { driven }, storage, logger: false }).getAgent('driven');
  if (!streaming && !isThread) {
    let output = await agent.generate('go', settings);
    while (output.finishReason === 'suspended')
      output = await askPerson(agent, output, personOf(answer), settings);
    if (output.error !== undefined) throw output.error;
    return;
  }
  let stream = await agent.stream('go', settings);
  while (true) {
    const question = await questionIn(stream, show);
    if (question === null) return;
    const said = answer(question.args);
    const call = { ...settings, runId: stream.runId, toolCallId: question.toolCallId };
    stream =
      said.kind === 'approve'
        ? await agent.approveToolCall(call)
        : await agent.declineToolCall({ ...call, reason: said.reason });
  }
};

/** Follows a run to its end, or to where it waits for a person. */
async function questionIn(
  { fullStream }: Awaited<ReturnType<Agent['stream']>>,
  show: (text: string) => void,
) {
  let question: { readonly toolCallId: string; readonly args: unknown } | null = null;
  for await (const chunk of fullStream) {
    if (chunk.type === 'tool-call-approval') question = chunk.payload;
    if (chunk.type === 'error') throw chunk.payload.error;
    const custom = chunk as { readonly type: string; readonly data?: { readonly text: string } };
    if (custom.type === 'data-bash-output' && custom.data !== undefined) show(custom.data.text);
  }
  return question;
}
