import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf } from '../../src/engine/entries-of.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('names, with what each is', () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'd'));
  writeFileSync(join(directory, 'f'), '');
  symlinkSync('d', join(directory, 'to d'));
  symlinkSync('gone', join(directory, 'to nothing'));
  expect(entriesOf(directory, 4)?.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: 'd', kind: 'directory' },
    { name: 'f', kind: 'other' },
    { name: 'to d', kind: 'link' },
    { name: 'to nothing', kind: 'link' },
  ]);
});

test('more than asked for is not told', () => {
  const directory = temporaryDirectory();
  for (const name of ['a', 'b', 'c']) writeFileSync(join(directory, name), '');
  expect(entriesOf(directory, 3)).toHaveLength(3);
  expect(entriesOf(directory, 2)).toBeNull();
});

test('what is no directory has nothing in it', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'f'), '');
  expect([entriesOf(join(directory, 'gone'), 9), entriesOf(join(directory, 'f'), 9)]).toEqual([[], []]);
});

test('a link whose name could not be followed: what is there is not told', () => {
  const directory = temporaryDirectory();
  symlinkSync('elsewhere', Buffer.concat([Buffer.from(join(directory, 'a')), Buffer.from([0xff])]));
  expect(entriesOf(directory, 9)).toBeNull();
});
