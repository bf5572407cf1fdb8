import { describe, expect, test } from 'vitest';
import { contracts } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Characters that what is told of a wrong input may have: it is of a few problems, each of a line, and of a path. */
const most = 6_000;

const long = 'y'.repeat(200_000);
const many = Array.from({ length: 5_000 }, (_, at) => at);

/** What a model can have in the place of a value that is short. */
const values: Readonly<Record<string, unknown>> = {
  'a long text': long,
  'a list of many': many,
  'a long list of texts': many.map(String),
  'an object with a long key': { [long]: long },
  'an object with many keys': Object.fromEntries(many.map((at) => [`key ${at}`, at])),
};

describe.each(contracts)('under $name', ({ name: contract }) => {
  test.each(Object.entries(values))('what is told of %s in an input is short', async (_, value) => {
    const bash = temporaryBash({ contract, sandbox: 'off' });
    const context = { conversationId: 'one', workingDirectory: temporaryDirectory() };
    const told: Record<string, number> = {};
    for (const { name, inputSchema } of bash.tools.list()) {
      const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: string[] };
      const fitting = Object.fromEntries(required.map((key) => [key, key === 'command' ? ':' : '1']));
      const inputs = Object.keys(properties)
        .filter((key) => key !== 'command')
        .map((key) => [key, { ...fitting, [key]: value }] as const);
      for (const [key, input] of [['the input', value] as const, ...inputs]) {
        const { text, outcome } = await bash.call(name, input, context);
        expect(outcome.kind).not.toBe('moved_to_job');
        told[`${name}: ${key}`] = text.length;
      }
    }
    expect(Object.entries(told).filter(([, length]) => length > most)).toEqual([]);
  });
});
