import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../src/engine/entries-of.ts';
import { isAnythingAt, realPath } from '../../src/engine/real-path.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { createMatchedLinks } from '../../src/policy/paths/matched-links.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';

function verdictAt(cwd: string, command: string): string {
  const matchedLinks = createMatchedLinks({ realPath, isThere: isAnythingAt, entriesOf });
  const where = { cwd, home: '/home/user', realPath, matchedLinks };
  return judgeCommand(shippedPolicy, command, where).decision.verdict;
}

/** A project beside a directory `other`: `docs/deep`, `linked` and each `notes.md` lead there. */
function project(): string {
  const root = join(temporaryDirectory(), 'project');
  for (const directory of ['docs', 'app', 'lib', '../other'])
    mkdirSync(join(root, directory), { recursive: true });
  for (const file of ['docs/a.md', 'app/index.ts', 'lib/index.ts', 'lib/notes.ts', '../other/notes.md'])
    writeFileSync(join(root, file), '');
  symlinkSync('../../other', join(root, 'docs/deep'));
  symlinkSync('../other', join(root, 'linked'));
  symlinkSync('../other/notes.md', join(root, 'notes.md'));
  symlinkSync('../../other/notes.md', join(root, 'app/notes.md'));
  return root;
}

describe('links among what is made of the names that a pattern matches', () => {
  test.each([
    ['for d in docs/*/; do head "${d}notes.md"; done', 'ask'],
    ['for d in docs/*/; do head "${d%/}/notes.md"; done', 'ask'],
    ['for f in lib/*.ts; do cat "${f##*/}"; done', 'ask'],
    ['for f in *.ts; do cat "${f%.ts}.md"; done', 'ask'],
    ['for f in */index.ts; do cat "${f%index.ts}notes.md"; done', 'ask'],
    ['for f in lib/*.ts; do cat "$(basename "$f" .ts).md"; done', 'ask'],
    ['for f in */*.ts; do cat "$(dirname "$f")/notes.md"; done', 'ask'],
    ['for f in lib/*.ts; do cat "linked/$(basename "$f")"; done', 'ask'],
    ['for f in lib/*.ts; do cat "linked/${f##*/}"; done', 'ask'],
    ['for f in lib/*.ts; do cat "${f%.ts}.ts"; done', 'allow'],
    ['for f in lib/*.ts; do cat "app/$(basename "$f")"; done', 'ask'],
    ['for f in lib/*.ts; do cat "app/$(basename "$f" .ts).ts"; done', 'allow'],
    ['for f in lib/*.ts; do cat "$(dirname "$f")/index.ts"; done', 'allow'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictAt(project(), command)).toBe(verdict);
  });
});

describe('links among what is listed', () => {
  test.each([
    ['ls n*.md | xargs head', 'ask'],
    ['ls *.md | head -n 1 | xargs cat', 'ask'],
    ['cat $(ls n*.md)', 'ask'],
    ['cat "$(ls -t *.md | head -n 1)"', 'ask'],
    ['ls | grep notes | xargs cat', 'ask'],
    ['ls | while read -r d; do cat "$d/notes.md"; done', 'ask'],
    ['ls -d */ | xargs -I{} cat {}notes.md', 'ask'],
    ['ls docs | while read -r d; do cat "docs/$d/notes.md"; done', 'ask'],
    ['realpath n*.md | xargs cat', 'ask'],
    ['read -r f < <(ls n*); cat "$f"', 'ask'],
    ['ls lib/*.ts | xargs wc -l', 'allow'],
    ['cat $(ls -t lib/*.ts | head -n 1)', 'allow'],
    ['cat lib/$(ls -t lib | head -n 1)', 'allow'],
    ['cd lib && ls | head -n 1 | xargs cat', 'allow'],
  ])('%s: %s', (command, verdict) => {
    expect(verdictAt(project(), command)).toBe(verdict);
  });
});

describe('a name is matched as bash may take it', () => {
  test.each([
    // What matches nothing stays what it is.
    ['[id].md', 'cat [id].md', 'ask'],
    ['[id]', 'cat [id]/notes.md', 'ask'],
    ['[id].md', 'cat < [id].md', 'ask'],
    ['[id].md', 'for f in [id].md; do cat "$f"; done', 'ask'],
    ['[id].md', 'cat [if].md', 'allow'],
    // A character, or in the locale `C` one of its bytes; which are letters depends on it too.
    ['é', 'cat ?/notes.md', 'ask'],
    ['é', 'cat ??/notes.md', 'ask'],
    ['é', 'cat ???/notes.md', 'allow'],
    ['é', 'cat [[:alpha:]]/notes.md', 'ask'],
    ['é', 'cat [![:alpha:]]/notes.md', 'ask'],
    ['é', 'cat [[:digit:]]/notes.md', 'allow'],
    // In brackets a backslash takes its meaning from what stands behind it.
    ['a\\b', 'cat a[\\\\]b', 'ask'],
    ['a-b', 'cat a[+\\-x]b', 'ask'],
    ['a^b', 'cat a[\\^]b', 'ask'],
    ['acb', 'cat a[\\^]b', 'allow'],
    ['a\nb', 'cat a?b', 'ask'],
    // As bash reads brackets that nobody writes so.
    ['b.', 'cat [[=a=]][a-z][.]', 'ask'],
    ['[:', 'cat [[:alpha:]', 'ask'],
    ['b.', 'cat [.]b', 'allow'],
  ])('%j, %s: %s', (name, command, verdict) => {
    const root = join(temporaryDirectory(), 'project');
    for (const directory of [root, join(root, '../other')]) mkdirSync(directory);
    writeFileSync(join(root, '../other/notes.md'), '');
    symlinkSync('../other', join(root, name));
    expect(verdictAt(root, command)).toBe(verdict);
  });

  test('the links in a directory whose name is not UTF-8 are not known', () => {
    const root = temporaryDirectory();
    mkdirSync(Buffer.concat([Buffer.from(join(root, 'd')), Buffer.from([0xff])]));
    expect(verdictAt(root, 'cat */notes.md')).toBe('ask');
  });

  test('many wildcards are not tried with each other', () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, 'a'.repeat(70)), '');
    symlinkSync('/other', join(root, `${'a'.repeat(70)}b`));
    expect(verdictAt(root, `cat ${'*a'.repeat(8)}c`)).toBe('allow');
    expect(verdictAt(root, `cat ${'*a'.repeat(8)}*b`)).toBe('ask');
  });
});

test('the packages of a workspace are looked into', () => {
  const root = temporaryDirectory();
  for (let at = 0; at < 1000; at += 1) {
    mkdirSync(join(root, `node_modules/p${at}`), { recursive: true });
    writeFileSync(join(root, `node_modules/p${at}/package.json`), '');
  }
  expect(verdictAt(root, 'cat node_modules/*/package.json')).toBe('allow');
});
