import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { entriesOf } from '../../src/engine/entries-of.ts';
import { linksOf } from '../../src/engine/links.ts';
import { isAnythingAt, realPath } from '../../src/engine/real-path.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test.each([
  ['cat link/notes.md', ['link/notes.md', 'notes.md']],
  ['cat li*/notes.md', ['link/notes.md', 'notes.md']],
  // The link is before the first wildcard, or before what is not known.
  ['cat link/*.md', ['link', '']],
  ['cat "link/$(ls)"', ['link', '']],
  ['cat docs/*.md', null],
])('an answer to %s is bound to where its links lead', (command, link) => {
  const other = temporaryDirectory();
  writeFileSync(join(other, 'notes.md'), '');
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'docs'));
  symlinkSync(other, join(cwd, 'link'));
  const analysis = analyze(command, { cwd, home: null });
  if (analysis.kind === 'unrunnable') throw new Error(analysis.problem.code);
  const found = linksOf(analysis, { realPath, isThere: isAnythingAt, entriesOf });
  expect(found).toEqual(link === null ? [] : [link.map((path, at) => join(at === 0 ? cwd : other, path))]);
});
