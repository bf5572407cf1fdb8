import { expect, test } from 'vitest';
import { defineContract } from '../../src/contracts/define.ts';
import { z } from '../../src/contracts/schema.ts';
import { thrownBy } from '../support/thrown.ts';

const none = () => {};
const tool = {
  ...{ name: 'sh', annotations: {}, inputSchema: {}, outputSchema: null, streams: 'combined' },
  ...{
    description: none,
    decode: none,
    policy: none,
    environment: none,
    capture: none,
    present: none,
    read: none,
  },
};
const whole = { name: 'c', summary: 'S.', options: z.strictObject({}), tools: [tool] };

test.each([
  [undefined, 'expected an object of options, got undefined'],
  [{}, 'name: expected a string that is not empty, got nothing'],
  [{ ...whole, summary: 7 }, 'summary: expected a string that is not empty, got number'],
  [{ ...whole, options: { seconds: 1 } }, 'options: expected a schema, as of z.strictObject, got object'],
  [{ ...whole, options: undefined }, 'options: expected a schema, as of z.strictObject, got nothing'],
  [{ ...whole, tools: [] }, 'tools: expected an array with a tool, got an array'],
  [
    { ...whole, sandbx: 'off' },
    'expected only the options name, summary, options, tools, fileOptions, stricter, sandbox, approver, conversation, got "sandbx" — did you mean "sandbox"?',
  ],
])('a contract is refused for what is no part of one: %j', (definition, problem) => {
  expect(() => defineContract(definition as never)).toThrow(`defineContract: ${problem}`);
});

test.each([
  [5, 'expected an object of options, got number'],
  [{ ...tool, decode: undefined }, 'decode: expected a function, got nothing'],
  [{ ...tool, policy: { rules: [] } }, 'policy: expected a function, got object'],
  [{ ...tool, streams: 'both' }, 'streams: expected "apart" or "combined", got "both" (string)'],
  [
    { ...tool, outputSchema: undefined },
    'outputSchema: expected a JSON Schema as data, or null, got nothing',
  ],
  [
    { ...tool, inputSchema: z.object({}).safeParse },
    'inputSchema: expected a JSON Schema as data, got function',
  ],
  [{ ...tool, polcy: none }, /^expected only the options name, .*, got "polcy" — did you mean "policy"\?$/],
])('a tool of a contract is refused for what is no part of one: %o', (given, problem) => {
  const { code, message } = thrownBy(() => defineContract({ ...whole, tools: [tool, given] } as never));
  const beginning = 'defineContract: tools[1]: ';
  expect([code, message.slice(0, beginning.length)]).toEqual(['misuse', beginning]);
  expect(message.slice(beginning.length)).toEqual(
    typeof problem === 'string' ? problem : expect.stringMatching(problem),
  );
});
