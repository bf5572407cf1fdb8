import { Command } from '@langchain/langgraph';
import { describe, expect, test } from 'vitest';
import { askPerson as askForAiSdk } from '../../src/adapters/ai-sdk/index.ts';
import { askAbout, type Person, type PersonAnswer } from '../../src/adapters/core/person.ts';
import { askPerson as askForLangChain } from '../../src/adapters/langchain/index.ts';
import { askPerson as askForMastra } from '../../src/adapters/mastra/ask-person.ts';
import { askPerson as askForAgents } from '../../src/adapters/openai-agents/ask-person.ts';
import { rejectionOf } from '../support/thrown.ts';

/** A person who says yes to one command, and what they were asked. */
function personFor(command: string) {
  const asked: unknown[] = [];
  const person: Person = async (input, tool) => {
    asked.push([tool, input]);
    return { approved: (input as { command: string }).command === command, reason: 'not now' };
  };
  return { person, asked };
}

describe('what comes back from a person', () => {
  test.each<readonly [unknown, object]>([
    [{ approved: true, reason: 'go on' }, { approved: true }],
    [
      { approved: false, reason: 'not now' },
      { approved: false, reason: 'not now' },
    ],
    [{ approved: false }, { approved: false, reason: 'no reason was given' }],
    [
      { approved: false, reason: 5 },
      { approved: false, reason: 'no reason was given' },
    ],
    ...[{ approved: 'yes' }, {}, true, null, undefined].map(
      (answer) => [answer, { approved: false, reason: 'no reason was given' }] as const,
    ),
  ])('%j: %j', async (answer, given) => {
    expect(await askAbout({}, 'bash', () => answer as PersonAnswer)).toEqual(given);
  });
});

describe('AI SDK: the calls that wait for an approval', () => {
  const request = (approvalId: string, command: string) => ({
    ...{ type: 'tool-approval-request', approvalId },
    toolCall: { toolName: 'bash', input: { command } },
  });

  test('are asked about one by one, and answered together', async () => {
    const { person, asked } = personFor('one');
    const content = [{ type: 'text', text: 'so' }, request('a', 'one'), request('b', 'two')];
    expect(await askForAiSdk(content, person)).toEqual([
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'a', approved: true },
          { type: 'tool-approval-response', approvalId: 'b', approved: false, reason: 'not now' },
        ],
      },
    ]);
    expect(asked).toEqual([
      ['bash', { command: 'one' }],
      ['bash', { command: 'two' }],
    ]);
  });

  test('are none that a rule of the host has answered, and without one there is no message', async () => {
    const { person, asked } = personFor('one');
    const content = [
      { type: 'text', text: 'so' },
      { ...request('a', 'one'), isAutomatic: true },
    ];
    expect(await askForAiSdk(content, person)).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('LangChain: what a graph was interrupted with', () => {
  const request = (...commands: readonly string[]) => ({
    actionRequests: commands.map((command) => ({ name: 'bash', args: { command } })),
  });

  test('is asked about one by one, and each answer is for its question', async () => {
    const { person, asked } = personFor('two');
    const __interrupt__ = [
      { id: 'a', value: request('one', 'two') },
      { id: 'b', value: request('three') },
    ];
    const rejected = { type: 'reject', message: 'not now' };
    expect(await askForLangChain({ messages: [], __interrupt__ }, person)).toEqual(
      new Command({
        resume: { a: { decisions: [rejected, { type: 'approve' }] }, b: { decisions: [rejected] } },
      }),
    );
    expect(asked).toHaveLength(3);
  });

  test.each([
    ['nothing', { messages: [] }],
    ['a question of another kind too', [request('one'), 'Which city?']],
  ])('nobody is asked where that is %s', async (_, given) => {
    const { person, asked } = personFor('one');
    const state = Array.isArray(given)
      ? { __interrupt__: given.map((value, id) => ({ id: `${id}`, value })) }
      : given;
    expect(await rejectionOf(askForLangChain(state, person))).toMatchObject({
      code: 'misuse',
      message: expect.stringContaining(
        'expected the state of a graph that was interrupted with actionRequests',
      ),
    });
    expect(asked).toEqual([]);
  });
});

test.each([
  ['is over', {}],
  [
    'waits for a tool of its own accord',
    { runId: 'a', suspendPayload: { toolCallId: 'b', suspendPayload: {} } },
  ],
])('Mastra: nobody is asked where a run %s', async (_, output) => {
  const { person, asked } = personFor('one');
  expect(await rejectionOf(askForMastra({} as never, output as never, person))).toMatchObject({
    code: 'misuse',
    message: expect.stringContaining(
      'askPerson: expected the output of a run that waits for an approval, got ',
    ),
  });
  expect(asked).toEqual([]);
});

describe('askPerson says what it expected', () => {
  const content = [
    { type: 'tool-approval-request', approvalId: 'a', toolCall: { toolName: 'bash', input: {} } },
  ];
  const interrupted = {
    __interrupt__: [{ id: 'a', value: { actionRequests: [{ name: 'bash', args: {} }] } }],
  };
  const output = { runId: 'r', suspendPayload: { toolCallId: 'a', toolName: 'bash', args: {} } };
  const agent = { approveToolCallGenerate: () => {}, declineToolCallGenerate: () => {} };
  const run = { interruptions: [], state: { approve: () => {}, reject: () => {} } };

  test.each([
    ['AI SDK', (person: Person) => askForAiSdk(content, person)],
    ['AI SDK, where nobody is to be asked', (person: Person) => askForAiSdk([], person)],
    ['LangChain', (person: Person) => askForLangChain(interrupted, person)],
    ['Mastra', (person: Person) => askForMastra(agent as never, output as never, person)],
    ['Agents SDK', (person: Person) => askForAgents(run, person)],
  ])('of a person that is no function: %s', async (_name, ask) => {
    const given: readonly (readonly [unknown, string])[] = [
      [undefined, 'undefined'],
      ['yes', 'string'],
      [{ ask: () => {} }, 'object'],
    ];
    for (const [person, got] of given)
      expect(await rejectionOf(ask(person as Person))).toEqual({
        code: 'misuse',
        message: `askPerson: expected a person, a function that comes to { approved, reason }, got ${got}`,
      });
  });

  const { person } = personFor('one');
  const graph = 'askPerson: expected the state of a graph that was interrupted with actionRequests, got';
  const waiting = 'askPerson: expected the output of a run that waits for an approval, got';
  const ofMastra = (given: unknown, by: unknown = agent) =>
    askForMastra(by as never, given as never, person) as Promise<unknown>;

  test.each<[string, () => Promise<unknown>, string]>([
    [
      'AI SDK, a result',
      () => askForAiSdk({ content } as never, person),
      'askPerson: expected the content of a result, an array of parts, got object',
    ],
    [
      'Agents SDK, a state',
      () => askForAgents(run.state as never, person),
      'askPerson: expected the result of a run, with its interruptions and state, got object',
    ],
    ['LangChain, nothing', () => askForLangChain(undefined, person), `${graph} undefined`],
    ['LangChain, no interrupt', () => askForLangChain({}, person), `${graph} one without an interrupt`],
    [
      'LangChain, another interrupt',
      () => askForLangChain({ __interrupt__: [{ id: 'a', value: 'so?' }] }, person),
      `${graph} one with an interrupt of another kind`,
    ],
    ['Mastra, nothing', () => ofMastra(undefined), `${waiting} undefined`],
    [
      'Mastra, an output without a run',
      () => ofMastra({ suspendPayload: {} }),
      `${waiting} one without a runId`,
    ],
    [
      'Mastra, an output that is whole',
      () => ofMastra({ runId: 'r' }),
      `${waiting} one that waits for nothing`,
    ],
    [
      'Mastra, a tool that waits by itself',
      () => ofMastra({ runId: 'r', suspendPayload: { toolCallId: 'a', suspendPayload: {} } }),
      `${waiting} one that waits for something else`,
    ],
    [
      'Mastra, no agent',
      () => ofMastra(output, {}),
      'askPerson: expected an agent, with approveToolCallGenerate and declineToolCallGenerate, got object',
    ],
  ])('of what is given: %s', async (_name, ask, message) => {
    expect(await rejectionOf(ask())).toEqual({ code: 'misuse', message });
  });
});
