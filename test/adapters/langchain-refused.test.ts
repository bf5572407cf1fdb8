import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages';
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
import { describe, expect, test } from 'vitest';
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
  expect(messages.at(-1)).toMatchObject({ content: '[denied by the user: use dist]', status: 'error' });
});

test('a call that comes together with others is not asked about, and is an error for the model', async () => {
  const bash = temporaryBash({ sandbox: 'off', options: { approve: 'rules' } });
  const graph = graphOf(bashTools(bash, { workingDirectory: temporaryDirectory() }));
  const calls = [command, 'echo hello'].map((one) => ({ id: one, name: 'bash', args: { command: one } }));
  const { messages } = await graph.invoke(
    { messages: [new AIMessage({ content: '', tool_calls: calls })] },
    config,
  );
  expect(
    messages.slice(1).map((message) => ToolMessage.isInstance(message) && [message.content, message.status]),
  ).toEqual([
    [
      "[not run: it needs the user's approval, and was called together with others; call it again by itself]",
      'error',
    ],
    ['hello', 'success'],
  ]);
});

describe('where no graph can be interrupted', () => {
  const notAnswered = /^\[not run: it needs the user's approval \(.*\), and nobody has answered\]/;

  test('outside any, a call that is asked about is not run, and the next one is run', async () => {
    const bash = temporaryBash({ sandbox: 'off', options: { approve: 'rules' } });
    const [tool] = bashTools(bash, { workingDirectory: temporaryDirectory() });
    expect(await tool?.invoke({ command })).toMatch(notAnswered);
    expect(await tool?.invoke({ command: 'echo hello' })).toBe('hello');
  });

  test('as in one without a checkpointer, the model is told that nobody has answered', async () => {
    const bash = temporaryBash({ sandbox: 'off', options: { approve: 'rules' } });
    const tools = bashTools(bash, { workingDirectory: temporaryDirectory() });
    const calls = [{ id: 'a', name: 'bash', args: { command } }];
    const { messages } = await new StateGraph(MessagesAnnotation)
      .addNode('tools', new ToolNode(tools))
      .addEdge(START, 'tools')
      .compile()
      .invoke({ messages: [new AIMessage({ content: '', tool_calls: calls })] });
    expect(messages.at(-1)).toMatchObject({ content: expect.stringMatching(notAnswered), status: 'error' });
  });
});
