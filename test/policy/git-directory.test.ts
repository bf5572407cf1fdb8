import { describe, expect, test } from 'vitest';
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
