import { describe, expect, test } from 'vitest';
import { widthOf } from '../../src/contracts/columns.ts';
import { entryLines, entryRows, lineWords } from '../../src/tui/entry-lines.ts';
import type { Entry } from '../../src/tui/looking.ts';
import { textField } from '../../src/tui/text-field.ts';

/** An entry in which `|` stands for the cursor. */
function entry(kind: Entry['kind'], drawn: string): Entry {
  const field = textField(
    drawn.replace('|', ''),
    kind === 'command' ? 'free' : kind === 'rule' ? 'fixed' : 'one',
  );
  return { kind, field: { ...field, cursor: drawn.indexOf('|') } };
}

/** What is seen, with `|` where the cursor is. */
function seen(given: Entry, columns: number, rows = 1): readonly string[] {
  const { lines, cursor } = entryLines(given, { columns, rows });
  return lines.map((line, row) => {
    const text = line.map((span) => span.text).join('');
    expect(widthOf(text)).toBeLessThanOrEqual(columns);
    if (row !== cursor.row) return text;
    expect(cursor.column).toBeLessThan(columns);
    let before = '';
    for (const { segment } of new Intl.Segmenter('en').segment(text)) {
      if (widthOf(before) >= cursor.column) break;
      before += segment;
    }
    expect(widthOf(before)).toBeLessThanOrEqual(cursor.column);
    return `${before}|${text.slice(before.length)}`;
  });
}

const digits = '0123456789'.repeat(10);
const at = (units: number) => `${digits.slice(0, units)}|${digits.slice(units)}`;

describe('a text that is typed, on the screen', () => {
  test.each<readonly [columns: number, kind: Entry['kind'], drawn: string, seen: string]>([
    [80, 'search', '|', 'Search: |'],
    [80, 'reason', 'not now|', 'No, because: not now|'],
    [80, 'rule', 'make |test', 'Always: make |test'],
    [80, 'command', 'a\tb|', 'Run instead: a␉b|'],
    [80, 'reason', '漢字|かな', 'No, because: 漢字|かな'],
    [20, 'search', 'make|', '/ make|'],
    [20, 'reason', at(0), 'No: |012345678901234…'],
    [20, 'reason', at(50), 'No: …3456789|0123456…'],
    [20, 'reason', at(94), 'No: …67890123|456789'],
    [20, 'reason', at(98), 'No: …678901234567|89'],
    [20, 'reason', at(100), 'No: …67890123456789|'],
    [20, 'reason', `${'漢'.repeat(40)}|`, 'No: …漢漢漢漢漢漢漢|'],
    [20, 'reason', `${'漢'.repeat(20)}|${'漢'.repeat(20)}`, 'No: …漢漢漢|漢漢漢漢…'],
  ])('%i columns, %s %j: %j', (columns, kind, drawn, expected) => {
    expect(seen(entry(kind, drawn), columns)).toEqual([expected]);
  });

  test('has the cursor on the screen wherever it is, and fits', () => {
    const long = `${'ab 漢'.repeat(40)}${'👩‍👩‍👧e\u0301\u202e\t'.repeat(20)}🇩🇪${'\u0301'.repeat(2_000)}`;
    for (const columns of [20, 40, 80])
      for (let units = 0; units <= 220; units += 1)
        seen(entry('command', `${long.slice(0, units)}|${long.slice(units)}`), columns);
  });

  test('of several lines shows each line break, also of a line that is too long', () => {
    expect(seen(entry('command', `if true; then\n\t|x\n\n${digits}\nfi`), 30, 8)).toEqual([
      'Run: if true; then⏎',
      '     ␉|x⏎',
      '     ⏎',
      '     01234567890123456789012…⏎',
      '     fi',
    ]);
    expect(seen(entry('command', `${at(50)}\nfi`), 30, 8)).toEqual([
      'Run: …90123456789|01234567890…⏎',
      '     fi',
    ]);
    expect(seen(entry('command', 'x|\n'), 30, 8)).toEqual(['Run: x|⏎', '     ']);
  });

  test('of lines that are each for something shows no line break between them', () => {
    expect(seen(entry('rule', "git commit -m 'a⏎b'\n|make test"), 40, 8)).toEqual([
      "Always: git commit -m 'a⏎b'",
      '        |make test',
    ]);
  });

  test('scrolls with the cursor, and says where it is', () => {
    const lines = Array.from({ length: 9 }, (_, n) => `line ${n}`);
    const on = (n: number) => entry('command', lines.with(n, `|line ${n}`).join('\n'));
    expect(seen(on(0), 80, 3)).toEqual([
      'Run instead: |line 0⏎',
      '             line 1⏎',
      '             line 2⏎',
    ]);
    expect(seen(on(5), 80, 3)[1]).toBe('             |line 5⏎');
    expect(seen(on(8), 80, 3)).toEqual([
      'Run instead: line 6⏎',
      '             line 7⏎',
      '             |line 8',
    ]);
    expect(lineWords(on(5))).toBe('line 6 of 9');
    expect(lineWords(entry('command', 'one|'))).toBe('');
  });

  test('takes as many rows as it has lines, at most a third of the screen', () => {
    const lines = (count: number) => entry('command', `|${'\n'.repeat(count - 1)}`);
    const rows = (count: number, height: number) => entryRows(lines(count), { columns: 80, rows: height });
    expect([rows(1, 24), rows(5, 24), rows(50, 24), rows(50, 12), rows(50, 6)]).toEqual([1, 5, 8, 4, 1]);
  });
});
