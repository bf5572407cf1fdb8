import { join } from 'node:path';
import { AIMessage, HumanMessage, type ToolMessage } from '@langchain/core/messages';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { expect, test } from 'vitest';
import { bashTools } from '../../src/adapters/langchain/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { auditOf } from './audit.ts';

test('an input that does not fit is told of by the contract, and recorded', async () => {
  const stateDir = join(temporaryDirectory(), 'state');
  const bash = temporaryBash({ sandbox: 'off', stateDir });
  const calls = [
    { id: 'a', name: 'bash', args: { command: 7 }, type: 'tool_call' as const },
    { id: 'b', name: 'bash', args: { command: 'echo hello', cwd: '/' }, type: 'tool_call' as const },
  ];
  const node = new ToolNode(bashTools(bash, { workingDirectory: temporaryDirectory() }));
  const history = [new HumanMessage('go'), new AIMessage({ content: '', tool_calls: calls })];
  const { messages }: { messages: ToolMessage[] } = await node.invoke({ messages: history });
  expect(messages.map(({ content, status, artifact }) => [content, status, artifact.status])).toEqual([
    ['[invalid input: command: expected a string that is not empty, got 7 (number)]', 'error', 'invalid'],
    [
      expect.stringMatching(/^\[invalid input: expected only the keys .*, got the key "cwd"\]$/),
      'error',
      'invalid',
    ],
  ]);
  await bash.close();
  expect(auditOf(stateDir).map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'invalid' },
    { kind: 'invalid' },
  ]);
});

test('the model is given the schema that the contract has', () => {
  const bash = temporaryBash({ sandbox: 'off' });
  const schemas = Object.fromEntries(bash.tools.list().map(({ name, inputSchema }) => [name, inputSchema]));
  expect(Object.fromEntries(bashTools(bash).map(({ name, schema }) => [name, schema]))).toEqual(schemas);
});
