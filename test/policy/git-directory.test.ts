import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAnythingAt, realPath } from '../../src/engine/real-path.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { verdictOf } from './shipped.ts';

describe('git in a directory that is named', () => {
  test.each([
    'git -C . status',
    'git -C /home/user/project log -1',
    'git -C "$PWD" diff --stat',
    'cd src && git -C /home/user/project status',
    'git -C /home/user/ -C project status',
    'git diff -C --stat',
  ])('is the workspace: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });

  test.each([
    'git -C sub status',
    'git -C sub/.. status',
    'git -C /home/user/project/link/.. status',
    'git -C "$DIR" status',
    'git -C . -C sub status',
    'cd /tmp && git -C . status',
    'git --git-dir=x -C . status',
    'git -C . -c core.pager=x log',
  ])('is another: %s', (command) => {
    expect(verdictOf(command)).toBe('ask');
  });
});

/** A project with repositories of others in it: by a directory, a file, a link to nothing, and a directory that is one itself. */
function project(): string {
  const root = join(temporaryDirectory(), 'project');
  const files = [
    'a/b/x.ts',
    'vendor/.git/config',
    'vendor/lib/x.ts',
    'module/.git',
    'bare/HEAD',
    'bare/sub/x.ts',
  ];
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), '');
  }
  mkdirSync(join(root, 'linked'));
  symlinkSync('/nowhere', join(root, 'linked/.git'));
  symlinkSync('a/b', join(root, 'near'));
  symlinkSync('vendor/lib', join(root, 'far'));
  symlinkSync('..', join(root, 'out'));
  return root;
}

describe('git in a directory below the workspace that can be looked at', () => {
  test.each([
    'cd a && git status',
    'cd a/b && git log --oneline -3',
    'cd a && git diff --stat 2>/dev/null | head',
    'cd near && git show --stat HEAD',
    'git -C a/b log -1',
    '(cd a && git ls-files | xargs wc -l)',
    'pushd a >/dev/null && git status --short && popd',
    'cd a && cd b && git log -1 && cd ../.. && git status',
  ])('is in the repository of the workspace: %s', (command) => {
    const where = { cwd: project(), home: '/home/user', realPath, isThere: isAnythingAt };
    expect(judgeCommand(shippedPolicy, command, where).decision.verdict).toBe('allow');
  });

  test.each([
    'cd vendor && git status',
    'cd vendor/lib && git status',
    'cd module && git status',
    'cd linked && git status',
    'cd bare && git log',
    'cd bare/sub && git log',
    'cd far && git status',
    'cd out && git status',
    'cd out/other && git status',
    'cd new && git status',
    'git -C vendor log',
    'git -C a/.. log',
    'for d in */; do (cd "$d" && git status); done',
    'cd a && git -c core.pager=x log',
    'cd a && git --git-dir=../vendor/.git status',
  ])('may be in another: %s', (command) => {
    const where = { cwd: project(), home: '/home/user', realPath, isThere: isAnythingAt };
    expect(judgeCommand(shippedPolicy, command, where).decision.verdict).toBe('ask');
  });

  test.each([
    'echo "ref: refs/heads/main" > a/HEAD; cd a && git status',
    'cp -r bare/. a; cd a && git status',
    'tar xf x.tar; cd a && git status',
    './build; cd a && git status',
    'git checkout other; cd a && git status',
    'git submodule update --init; cd a && git status',
  ])('may be in one that the command makes: %s', (command) => {
    const where = { cwd: project(), home: '/home/user', realPath, isThere: isAnythingAt };
    const { findings } = judgeCommand(shippedPolicy, command, where).decision;
    expect(findings.map(({ id }) => id)).toContain('git-other-repository');
  });
});
