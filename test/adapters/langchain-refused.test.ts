import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import {
  Command,
  END,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { expect, test } from 'vitest';
import { bashTools } from '../../src/adapters/langchain/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const command = 'mkdir -p build';
const config = { configurable: { thread_id: 'one' } };

/** A graph that has the tools run one call of a model. */
function graphOf(tools: ReturnType<typeof bashTools>) {
  return new StateGraph(MessagesAnnotation)
    .addNode('tools', new ToolNode(tools))
    .addEdge(START, 'tools')
    .addEdge('tools', END)
    .compile({ checkpointer: new MemorySaver() });
}

test('a refusal holds also where nobody would be asked about the command any more', async () => {
  const bash = temporaryBash({ sandbox: 'off', options: { approve: 'rules' } });
  const workingDirectory = temporaryDirectory();
  const graph = graphOf(bashTools(bash, { workingDirectory }));
  const calls = [{ id: 'a', name: 'bash', args: { command }, type: 'tool_call' as const }];
  const asked = await graph.invoke({ messages: [new AIMessage({ content: '', tool_calls: calls })] }, config);
  expect(isInterrupted(asked)).toBe(true);
  const approver = { ask: async () => ({ kind: 'approved', conversation: true }) as const };
  await bash.run({ command }, { workingDirectory, conversationId: 'one', approver });
  const again = await bash.run({ command }, { workingDirectory, conversationId: 'one' });
  expect(again.outcome.kind).toBe('ended'); // It is not asked about any more.
  const { messages }: { messages: BaseMessage[] } = await graph.invoke(
    new Command({ resume: { decisions: [{ type: 'reject', message: 'use dist' }] } }),
    config,
  );
  expect(messages.at(-1)?.content).toBe('[denied by the user: use dist]');
});
