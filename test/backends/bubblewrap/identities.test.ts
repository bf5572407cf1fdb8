import { lstatSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  haveTellingIdentities,
  identitiesOf,
  identitiesSeen,
} from '../../../src/backends/bubblewrap/layout/identities.ts';
import { nextTick } from '../../support/file-clock.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const deviceOf = (path: string) => lstatSync(path, { bigint: true }).dev;

/** The directories above, as far as they are on the same file system. */
function above(directory: string): readonly string[] {
  const parent = dirname(directory);
  const isApart = parent === directory || deviceOf(parent) !== deviceOf(directory);
  return isApart ? [] : [parent, ...above(parent)];
}

test('a directory that was there before the file system noted births is told from what comes later', () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'file');
  writeFileSync(file, '');
  const isDated = lstatSync(directory, { bigint: true }).birthtimeNs > 0n;
  expect(haveTellingIdentities([directory, ...above(directory), file])).toBe(isDated);
  expect(haveTellingIdentities([file, '/proc/sys'])).toBe(true);
  expect(haveTellingIdentities([file, join(directory, 'nothing')])).toBe(false);
});

test('what has come in the place of a file or directory is told from it, and what is in a directory is not', async () => {
  const directory = temporaryDirectory();
  const [file, inner] = [join(directory, 'file'), join(directory, 'inner')];
  writeFileSync(file, '');
  mkdirSync(inner);
  const before = identitiesOf([file, inner]);
  await nextTick(temporaryDirectory());
  writeFileSync(join(inner, 'more'), '');
  expect(identitiesOf([file, inner])).toBe(before);
  const [ofFile, ofInner] = before.split(' ');
  rmSync(file);
  writeFileSync(file, '');
  expect(identitiesOf([file])).not.toBe(ofFile);
  rmSync(join(inner, 'more'));
  rmdirSync(inner);
  mkdirSync(inner);
  expect(identitiesOf([inner])).not.toBe(ofInner);
});

test('what has been seen is looked at once, and what has not is looked at each time', () => {
  const directory = temporaryDirectory();
  const paths = ['seen', 'not-seen'].map((name) => join(directory, name));
  const seen = { has: (path: string) => path === paths[0] };
  const identities = () => identitiesSeen(paths, seen).split(' ');
  const before = identities();
  expect(before).toEqual(['', '']);
  for (const path of paths) writeFileSync(path, '');
  expect(identities()).toEqual(['', identitiesOf(paths.slice(1))]);
  expect(identitiesSeen(paths, { has: seen.has })).toBe(identitiesOf(paths));
});
