import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isIgnoredByGit } from '../../src/engine/ignored-by-git.ts';
import { readTextFile } from '../../src/settings/read-text.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const isIgnored = (directory: string): boolean => isIgnoredByGit(directory, readTextFile);

/** A directory to ask about, and what stands in files of its repository; `.git` makes another one. */
type Row = readonly [directory: string, files: Readonly<Record<string, string>>];

const ignored: readonly Row[] = [
  ['dist', { '.gitignore': 'dist' }],
  ['dist', { '.gitignore': '# built\n\nnode_modules\ndist/\n*.log\n' }],
  ['dist', { '.gitignore': '/dist/' }],
  ['dist', { '.gitignore': '/dist  ' }],
  ['dist', { '.gitignore': '\u{feff}dist/\n' }],
  ['dist', { '.gitignore': 'node_modules\r\ndist/\r' }],
  ['packages/a/dist', { '.gitignore': 'dist/\n' }],
  ['packages/a/dist', { '.gitignore': '**/dist\n' }],
  ['packages/a/dist', { '.gitignore': '/packages/a/dist\n' }],
  ['packages/a/dist', { '.gitignore': 'packages/a/dist/\n' }],
  ['packages/a/dist', { '.gitignore': '!dist\n', 'packages/a/.gitignore': '/dist\n' }],
  ['dist', { '.gitignore': '!dist\ndist\n' }],
  ['dist', { '.gitignore': 'dist\n!.env.example\n!*.md\n!dist/keep\n!/other/dist\n' }],
];

const notIgnored: readonly Row[] = [
  ['dist', {}],
  ['dist', { '.gitignore': '' }],
  ['dist', { '.gitignore': 'distance\n#dist\nadist\nDist\n' }],
  ['dist', { '.gitignore': ' dist\n' }],
  ['dist', { '.gitignore': 'dist\\ \n' }],
  ['dist', { '.gitignore': 'a/dist\n' }],
  ['dist', { '.gitignore': 'dist\n!dist\n' }],
  ['dist', { '.gitignore': 'dist\n!dist/\n' }],
  ['dist', { '.gitignore': 'dist\n!/dist\n' }],
  ['dist', { '.gitignore': 'dist\n!*\n' }],
  ['dist', { '.gitignore': 'dist\n!d*t\n' }],
  ['dist', { '.gitignore': 'dist\n!di[rs]t\n' }],
  ['dist', { '.gitignore': 'dist\n!**/dist\n' }],
  ['dist', { '.gitignore': 'dist\r\r\n' }],
  ['a/dist', { '.gitignore': 'dist\n!*/dist\n' }],
  ['a/dist', { '.gitignore': '/dist\n' }],
  ['a/b/dist', { '.gitignore': 'b/dist\n' }],
  ['a/dist', { '.gitignore': 'dist\n', 'a/.gitignore': '!dist\n' }],
  [
    'a/dist',
    {
      '.gitignore': 'dist\n',
      'a/.git/HEAD': 'ref: refs/heads/main\n',
      'a/.git/objects/x': '',
      'a/.git/refs/x': '',
    },
  ],
];

/** Patterns that git goes by, and that are not looked into here. */
const notSaid: readonly Row[] = [
  ['dist', { '.gitignore': 'di*\n' }],
  ['dist', { '.gitignore': 'di[rs]t\n' }],
  ['packages/a/dist', { '.gitignore': 'packages/\n' }],
  ['packages/a/dist', { '.gitignore': 'packages/*/dist\n' }],
  ['dist', { '.gitignore': 'dist\n!*st/keep/*st\n' }],
  // All that it has of a repository of its own is there and nowhere else.
  ['dist', { '.gitignore': 'dist\n', 'dist/.git': 'gitdir: ../elsewhere\n' }],
];

/** What is said here of a directory, and what git says of it. */
function saidOf([directory, files]: Row): { readonly here: boolean; readonly git: boolean } {
  const root = temporaryDirectory();
  execFileSync('git', ['init', '-q', root]);
  mkdirSync(join(root, directory), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const within = join(root, dirname(directory));
  const { status } = spawnSync('git', ['-C', within, 'check-ignore', '-q', join(root, directory)]);
  return { here: isIgnored(join(root, directory)), git: status === 0 };
}

describe('git ignores a directory', () => {
  test.each(ignored)('%s with %j', (...row) => {
    expect(saidOf(row)).toEqual({ here: true, git: true });
  });

  test.each(notIgnored)('not: %s with %j', (...row) => {
    expect(saidOf(row)).toEqual({ here: false, git: false });
  });

  test.each(notSaid)('which is not said: %s with %j', (...row) => {
    expect(saidOf(row)).toEqual({ here: false, git: true });
  });
});

test('where there is no repository nothing is ignored', () => {
  const root = temporaryDirectory();
  writeFileSync(join(root, '.gitignore'), 'dist\n');
  expect(isIgnored(join(root, 'dist'))).toBe(false);
});

test('long lines are read in a moment', () => {
  const root = temporaryDirectory();
  execFileSync('git', ['init', '-q', root]);
  const long = 'x'.repeat(300_000);
  writeFileSync(join(root, '.gitignore'), `dist\n!${long}*a\n${' '.repeat(300_000)}x\n!*${long}\n`);
  expect(isIgnored(join(root, 'dist'))).toBe(true);
});

test('a file that cannot be read says nothing, and is not waited for', () => {
  const root = temporaryDirectory();
  execFileSync('git', ['init', '-q', root]);
  mkdirSync(join(root, 'a'));
  writeFileSync(join(root, '.gitignore'), 'dist\n');
  expect(isIgnored(join(root, 'a/dist'))).toBe(true);
  execFileSync('mkfifo', [join(root, 'a/.gitignore')]);
  expect(isIgnored(join(root, 'a/dist'))).toBe(false);
});
