import { expect, test } from 'vitest';
import { Table } from '../../src/analysis/evaluate/state/table.ts';

function tableOf(...names: readonly string[]): Table<number> {
  const table = new Table<number>();
  names.forEach((name, index) => {
    table.set(name, index);
  });
  return table;
}

test('a copy has what the table had, in its order, until one of the two is changed', () => {
  const table = tableOf('b', 'a');
  const copy = table.copy();
  expect([...copy]).toEqual([
    ['b', 0],
    ['a', 1],
  ]);
  expect(copy.isCopyOf(table)).toBe(true);
  copy.delete('c');
  expect(copy.isCopyOf(table)).toBe(true);
});

test.each<readonly [title: string, change: (table: Table<number>) => void]>([
  ['a value is set', (table) => table.set('a', 7)],
  ['a name is taken out', (table) => table.delete('a')],
])('where %s, neither the copy nor the table sees it of the other', (_, change) => {
  const [table, other] = [tableOf('a', 'b'), tableOf('a', 'b')];
  const [copy, otherCopy] = [table.copy(), other.copy()];
  change(table);
  change(otherCopy);
  expect([...copy]).toEqual([...tableOf('a', 'b')]);
  expect([...other]).toEqual([...tableOf('a', 'b')]);
  expect(copy.isCopyOf(table)).toBe(false);
  expect([...table]).toEqual([...otherCopy]);
});

test('a copy of a copy, and what is copied a second time, are apart as well', () => {
  const table = tableOf('a');
  const first = table.copy();
  table.set('b', 1);
  const second = table.copy();
  table.set('b', 2);
  expect([first.get('b'), second.get('b'), second.copy().get('b'), table.get('b')]).toEqual([
    undefined,
    1,
    1,
    2,
  ]);
});
