import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/model/decision.ts';
import { verdictOf } from './shipped.ts';

/** Commands that say where they work in other words than a path. Nothing here is executed. */
const cases: readonly (readonly [verdict: Verdict, commands: readonly string[]])[] = [
  [
    'deny',
    [
      // A `cd` that may fail leaves two directories, and each is what `PWD` is.
      'cd /; rm -rf ~+',
      'cd ~; rm -rf ~+',
      'cd /; rm -rf "$PWD"',
      'cd /; rm -rf "$(pwd)"',
      'cd /; d=$PWD; rm -rf ~+/',
      'pushd /; rm -rf ~0',
      'pushd / && pushd /tmp && rm -rf ~1',
      'pushd / && pushd /tmp && rm -rf ~+1',
      'pushd / && pushd /tmp && rm -rf ~-1',
      'rm -rf ~-0',
      'cd / && rm -rf ~+/*',
      'rm -rf "$(cd / && pwd)"',
      'rm -rf "$(cd / ; pwd)"',
      'rm -rf "$(cd ~ && pwd)"',
      'rm -rf "$(cd / && pwd)"/*',
      'x=$(cd / && pwd); rm -rf "$x"',
      'rm -rf "$(cd .. && pwd)"',
      'rm -rf "$(realpath /)"',
      'rm -rf $(readlink -f ~)',
      'rm -rf "$(readlink -e ..)"',
      'rm -rf "$(realpath .)"',
      'rm -rf "$(realpath .)/.git"',
      'cd /; rm -rf "$(realpath .)"',
    ],
  ],
  [
    'ask',
    [
      'cd /; rm -rf ~+/etc',
      'rm -rf ~+/build',
      'rm -rf "$(cd build && pwd)"',
      'rm -rf "$(realpath build)"',
      'rm -rf "$(pwd)/build"',
      'cd /etc; cat "$PWD/x"',
      'cd /etc; cat "$(pwd)/x"',
      'cat "$(cd /etc && pwd)/x"',
      'cat "$(realpath ~/x)"',
      'cat "$(realpath .env)"',
      'x=$(realpath .); cat "${x%/*}/y"',
      'x=$(realpath .); rm -rf "${x##*/}/y"', // What is cut off a path is another one.
      'if test -e a; then x=$(realpath .)/a; fi; rm -rf "$x"',
      'cat ~1/x',
      'pushd /tmp && dirs -c && cat ~1/x',
      'pushd src && DIRSTACK[1]=/etc && cat ~1/x',
      'pushd /etc && pushd /tmp && cat ~1/x',
    ],
  ],
  [
    'allow',
    [
      'cd build; cat "$PWD/x"',
      'cd build; x=$(pwd); cat "$x/y"',
      'cd build; echo "$(pwd)"; ls "$PWD"',
      'cd build; ls ~+',
      'cat "$(realpath src/x.ts)"',
      'pushd src && cat ~1/x.ts ~0/y.ts',
    ],
  ],
];

describe.each(cases)('a directory that is told has the verdict %s', (verdict, commands) => {
  test.each(commands)('%s', (command) => {
    expect(verdictOf(command)).toBe(verdict);
  });
});
