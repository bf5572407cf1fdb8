import { describe, expect, it } from 'vitest';
import { jsonSchemaOf, readFromModel, readWith, z } from '../../src/contracts/schema.ts';
import { describeValue } from '../../src/model/describe-value.ts';
import type { Problem } from '../../src/model/request.ts';
import { suggestion } from '../../src/model/suggestion.ts';

const schema = z.strictObject({
  command: z.string().min(1),
  note: z.string().optional(),
  label: z.string().min(1).max(64).optional(),
  labels: z.array(z.string().max(8)).optional(),
  limit: z.int().min(1).max(10).default(5),
  least: z.int().min(3).optional(),
  most: z.number().max(2).optional(),
  ratio: z.number().optional(),
  mode: z.enum(['slow', 'fast']).optional(),
  loud: z.boolean().optional(),
  names: z.array(z.string()).optional(),
  texts: z.array(z.string().min(1)).optional(),
  sizes: z.array(z.int()).optional(),
  nested: z.strictObject({ inner: z.strictObject({ value: z.string() }) }).optional(),
  rows: z.array(z.strictObject({ id: z.int() })).optional(),
  table: z.record(z.string(), z.strictObject({ id: z.int() })).optional(),
  either: z.union([z.string(), z.int()]).optional(),
  until: z
    .union([
      z.enum(['exit', 'idle']),
      z.strictObject({ pattern: z.string(), flags: z.string() }),
      z.strictObject({ port: z.int().min(1).max(9) }),
    ])
    .optional(),
});

/** What is wrong with an input that is right but for what is given. */
function problemsOf(given: Readonly<Record<string, unknown>>): readonly Problem[] {
  const reading = readWith(schema, { command: 'ls', ...given });
  return reading.kind === 'invalid' ? reading.problems : [];
}

describe('an input that fits', () => {
  it('is its value, with the defaults of what was left out', () => {
    expect(readWith(schema, { command: 'ls' })).toEqual({
      kind: 'value',
      value: { command: 'ls', limit: 5 },
    });
  });

  it('keeps what was given', () => {
    const given = { command: 'ls', limit: 10, mode: 'slow', names: [], nested: { inner: { value: '' } } };
    expect(readWith(schema, given)).toEqual({ kind: 'value', value: given });
  });
});

describe('an input of a model that writes null for what it leaves out', () => {
  it('is read as if that had been left out, within an object too', () => {
    const allow = z.strictObject({
      hosts: z.array(z.string()).optional(),
      paths: z.array(z.string()).optional(),
    });
    const given = { command: 'ls', note: null, limit: null, allow: { hosts: ['a'], paths: null } };
    expect(readFromModel(schema.extend({ allow: allow.optional() }), given)).toEqual({
      kind: 'value',
      value: { command: 'ls', limit: 5, allow: { hosts: ['a'] } },
    });
  });

  it.each([
    ['what has to be there', { command: null }, 'command', 'null'],
    ['what nobody knows', { command: 'ls', toString: null }, '', 'the key "toString"'],
    ['a part of a list', { command: 'ls', names: [null] }, 'names[0]', 'null'],
  ])('is refused where it is %s', (_, given, path, received) => {
    expect(readFromModel(schema, given)).toMatchObject({ kind: 'invalid', problems: [{ path, received }] });
  });

  it('keeps a null that the schema knows', () => {
    const nullable = z.strictObject({ note: z.string().nullable().optional() });
    expect(readFromModel(nullable, { note: null })).toEqual({ kind: 'value', value: { note: null } });
  });
});

describe('an input that does not fit', () => {
  it.each([
    ['is cut off', '{"command": "l', 'this begins like JSON, and is none: was it cut off?'],
    ['is JSON in a text', '{"command": "ls"}', 'this is JSON in a text: give the object itself'],
    ['is a text', 'ls', null],
  ])('is told what an object is that %s', (_, value, hint) => {
    const received = `${JSON.stringify(value)} (string)`;
    expect(readWith(schema, value)).toEqual({
      kind: 'invalid',
      problems: [{ path: '', expected: 'an object', received, hint }],
    });
  });

  it('is told nothing of JSON where a text was expected', () => {
    expect(problemsOf({ labels: ['{"one": 1}'] })).toMatchObject([{ path: 'labels[0]', hint: null }]);
  });

  it('is told what is missing', () => {
    expect(readWith(schema, {})).toEqual({
      kind: 'invalid',
      problems: [
        { path: 'command', expected: 'a string that is not empty', received: 'nothing', hint: null },
      ],
    });
  });

  it.each([
    ['nothing', undefined, 'nothing'],
    ['null', null, 'null'],
    ['a text', 'ls', '"ls" (string)'],
    ['an array', ['ls'], '["ls"] (array)'],
    ['a number', 3, '3 (number)'],
  ])('is told that it has to be an object when it is %s', (_, given, received) => {
    expect(readWith(schema, given)).toEqual({
      kind: 'invalid',
      problems: [{ path: '', expected: 'an object', received, hint: null }],
    });
  });

  it.each<[string, unknown, string, string]>([
    ['command', '', 'a string that is not empty', '"" (string)'],
    ['command', 3, 'a string that is not empty', '3 (number)'],
    ['note', null, 'a string', 'null'],
    ['note', { a: 1 }, 'a string', '{"a":1} (object)'],
    ['label', '', 'a string of 1 to 64 characters', '"" (string)'],
    ['label', 'a'.repeat(65), 'a string of 1 to 64 characters', `"${'a'.repeat(59)}… (string)`],
    ['labels', 3, 'an array of strings of 0 to 8 characters', '3 (number)'],
    ['limit', 'soon', 'an integer from 1 to 10', '"soon" (string)'],
    ['limit', 0, 'an integer from 1 to 10', '0 (number)'],
    ['limit', 11, 'an integer from 1 to 10', '11 (number)'],
    ['limit', 1.5, 'an integer from 1 to 10', '1.5 (number)'],
    ['limit', '5', 'an integer from 1 to 10', '"5" (string)'],
    ['least', 2, 'an integer of at least 3', '2 (number)'],
    ['most', 2.5, 'a number of at most 2', '2.5 (number)'],
    ['ratio', true, 'a number', 'true (boolean)'],
    ['mode', 'medium', 'one of "slow", "fast"', '"medium" (string)'],
    ['mode', 1, 'one of "slow", "fast"', '1 (number)'],
    ['loud', 'yes', 'true or false', '"yes" (string)'],
    ['names', 'a', 'an array of strings', '"a" (string)'],
    ['sizes', {}, 'an array of integers', '{} (object)'],
    ['nested', 3, 'an object', '3 (number)'],
  ])('is told what %s has to be when it is %j', (path, given, expected, received) => {
    expect(problemsOf({ [path]: given })).toEqual([{ path, expected, received, hint: null }]);
  });

  it('speaks of several things that must not be empty as of several', () => {
    expect(problemsOf({ texts: 3 })).toEqual([
      {
        path: 'texts',
        expected: 'an array of strings that are not empty',
        received: '3 (number)',
        hint: null,
      },
    ]);
  });

  it('is told the place in objects within objects', () => {
    expect(problemsOf({ nested: { inner: { value: 3 } } })).toEqual([
      { path: 'nested.inner.value', expected: 'a string', received: '3 (number)', hint: null },
    ]);
    expect(problemsOf({ nested: {} })).toEqual([
      { path: 'nested.inner', expected: 'an object', received: 'nothing', hint: null },
    ]);
  });

  it('is told the place in arrays', () => {
    expect(problemsOf({ names: ['a', 3, 'b', null] })).toEqual([
      { path: 'names[1]', expected: 'a string', received: '3 (number)', hint: null },
      { path: 'names[3]', expected: 'a string', received: 'null', hint: null },
    ]);
    expect(problemsOf({ rows: [{ id: 1 }, { id: 'two' }] })).toEqual([
      { path: 'rows[1].id', expected: 'an integer', received: '"two" (string)', hint: null },
    ]);
  });

  it('is told the place in an object with keys of any name', () => {
    expect(problemsOf({ table: { 'some key': { id: 'one' } } })).toEqual([
      { path: 'table.some key.id', expected: 'an integer', received: '"one" (string)', hint: null },
    ]);
  });

  it('is told each of several things that it may be, objects by their keys', () => {
    expect(problemsOf({ either: true })).toEqual([
      { path: 'either', expected: 'a string or an integer', received: 'true (boolean)', hint: null },
    ]);
    const expected =
      'one of "exit", "idle" or an object with the keys pattern, flags or an object with the key port';
    expect(problemsOf({ until: { end: true } })).toEqual([
      { path: 'until', expected, received: '{"end":true} (object)', hint: null },
    ]);
  });

  it('is told what is wrong within the one of several things that it is', () => {
    expect(problemsOf({ until: { port: 10 } })).toEqual([
      { path: 'until.port', expected: 'an integer from 1 to 9', received: '10 (number)', hint: null },
    ]);
  });

  it('is told everything that is wrong with it', () => {
    expect(problemsOf({ limit: 0, loud: 1, names: [2] })).toEqual([
      { path: 'limit', expected: 'an integer from 1 to 10', received: '0 (number)', hint: null },
      { path: 'loud', expected: 'true or false', received: '1 (number)', hint: null },
      { path: 'names[0]', expected: 'a string', received: '2 (number)', hint: null },
    ]);
  });
});

describe('a key that is not known', () => {
  const small = z.strictObject({ command: z.string(), timeout_ms: z.int().optional() });

  it('is refused with the nearest one that is', () => {
    expect(readWith(small, { command: 'ls', timeoutMs: 3 })).toEqual({
      kind: 'invalid',
      problems: [
        {
          path: '',
          expected: 'only the keys command, timeout_ms',
          received: 'the key "timeoutMs"',
          hint: 'did you mean "timeout_ms"?',
        },
      ],
    });
  });

  it('is refused without a guess when none is near', () => {
    expect(readWith(small, { command: 'ls', x: 3 })).toEqual({
      kind: 'invalid',
      problems: [
        { path: '', expected: 'only the keys command, timeout_ms', received: 'the key "x"', hint: null },
      ],
    });
  });

  it('is refused once for each', () => {
    expect(readWith(small, { comand: 'ls', command: 'ls', timeout: 3 })).toEqual({
      kind: 'invalid',
      problems: [
        {
          path: '',
          expected: 'only the keys command, timeout_ms',
          received: 'the key "comand"',
          hint: 'did you mean "command"?',
        },
        {
          path: '',
          expected: 'only the keys command, timeout_ms',
          received: 'the key "timeout"',
          hint: 'did you mean "timeout_ms"?',
        },
      ],
    });
  });

  it('is refused within objects and arrays, with its place', () => {
    expect(problemsOf({ nested: { inner: { value: 'a', valu: 'b' } }, rows: [{ id: 1, ids: 2 }] })).toEqual([
      {
        path: 'nested.inner',
        expected: 'only the keys value',
        received: 'the key "valu"',
        hint: 'did you mean "value"?',
      },
      {
        path: 'rows[0]',
        expected: 'only the keys id',
        received: 'the key "ids"',
        hint: 'did you mean "id"?',
      },
    ]);
  });

  it('is refused where there are no keys at all', () => {
    expect(readWith(z.strictObject({}), { a: 1 })).toEqual({
      kind: 'invalid',
      problems: [{ path: '', expected: 'no keys', received: 'the key "a"', hint: null }],
    });
  });
});

describe('a value in words', () => {
  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    ['a "b"', '"a \\"b\\"" (string)'],
    [3, '3 (number)'],
    [true, 'true (boolean)'],
    [[1, 'a'], '[1,"a"] (array)'],
    [{ a: 1 }, '{"a":1} (object)'],
  ])('%j is %s', (value, words) => {
    expect(describeValue(value)).toBe(words);
  });

  it('is cut when it is long', () => {
    expect(describeValue('x'.repeat(59))).toBe(`"${'x'.repeat(59)}… (string)`);
    expect(describeValue('x'.repeat(58))).toBe(`"${'x'.repeat(58)}" (string)`);
  });

  it.each<[string, unknown, string]>([
    ['a number that JSON has no word for', Number.NaN, 'NaN (number)'],
    ['an endless number', Number.POSITIVE_INFINITY, 'Infinity (number)'],
    ['a big integer', 3n, '3 (bigint)'],
    ['a symbol', Symbol('a'), 'Symbol(a) (symbol)'],
    ['a function', () => {}, 'a function'],
  ])('tells what only a library can be given: %s', (_, value, words) => {
    expect(describeValue(value)).toBe(words);
  });
});

describe('a suggestion', () => {
  it.each([
    ['plan', ['default', 'plain'], 'did you mean "plain"?'],
    ['PLAIN', ['default', 'plain'], null],
    ['comand', ['command', 'description'], 'did you mean "command"?'],
    ['a', [], null],
    ['workingDir', ['signal', 'workingDirectory'], 'did you mean "workingDirectory"?'],
    ['wo', ['signal', 'workingDirectory'], null],
  ])('for %s among %j is %s', (given, known, expected) => {
    expect(suggestion(given, known)).toBe(expected);
  });
});

describe('the JSON Schema of a schema', () => {
  it('is what a caller has to meet: what has a default is not required, and no other key is allowed', () => {
    const described = z.strictObject({
      command: z.string().min(1).describe('The command.'),
      limit: z.int().min(1).default(5),
      offset: z.int().optional(),
      mode: z.enum(['slow', 'fast']).optional(),
    });
    expect(jsonSchemaOf(described)).toEqual({
      type: 'object',
      properties: {
        command: { type: 'string', minLength: 1, description: 'The command.' },
        limit: { type: 'integer', minimum: 1, default: 5 },
        offset: { type: 'integer' },
        mode: { type: 'string', enum: ['slow', 'fast'] },
      },
      required: ['command'],
      additionalProperties: false,
    });
  });

  it('tells what a check of its author expects, and not only the type of the value', () => {
    const pair = z.array(z.int()).refine((values) => values.length === 2, 'a pair of integers');
    expect(readWith(z.strictObject({ pair }), { pair: [1] })).toEqual({
      kind: 'invalid',
      problems: [{ path: 'pair', expected: 'a pair of integers', received: '[1] (array)', hint: null }],
    });
  });
});
