import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realPath } from '../../src/engine/real-path.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A project with two links: `out` leads to a file beside it, `near` to one in it. */
function project(): string {
  const root = join(temporaryDirectory(), 'project');
  mkdirSync(root);
  writeFileSync(join(root, '../other.txt'), '');
  writeFileSync(join(root, 'a.txt'), '');
  symlinkSync('../other.txt', join(root, 'out'));
  symlinkSync('a.txt', join(root, 'near'));
  return root;
}

describe('what a link leads to is read, also where its name is asked for first', () => {
  test.each([
    ['cat out', 'ask'],
    ['cat $(realpath out)', 'ask'],
    ['realpath out | xargs cat', 'ask'],
    ['cat near', 'allow'],
    ['cat $(realpath near)', 'allow'],
    ['realpath near a.txt | xargs cat', 'allow'],
  ])('%s: %s', (command, verdict) => {
    const where = { cwd: project(), home: '/home/user', realPath };
    expect(judgeCommand(shippedPolicy, command, where).decision.verdict).toBe(verdict);
  });
});
