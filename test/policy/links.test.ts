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
    ['cat "$(realpath near)"', 'allow'],
    ['realpath near a.txt | xargs cat', 'allow'],
  ])('%s: %s', (command, verdict) => {
    const where = { cwd: project(), home: '/home/user', realPath };
    expect(judgeCommand(shippedPolicy, command, where).decision.verdict).toBe(verdict);
  });
});

/** A project in `one`, whose link `up` leads into a directory beside it, which has files of its own; `in` leads to one that is in it. */
function stepped(): string {
  const root = join(temporaryDirectory(), 'one');
  mkdirSync(join(root, 'a/b'), { recursive: true });
  mkdirSync(join(root, '../two/sub'), { recursive: true });
  symlinkSync('../two/sub', join(root, 'up'));
  symlinkSync('a/b', join(root, 'in'));
  return root;
}

describe('a step up from a link is one from where that leads', () => {
  test.each([
    ['cat up/../notes.txt', 'ask'],
    ['cat ./up/./../notes.txt', 'ask'],
    ['cat "$PWD/up/../notes.txt"', 'ask'],
    ['cat up/../*.txt', 'ask'],
    ['cat < up/../notes.txt', 'ask'],
    ['cd up; cat ../notes.txt', 'ask'],
    ['echo x > up/../notes.txt', 'ask'],
    ['rm -r up/../sub', 'ask'],
    ['sed -n 1p up/../"$(cat a.txt)"', 'ask'],
    ['cat in/../notes.txt', 'allow'],
    ['cat in/../*.txt', 'allow'],
    ['cat in/../../notes.txt', 'allow'],
    ['cat a/b/../../notes.txt', 'allow'],
    ['cat a/../notes.txt', 'allow'],
    ['cd a && cat ../notes.txt', 'allow'],
    ['ls not-there/../a', 'allow'],
  ])('%s: %s', (command, verdict) => {
    const where = { cwd: stepped(), home: '/home/user', realPath };
    expect(judgeCommand(shippedPolicy, command, where).decision.verdict).toBe(verdict);
  });

  test('also from a link in the root', () => {
    const cwd = '/srv/one';
    const realPath = (path: string) => (path === '/link/../' ? cwd : path);
    const { decision } = judgeCommand(shippedPolicy, 'cat /link/../*.txt', {
      cwd,
      home: '/home/user',
      realPath,
    });
    expect(decision.verdict).toBe('allow');
  });

  test('what is Handrail’s own is not changed by it', () => {
    const cwd = stepped();
    const where = { cwd, home: '/home/user', realPath, state: [join(cwd, '../two')] };
    const commands = ['echo x > up/../rules.json', 'cd up && cp x ../rules.json'];
    const verdicts = commands.map((command) => [
      command,
      judgeCommand(shippedPolicy, command, where).decision.verdict,
    ]);
    expect(verdicts).toEqual(commands.map((command) => [command, 'deny']));
  });
});
