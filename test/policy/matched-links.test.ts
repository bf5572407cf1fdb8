import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entriesOf } from '../../src/engine/entries-of.ts';
import { isAnythingAt, realPath } from '../../src/engine/real-path.ts';
import type { Policy } from '../../src/model/decision.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { createMatchedLinks, type LookAtFiles } from '../../src/policy/paths/matched-links.ts';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const onDisk = { realPath, isThere: isAnythingAt, entriesOf };

function judgeAt(cwd: string, command: string, policy: Policy = shippedPolicy, files: LookAtFiles = onDisk) {
  const where = { cwd, home: '/home/user', realPath, matchedLinks: createMatchedLinks(files) };
  return judgeCommand(policy, command, where).decision;
}

/**
 * A project beside a directory `other`. Of its links `link` and `docs/deep` lead to that directory, `notes.md` to a file in it,
 * `.hidden` to it, `key.txt` to where keys are, and `near.ts` and `app/lib` to what is in the project.
 */
function project(): string {
  const root = join(temporaryDirectory(), 'project');
  for (const directory of ['src', 'docs', 'app', 'lib', 'keys', '../other/sub'])
    mkdirSync(join(root, directory), { recursive: true });
  for (const file of [
    '../other/sub/x',
    'a.md',
    'src/a.ts',
    'src/b.ts',
    'docs/a.md',
    'lib/index.ts',
    '../other/notes.md',
  ])
    writeFileSync(join(root, file), '');
  for (const [name, target] of [
    ['link', '../other'],
    ['docs/deep', '../../other'],
    ['notes.md', '../other/notes.md'],
    ['.hidden', '../other'],
    ['keys/key.txt', '/home/user/.ssh/id_ed25519'],
    ['near.ts', 'src/a.ts'],
    ['app/lib', '../lib'],
  ] as const)
    symlinkSync(target, join(root, name));
  return root;
}

describe('what a pattern matches is read where its links lead to', () => {
  test.each([
    // The link is in the midst of the path, or what matches.
    ['cat l*nk/notes.md', 'ask'],
    ['cat l[i]nk/sub/*', 'ask'],
    ['cat */notes.md', 'ask'],
    ['cat ./*/notes.md', 'ask'],
    ['cat *.md', 'ask'],
    ['cat *', 'ask'],
    ['wc -l < n*.md', 'ask'],
    ['cat docs/*/notes.md', 'ask'],
    ['cat d*/d*/n*', 'ask'],
    ['cat {src,docs}/*/notes.md', 'ask'],
    ['cat .h*/notes.md', 'ask'],
    ['cat keys/*', 'ask'],
    ['cd docs && cat */notes.md', 'ask'],
    ['cd l*nk && cat notes.md', 'ask'],
    // One match after the other.
    ['for f in *.md; do cat "$f"; done', 'ask'],
    ['for f in *.md; do [ -f "$f" ] && cat "./$f"; done', 'ask'],
    ['for d in */; do cat "$d/notes.md"; done', 'ask'],
    ['for d in *; do cat "${d%/}/notes.md"; done', 'ask'],
    ['for d in docs/*; do cat "$d/notes.md"; done', 'ask'],
    ['ls | xargs cat', 'ask'],
    // By settings of the shell more is matched.
    ['shopt -s globstar; cat **/*.md', 'ask'],
    ['shopt -s globstar; cat docs/**/*.md', 'ask'],
    ['shopt -s nullglob; cat n*.md', 'ask'],
    ['shopt -s nocaseglob; cat N*.md', 'ask'],
    // No link is on the way, or one that stays in the project.
    ['cat src/*', 'allow'],
    ['cat src/*.ts', 'allow'],
    ['cat a*.md', 'allow'],
    ['cat */a.ts', 'allow'],
    ['cat docs/*.md', 'allow'],
    ['cat near*', 'allow'],
    ['cat *.ts', 'allow'],
    ['cat app/*/index.ts', 'allow'],
    ['cat N*.md', 'allow'],
    ['cat s*c/*', 'allow'],
    ['cat \\*/notes.md', 'allow'],
    ['cat "*"/notes.md', 'allow'],
    ['for f in src/*.ts; do cat "$f"; done', 'allow'],
    ['for d in a*; do cat "$d/lib/index.ts"; done', 'allow'],
    ['cat */gone.md', 'allow'],
    ['cd src && ls | xargs cat', 'allow'],
    ['shopt -s globstar; cat src/**/*.ts', 'allow'],
    ['shopt -s nullglob; cat src/*.ts', 'allow'],
    // Names are shown, and nothing of what is behind them.
    ['ls *', 'allow'],
    ['echo */notes.md', 'allow'],
  ])('%s: %s', (command, verdict) => {
    expect(judgeAt(project(), command).verdict).toBe(verdict);
  });

  test('a secret is told as one, in a sandbox too', () => {
    const inSandbox = shippedPolicyInSandbox('none');
    for (const command of ['cat keys/*', 'cat k*/key.txt', 'for f in keys/*; do cat "$f"; done'])
      expect([command, judgeAt(project(), command, inSandbox).findings.map(({ id }) => id)]).toEqual([
        command,
        ['read-secret'],
      ]);
  });

  test('what is written there is written outside of the project', () => {
    const ids = (command: string) => judgeAt(project(), command).findings.map(({ id }) => id);
    expect(ids('touch docs/d*/notes.md')).toContain('write-outside-workspace');
    expect(ids('touch docs/*.md')).toContain('write-file');
  });
});

describe('how much is looked at for one decision is bounded', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `d${at}`);

  test('what is more than that is not known', () => {
    let looks = 0;
    const endless = {
      realPath: (path: string) => path,
      isThere: () => true,
      entriesOf: (_: string, most: number) => {
        looks += 1;
        return most < 50 ? null : many(50).map((name) => ({ name, kind: 'directory' }) as const);
      },
    };
    const { verdict, findings } = judgeAt('/project', 'cat */*/*/*/*.ts', shippedPolicy, endless);
    expect([verdict, findings.map(({ id }) => id)]).toEqual(['ask', ['read-outside-workspace']]);
    expect(looks).toBeLessThan(500);
  });

  test('a thousand patterns have it together', () => {
    let looks = 0;
    const files = {
      realPath: (path: string) => path,
      isThere: () => true,
      entriesOf: () => {
        looks += 1;
        return many(20).map((name) => ({ name, kind: 'other' }) as const);
      },
    };
    const words = many(1000).map((name) => `${name}/*`);
    expect(judgeAt('/project', `cat ${words.join(' ')}`, shippedPolicy, files).verdict).toBe('ask');
    expect(looks).toBeLessThan(1000);
  });

  test('the same pattern is looked into once', () => {
    const listed: string[] = [];
    const files = {
      realPath: (path: string) => path,
      isThere: () => true,
      entriesOf: (directory: string) => {
        listed.push(directory);
        return [];
      },
    };
    judgeAt('/project', 'cat src/*; head src/* && wc -l src/*', shippedPolicy, files);
    expect(listed).toEqual(['/project/src']);
  });
});
