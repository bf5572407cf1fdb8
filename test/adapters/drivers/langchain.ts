import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { isInterrupted, MemorySaver } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { askPerson, bashTools } from '../../../src/adapters/langchain/index.ts';
import { personOf } from '../approver.ts';
import type { Driver } from '../scenario.ts';

/** `edited`: what was asked about is another command when the answer comes. */
export const drive: Driver = async (driving) => {
  const { bash, model, directory, signal, streaming, answer, show, variant } = driving;
  const chat = new ChatOpenAI({
    model: 'scripted',
    apiKey: 'none',
    maxRetries: 0,
    configuration: { baseURL: `${model.url}/v1` },
  });
  const tools = bashTools(bash, { workingDirectory: directory });
  const agent = createAgent({ model: chat, tools, checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: 'one' }, signal };
  const step = async (input: Parameters<typeof agent.invoke>[0]): Promise<unknown> => {
    if (!streaming) return await agent.invoke(input, config);
    let last: unknown;
    for await (const [mode, chunk] of await agent.stream(input, {
      ...config,
      streamMode: ['custom', 'values'],
    })) {
      if (mode === 'custom') show((chunk as { output: string }).output);
      else last = chunk;
    }
    return last;
  };
  let result = await step({ messages: [{ role: 'user', content: 'go' }] });
  while (isInterrupted(result)) {
    const answers = await askPerson(result, personOf(answer));
    if (variant === 'edited') await editCall(agent, config);
    result = await step(answers);
  }
};

/** Puts another command where the one is that a person was asked about. */
async function editCall(
  agent: ReturnType<typeof createAgent>,
  config: { readonly configurable: { readonly thread_id: string } },
): Promise<void> {
  const { values }: { readonly values: { readonly messages: readonly BaseMessage[] } } =
    await agent.graph.getState(config);
  const last = values.messages.findLast((message) => AIMessage.isInstance(message));
  if (last?.id === undefined) throw new Error('expected a message with a call');
  const tool_calls = (last.tool_calls ?? []).map((call) => ({
    ...call,
    args: { command: 'touch careful-edited' },
  }));
  await agent.graph.updateState(config, {
    messages: [new AIMessage({ id: last.id, content: '', tool_calls })],
  });
}
