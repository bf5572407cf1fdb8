import { describe, expect, test } from 'vitest';
import { defineContract } from '../../src/contracts/define.ts';
import { z } from '../../src/contracts/schema.ts';
import { plain } from '../../src/index.ts';
import type { ReadFile } from '../../src/model/ports.ts';

const contract = defineContract({
  name: 'with-files',
  summary: 'A contract whose limits can be in a file.',
  options: z.strictObject({
    limits: z.strictObject({ most: z.int() }).optional().describe('How much.'),
    word: z.string().optional(),
  }),
  fileOptions: {
    limits: (file, text) =>
      text === ''
        ? { kind: 'invalid', problems: [{ file, line: 3, expected: 'limits', received: 'nothing' }] }
        : { kind: 'value', value: JSON.parse(text) },
  },
  // What its tools do is no matter here.
  tools: [plain.tools[0] as never],
});

const files: ReadFile = (path) =>
  ({
    'ten.json': { kind: 'text', text: '{"most": 10}' } as const,
    'words.json': { kind: 'text', text: '{"most": "many"}' } as const,
    'empty.json': { kind: 'text', text: '' } as const,
  })[path] ?? { kind: 'unreadable', reason: 'no such file' };

describe('options that can be in a file', () => {
  test('are read from it', () => {
    expect(contract.readOptions({ limits: 'ten.json', word: 'empty.json' }, files)).toEqual({
      kind: 'options',
      options: { limits: { most: 10 }, word: 'empty.json' },
    });
  });

  test('are taken as they are where they are no path', () => {
    expect(contract.readOptions({ limits: { most: 3 } }, files)).toEqual({
      kind: 'options',
      options: { limits: { most: 3 } },
    });
    expect(contract.readOptions(undefined, files)).toEqual({ kind: 'options', options: {} });
  });

  test.each([
    ['missing.json', 'limits', 'the path of a file that can be read', '"missing.json" (no such file)'],
    ['empty.json', 'limits in empty.json:3', 'limits', 'nothing'],
    ['words.json', 'limits.most', 'an integer', '"many" (string)'],
  ])('are refused with the place in %s', (limits, path, expected, received) => {
    expect(contract.readOptions({ limits }, files)).toEqual({
      kind: 'invalid',
      problems: [{ path, expected, received, hint: null }],
    });
  });

  test('are refused as a path where there are no files', () => {
    expect(contract.readOptions({ limits: 'ten.json' })).toMatchObject({
      kind: 'invalid',
      problems: [{ received: '"ten.json" (files of options cannot be read here)' }],
    });
  });

  test('are both in the schema of the options', () => {
    expect(contract.optionsSchema.properties).toMatchObject({
      limits: {
        description: 'How much.',
        anyOf: [{ type: 'object' }, { type: 'string', description: 'Path of a JSON file that holds it.' }],
      },
      word: { type: 'string' },
    });
  });
});
