import { describe, expect, test } from 'vitest';
import { ellipsis, listLines, pathEnd, table } from '../../src/cli/visible.ts';
import { widthOf } from '../../src/contracts/columns.ts';

describe('rows of a list', () => {
  test('stand below each other where characters take two columns, or none', () => {
    const lines = table([
      ['ID', 'DIRECTORY', 'COMMAND'],
      ['1', '/家/文書', 'ls'],
      ['2', '/cafe\u0301', 'ls'],
      ['3', '/plain', 'ls'],
    ]);
    expect(lines.map((line) => widthOf(line.slice(0, line.search(/ls$|COMMAND$/))))).toEqual([
      15, 15, 15, 15,
    ]);
  });

  test('are broken where the screen ends, as it counts', () => {
    const broken = table([['家家家家家', '文書 '.repeat(10).trim()]], 40);
    expect(broken.map(widthOf)).toEqual([36, 36]);
  });
});

describe('rows of a list whose last column would have no room', () => {
  const rows = [
    ['ID', 'TIME', 'WHOSE', 'COMMAND'],
    ['1', '2026-01-31', '家'.repeat(5), 'touch one; touch another one'],
  ];
  const lines = (width: number) => listLines(rows, width, [2, 1]);

  test('have all columns where it has, or there is no screen', () => {
    expect(lines(Number.POSITIVE_INFINITY)).toEqual([...table(rows)]);
    expect(lines(48)[1]).toBe(`1   2026-01-31  ${'家'.repeat(5)}  touch one; touch an…`);
    expect(listLines([['a', 'b']], 4, [0])).toEqual(['a  b']);
  });

  test('are without those that are missed least, one after the other', () => {
    expect(lines(47)).toEqual(['ID  TIME        COMMAND', '1   2026-01-31  touch one; touch another one']);
    expect(lines(35)).toEqual(['ID  COMMAND', '1   touch one; touch another one']);
    expect(lines(12)).toEqual(['ID  COMMAND', '1   touch o…']);
  });
});

test.each([
  ['fits', 4, 'fits'],
  ['longer', 4, 'lon…'],
  ['文書文書', 8, '文書文書'],
  ['文書文書', 7, '文書文…'],
  ['文書文書', 6, '文書…'],
])('of the line %j %i columns hold %j', (line, columns, held) => {
  expect(ellipsis(line, columns)).toBe(held);
});

test.each([
  ['/srv/project', 12, '/srv/project'],
  ['/srv/a/project', 10, '…a/project'],
  ['/srv/文書/書', 6, '…書/書'],
])('of the path %s %i columns hold its end, %s', (path, columns, held) => {
  expect(pathEnd(path, columns)).toBe(held);
});
