import { convertToModelMessages, type ModelMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { bashTools } from '../../src/adapters/ai-sdk/index.ts';
import { isApproved } from '../../src/adapters/ai-sdk/messages.ts';
import { temporaryBash } from '../support/bash.ts';
import { thrownBy } from '../support/thrown.ts';

const input = { command: 'git push' };

function called(given: unknown, toolCallId = 'call'): ModelMessage {
  return {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId, toolName: 'bash', input: given },
      { type: 'tool-approval-request', approvalId: `asked-${toolCallId}`, toolCallId },
    ],
  };
}

function answered(approved: boolean, toolCallId = 'call'): ModelMessage {
  const approvalId = `asked-${toolCallId}`;
  return { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved }] };
}

describe('the yes of a person', () => {
  test.each<readonly [string, boolean, readonly ModelMessage[]]>([
    ['the last message', true, [called(input), answered(true)]],
    ['none where it is a no', false, [called(input), answered(false)]],
    ['none where it is of another call', false, [called(input), called(input, 'b'), answered(true, 'b')]],
    ['none where the call has another input', false, [called({ command: 'ls' }), answered(true)]],
    ['none where one of two calls of that id has', false, [called(input), called({}), answered(true)]],
    ['none where there was no such call', false, [answered(true)]],
    [
      'none any more once something was said after it',
      false,
      [called(input), answered(true), { role: 'user', content: 'go on' }],
    ],
    [
      'none any more once another answer was given',
      false,
      [called(input), answered(true), called(input, 'b'), answered(true, 'b')],
    ],
  ])('is %s: %j', (_, expected, messages) => {
    expect(isApproved(input, { toolCallId: 'call', messages })).toBe(expected);
  });
});

test('what the contract calls an error is one for the model', () => {
  const tool = bashTools(temporaryBash({ sandbox: 'off' })).bash;
  const told = (isError: boolean) =>
    tool?.toModelOutput?.({
      ...{ toolCallId: 'call', input },
      output: { text: 'said', isError, status: isError ? 'denied' : 'ok', structured: null },
    });
  expect([told(false), told(true)]).toEqual([
    { type: 'text', value: 'said' },
    { type: 'error-text', value: 'said' },
  ]);
});

test('of a call that was broken off while the command ran, the model is told that the output is not all', async () => {
  const tools = bashTools(temporaryBash({ sandbox: 'off' }));
  const part = {
    ...({ type: 'tool-bash', toolCallId: 'call', state: 'output-available', preliminary: true } as const),
    ...{ input: { command: 'make test' }, output: { status: 'running', text: 'ok 1\nok 2\n' } },
  };
  const messages = await convertToModelMessages([{ role: 'assistant', parts: [part] }], { tools });
  expect(messages.at(-1)?.content).toMatchObject([
    {
      toolCallId: 'call',
      output: {
        type: 'error-text',
        value:
          'ok 1\nok 2\n[broken off while it ran: this is the end of what it had written by then, and what it came to is not known]',
      },
    },
  ]);
});

test('an older SDK, which hands over what a tool came to in another way, is told as that', () => {
  const bash = temporaryBash({ sandbox: 'off' });
  const output = { status: 'ok', text: 'one', isError: false, structured: null };
  const told = () => bashTools(bash).bash?.toModelOutput?.(output as never);
  expect(thrownBy(told)).toEqual({
    code: 'misuse',
    message:
      'tools for the AI SDK: expected the package ai in version 6 or 7, which asks a person for approvals, got an older one: install one of these',
  });
});
