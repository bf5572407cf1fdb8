import { expect, test } from 'vitest';
import { defineContract } from '../../src/contracts/define.ts';
import { z } from '../../src/contracts/schema.ts';

const tool = { name: 'sh' };
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
