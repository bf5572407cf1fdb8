import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realPath } from '../../src/engine/real-path.ts';
import type { Verdict } from '../../src/model/decision.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A directory with a link out of it, and with a repository if it is to have one. */
function project(hasRepository: boolean): string {
  const root = join(temporaryDirectory(), 'project');
  mkdirSync(join(root, 'src'), { recursive: true });
  if (hasRepository) mkdirSync(join(root, '.git'));
  writeFileSync(join(root, 'package.json'), '{}');
  symlinkSync('..', join(root, 'out'));
  return root;
}

function verdictIn(cwd: string, command: string): Verdict {
  const where = { cwd, home: '/home/user', realPath, isThere };
  return judgeCommand(shippedPolicy, command, where).decision.verdict;
}

const inside = [
  'cat "$(git rev-parse --show-toplevel)/package.json"',
  'ROOT=$(git rev-parse --show-toplevel); cat "$ROOT/package.json"',
  'cd "$(git rev-parse --show-toplevel)" && cat package.json',
  'cd "$(git rev-parse --show-toplevel)" && cat src/x.ts | head -5',
  'cd "$(git rev-parse --show-toplevel)" && git status',
  'cd "$(git rev-parse --show-toplevel)"; git log --oneline -3; cd src && git diff --stat',
  'ROOT=$(git rev-parse --show-toplevel); cd "$ROOT" && git diff --stat',
  'git -C "$(git rev-parse --show-toplevel)" status',
];

describe('what git tells as the top of the workspace', () => {
  test.each(inside)('is the workspace, where that has a repository: %s', (command) => {
    expect(verdictIn(project(true), command)).toBe('allow');
  });

  test.each(inside)('is any directory, where it has none: %s', (command) => {
    expect(verdictIn(project(false), command)).toBe('ask');
  });

  test.each([
    'cat "$(git rev-parse --show-toplevel)/etc/passwd"', // It is there, and read where git prints nothing.
    'cat "$(git rev-parse --show-toplevel)/.env"',
    'cat "$(git rev-parse --show-toplevel)/.git/config"',
    'cat "$(git rev-parse --show-toplevel)/../x"',
    'cat "$(git rev-parse --show-toplevel)/out/x"',
    'cat "$(git rev-parse --show-toplevel)x"',
    'cat "$(git rev-parse --show-toplevel)"/*/x',
    'cat "$(git -C .. rev-parse --show-toplevel)/x"',
    'cat "$(GIT_DIR=../x git rev-parse --show-toplevel)/x"',
    'cat "$(cd .. && git rev-parse --show-toplevel)/x"',
    'cat "$(git rev-parse --show-toplevel; cat f)/x"',
    'git() { cat f; }; cat "$(git rev-parse --show-toplevel)/x"',
    'git worktree add ../y; cat "$(git rev-parse --show-toplevel)/x"',
    'cd "$(git rev-parse --show-toplevel)" && cat ../x',
    'cd "$(git -C .. rev-parse --show-toplevel)" && git status',
    'cd "$(git rev-parse --show-toplevel)/out" && git status',
    'cd "$(git rev-parse --show-toplevel)" && cd .. && git status',
    'cd "$(git rev-parse --show-toplevel)" && git --git-dir=x status',
    'mkdir -p x/.git; cd "$(git rev-parse --show-toplevel)"; git -C x status',
    'cd "$(git rev-parse --show-toplevel)"; cd "$(cat f)"; cat x',
    'if test -e a; then cd "$(git rev-parse --show-toplevel)"; else cd "$(cat f)"; fi; cat x',
    'for i in 1 2; do cat x; cd "$(git rev-parse --show-toplevel)"; cat x; cd "$(cat f)"; done',
  ])('does not stand for: %s', (command) => {
    expect(verdictIn(project(true), command)).toBe('ask');
  });
});
