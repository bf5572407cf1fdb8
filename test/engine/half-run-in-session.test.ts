import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Runs some commands in a session, whatever is asked about them, and tells what the last one has read, and how often it was asked about. */
async function readBy(...commands: readonly string[]) {
  const outside = realpathSync(temporaryDirectory());
  const workingDirectory = join(outside, 'workspace');
  mkdirSync(join(workingDirectory, 'sub'), { recursive: true });
  mkdirSync(join(outside, 'other/in'), { recursive: true });
  symlinkSync(join(outside, 'other/in'), join(workingDirectory, 'link'));
  for (const path of ['workspace', 'workspace/sub']) writeFileSync(join(outside, path, 'notes'), 'inside');
  for (const path of ['.', 'other', 'other/in']) writeFileSync(join(outside, path, 'notes'), 'outside');
  const asked: ApprovalQuestion[] = [];
  const bash = temporaryBash({
    sandbox: 'off',
    options: { approve: 'rules' },
    approver: {
      async ask(question) {
        asked.push(question);
        return { kind: 'approved' };
      },
    },
  });
  let text = '';
  for (const command of commands) {
    asked.length = 0;
    const input = { command: command.replaceAll('OUTSIDE', `'${outside}'`), session: 'main' };
    ({ text } = await bash.run(input, { workingDirectory, conversationId: 'one' }));
  }
  return { text, isAsked: asked.length > 0 };
}

const readsOutside = { text: expect.stringContaining('outside'), isAsked: true };

describe('of a command that was given up on its way, what stands behind that is not taken for done', () => {
  test.each([
    ['an expansion that fails', ': ${nope?}; f=notes'],
    ['one in a test', '[[ -n ${nope?} ]]; f=notes'],
    ['one in a function', 'fail() { : ${nope?}; }; fail; f=notes'],
    ['one with `set -u`', 'set -u; echo $nope; f=notes'],
    ['a pattern that nothing matches', 'shopt -s failglob; echo nope*; f=notes'],
    ['a number that is none', 'echo $((08)); f=notes'],
    ['a subscript', 'a[-5]=1; f=notes'],
    ['an interruption', 'kill -INT $$; f=notes'],
    ['`return`', 'return; f=notes'],
    ['`return` in a text', 'eval "return; f=notes"'],
    ['`return` in a loop', 'for each in 1; do return 0; done; f=notes'],
  ])('%s', async (_what, command) => {
    expect(await readBy('f=OUTSIDE/notes', command, 'cat "$f"')).toEqual(readsOutside);
  });

  test('what stood before it is taken for what may have been done', async () => {
    expect(await readBy('f=OUTSIDE/notes; : ${nope?}; f=notes', 'cat "$f"')).toEqual(readsOutside);
    expect(await readBy('f() { cat OUTSIDE/notes; }; : ${nope?}; f() { cat notes; }', 'f')).toEqual(
      readsOutside,
    );
  });

  test('a command that succeeded, or only ran programs, is followed as before', async () => {
    const inside = { text: 'inside', isAsked: false };
    expect(await readBy('f=OUTSIDE/notes', 'f=notes; false; true', 'false', 'cat "$f"')).toEqual(inside);
  });
});

describe('what the shell does by itself from then on makes it unknown', () => {
  test.each([
    ['a trap of a signal', ['trap "f=OUTSIDE/notes" USR1', 'f=notes', 'kill -USR1 $$', 'cat "$f"']],
    ['a trap of DEBUG', ['trap "f=OUTSIDE/notes" DEBUG', 'f=notes', 'cat "$f"']],
    ['a trap of ERR', ['trap "f=OUTSIDE/notes" ERR', 'f=notes', 'false', 'cat "$f"']],
    ['a trap that goes elsewhere', ['trap "cd OUTSIDE" USR1', 'kill -USR1 $$', 'cat notes']],
    [
      'a trap that leaves the command',
      ['f=OUTSIDE/notes', 'trap "return 0" ERR', 'false; f=notes', 'cat "$f"'],
    ],
    [
      'what is run for a prompt',
      ['PROMPT_COMMAND="f=OUTSIDE/notes"; readonly PROMPT_COMMAND', 'f=notes', 'cat "$f"'],
    ],
    ['what is told of each command', ["PS4='$(cat ../notes >&2)'; cd sub", 'cd ..; set -x', 'cat notes']],
  ])('%s', async (_what, commands) => {
    expect(await readBy(...commands)).toEqual(readsOutside);
  });

  test.each([
    ['lastpipe', ['set +m; shopt -s lastpipe', 'f=notes', 'echo OUTSIDE/notes | read f', 'cat "$f"']],
    ['keyword', ['f=OUTSIDE/notes', 'set -k', 'declare f=notes', 'cat "$f"']],
    ['posix', ['f=OUTSIDE/notes; set -o posix', 'shift() { f=notes; }; shift 0', 'cat "$f"']],
    [
      'a word of its own that is an alias',
      ['alias if="f=OUTSIDE/notes; if"', 'f=notes; if true; then :; fi', 'cat "$f"'],
    ],
    ['by a variable', ['f=OUTSIDE/notes; POSIXLY_CORRECT=1', 'shift() { f=notes; }; shift 0', 'cat "$f"']],
  ])('an option by which it reads what it is given otherwise: %s', async (_what, commands) => {
    expect(await readBy(...commands)).toEqual(readsOutside);
  });

  test.each([
    ['a locale in which characters end with signs of the shell', 'LC_ALL=zh_CN.GBK'],
    ['what is told of mail, read-only', "readonly MAILCHECK=0 MAILPATH='box?$((f=1))'"],
  ])('%s', async (_what, command) => {
    expect(await readBy('cat notes', command, 'cat notes')).toEqual({ text: 'inside', isAsked: true });
  });

  test.each([
    ['in another shell', ['(shopt -s lastpipe; set -k)', 'cat notes']],
    ['of another kind', ['set -euo pipefail; shopt -s globstar', 'cat notes']],
    ['that is gone', ['POSIXLY_CORRECT=1', 'unset POSIXLY_CORRECT', 'cat notes']],
  ])('an option %s does not', async (_what, commands) => {
    expect(await readBy(...commands)).toEqual({ text: 'inside', isAsked: false });
  });

  test('a trap that leaves the shell as it is does not', async () => {
    expect(await readBy("trap 'echo over' USR1", 'cat notes')).toEqual({ text: 'inside', isAsked: false });
  });
});

test.each([
  ['defined anew', 'f() { cat notes; }'],
  ['removed', 'unset -f f; f() { cat notes; }; true'],
])('a function that is read-only is not %s', async (_what, command) => {
  expect(await readBy('f() { cat OUTSIDE/notes; }; readonly -f f', command, 'f')).toEqual(readsOutside);
});

describe('a directory that is not called as it was said', () => {
  test.each([
    ['cd -P', ['cd -P link', 'cd .. && cat notes']],
    ['cd -P, with what is in PWD', ['cd -P link', 'cat "${PWD%/*}/notes"']],
    ['cd -P ..', ['cd link', 'cd -P .. && cat notes']],
    ['cd -P in the same command', ['cd -P link && cd .. && cat notes']],
    ['set -P', ['set -P', 'cd link', 'cd .. && cat notes']],
    ['set -o physical', ['set -o physical; cd link', 'cd .. && cat notes']],
    ['shopt -s cdable_vars', ['shopt -s cdable_vars; there=OUTSIDE', 'cd there && cat notes']],
  ])('%s', async (_what, commands) => {
    expect(await readBy(...commands)).toEqual(readsOutside);
  });

  test('cd -L leads by the name', async () => {
    expect(await readBy('cd -L link', 'cd .. && cat notes')).toEqual({ text: 'inside', isAsked: false });
  });
});
