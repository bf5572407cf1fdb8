import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/contracts/columns.ts';
import { cell, lastLines, shortened, wrap } from '../../src/tui/text.ts';

const hostile = [
  'plain text that is longer than there is room for',
  '漢字かな交じり文は幅が二つ',
  'a👩‍👩‍👧b👍🏽c🇩🇪d❤️e',
  `z${'\u0301'.repeat(500)}algo`,
  '\x1b]52;c;aGk=\x07\x1b[2J\u009b2J\r\n\u202eevil\u2066',
  '\ud83d half a character \u3164\u2800',
  'x'.repeat(100_000),
];

describe('a text for the screen', () => {
  test.each(hostile)('takes no more columns than it may, and just as many as a cell has: %#', (text) => {
    for (const columns of [1, 2, 7, 40]) {
      expect(widthOf(shortened(text, columns))).toBeLessThanOrEqual(columns);
      expect(widthOf(cell(text, columns))).toBe(columns);
    }
    // A number that stands for a character is whole where there is room for it.
    expect(wrap(text, 40).every((row) => widthOf(row) <= 40)).toBe(true);
  });

  test.each(hostile)('has nothing in it that a terminal obeys, or that is not seen: %#', (text) => {
    const shown = [shortened(text, 200), cell(text, 200), ...wrap(text, 200), ...lastLines(text, 200, 5)];
    expect(shown.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Surrogate}\u3164\u2800]/u);
  });

  test('leaves out what makes an emoji of a sign, and shows the like of it elsewhere', () => {
    expect(wrap('✔\ufe0f 1\ufe0f\u20e3', 40)).toEqual(['✔ 1\u20e3']);
    expect(wrap('two\ufe0f a\ufe00b', 40)).toEqual(['two<U+FE0F> a<U+FE00>b']);
  });

  test('keeps its lines, and breaks them where the screen ends', () => {
    expect(wrap('one\n\ntwo three', 5)).toEqual(['one', '', 'two t', 'hree']);
    expect(wrap('漢字漢字漢字', 5)).toEqual(['漢字', '漢字', '漢字']);
    expect(wrap('a\tb', 40)).toEqual(['a       b']);
  });

  test('has its last lines, however long it is', () => {
    expect(lastLines('one\ntwo\nthree\n', 40, 2)).toEqual(['two', 'three']);
    expect(lastLines('abcdefgh', 3, 2)).toEqual(['def', 'gh']);
    expect(lastLines('one', 40, 0)).toEqual([]);
  });
});
