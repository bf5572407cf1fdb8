import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { characters, fold, widthOf } from '../../src/contracts/columns.ts';

describe('the width of a text', () => {
  test.each([
    ['plain', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['ﾊ', 1],
    ['ﾊﾞ', 2],
    ['ﾊﾝ', 2],
    ['한글', 4],
    ['🙂', 2],
    ['…⏎␉', 3],
    ['', 0],
  ])('%j takes %d columns', (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });

  test('is the same whatever was measured before, of more different characters than are remembered', () => {
    const different = Array.from({ length: 5_000 }, (_, at) => String.fromCodePoint(0x300 + at));
    for (const text of [...different, ...different.slice(0, 200)])
      expect(widthOf(text)).toBe(stringWidth(text));
  });
});

test.each(['👩‍👩‍👧🇩🇪e\u0301', 'a', '漢', '👍🏽 ', `z${'\u0301'.repeat(700)}`, '\r\n', '\ud83d'])(
  'the characters of a long text of %j are those that it has as a whole',
  (part) => {
    for (const text of [part.repeat(400), `${'x'.repeat(1_020)}${part.repeat(3)}`]) {
      const whole = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
      expect(characters(text)).toEqual(whole);
    }
  },
);

describe('folding', () => {
  test.each([
    ['one two three', 7, 0, ['one two', 'three']],
    ['one two three', 7, 5, ['', 'one two', 'three']],
    ['one two three', 7, -6, ['one two three']],
    ['abcdefghij k', 4, 0, ['abcd', 'efgh', 'ij k']],
    ['日本日本', 5, 0, ['日本', '日本']],
    ['', 5, 0, ['']],
    ['any length at all', null, 0, ['any length at all']],
  ])('%j in %j columns, %d taken', (text, columns, taken, lines) => {
    expect(fold(text, columns, taken)).toEqual(lines);
  });
});
