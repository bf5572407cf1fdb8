import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { realPath } from '../../src/engine/real-path.ts';
import type { FactName } from '../../src/model/decision.ts';
import { decide } from '../../src/policy/decide.ts';
import { placesOf } from '../../src/policy/paths/places.ts';
import { deny, fact } from '../../src/policy/rules/make.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A project with links: `out` leads out of it, `self` to itself, `deep` into it. */
function project(): string {
  const root = join(temporaryDirectory(), 'project');
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  symlinkSync('..', join(root, 'out'));
  symlinkSync('.', join(root, 'self'));
  symlinkSync('src/deep', join(root, 'deep'));
  return root;
}

/** Whether a fact is true of some part of a command that has to stay in the root. */
function isTrue(name: FactName, command: string, root: string, home = '/home/user'): boolean {
  const analysis = analyze(command, { cwd: root, home });
  if (analysis.kind === 'unrunnable') throw new Error('expected a command that can be run');
  const rule = deny('rule', { when: [fact(name)], because: 'of it' });
  return (
    decide({ rules: [rule] }, analysis, placesOf({ cwd: root, home, root, realPath })).findings.length > 0
  );
}

describe('the root', () => {
  test.each([
    ['cd /', true],
    ['cd src && cd ../..', true],
    ['cd "$X"', true],
    ['cd s*', true],
    ['cd out', true],
    ['cd out/../src', true],
    ['cd self/../x', true],
    ['cd self && cd ../x', true],
    ['cd src && cd ..', false],
    ['cd self', false],
    ['cd deep && cd -P ..', false],
    ['cd new/../other', false],
    ['env -C / pwd', false],
  ])('is left by %s: %s', (command, expected) => {
    expect(isTrue('leaves-root', command, project())).toBe(expected);
  });

  test('is the root also where it holds the home directory, and where it has another name', () => {
    const root = project();
    const other = join(temporaryDirectory(), 'other');
    symlinkSync(root, other);
    expect(isTrue('leaves-root', 'cd src', root, join(root, 'home'))).toBe(false);
    expect(isTrue('leaves-root', `cd ${JSON.stringify(join(root, 'src'))}`, other)).toBe(false);
    expect(isTrue('leaves-root', 'cd out', other)).toBe(true);
  });
});

describe('a new link', () => {
  test.each([
    ['ln -s / a && cd a', true],
    ['ln -s / a; cd a/etc', true],
    ['ln -s /etc . && cd etc', true],
    ['ln -s / "$X" && cd a', true],
    ['mv out a && cd a', true],
    ['cp -r self a && cd a/out', true],
    ['ln -s / a && mv a b && cd b', true],
    ['ln -s src a && cd src', false],
    ['cp -r src a && cd a/deep', false],
    ['cp a . && cd src', false],
    ['cp *.ts a && cd a', false],
    ['mkdir -p a && cd a', false],
  ])('is entered by %s: %s', (command, expected) => {
    expect(isTrue('enters-new-link', command, project())).toBe(expected);
  });
});
