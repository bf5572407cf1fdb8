import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/model/decision.ts';
import { verdictOf } from './shipped.ts';

/** Functions that a command defines and calls. Nothing here is executed. */
const cases: readonly (readonly [verdict: Verdict, commands: readonly string[]])[] = [
  [
    'deny',
    [
      'f() { rm -rf "$1"; }; f /',
      'f() { g; }; g() { rm -rf /; }; f',
      'f() { "$@"; }; f rm -rf /',
      'log() { eval "$1"; }; log "rm -rf /"',
      'f() { f | f & }; f',
      'f() { g; }; g() { f | f; }; f',
      'f() { cd /; }; f; rm -rf *',
    ],
  ],
  [
    'ask',
    [
      'f() { ls; }', // It is not called: another command may do that.
      'ls() { command ls -la "$@"; }; ls src',
      'cat() { echo "$1"; }; cat .env',
      'command_not_found_handle() { echo x; }; command_not_found_handle',
      'f() { touch x; }; f',
      'f() { cat "$1"; }; f .env',
      'f() { cat "$1"; }; f /etc/passwd',
      'f() { echo "$1"; }; f "$SECRET"',
      'f() { cat "$1"; }; f "$x"',
      'f() { "$@"; }; f ls',
      'f() { local PATH=.; ls; }; f',
      'f() { x=/etc/shadow; }; x=a.txt; f; cat $x',
      'f() { x=$(f); }; f',
      'f() { g; }; g() { f; }; f',
      'f() { ls; }; export -f f; f; ./run.sh',
      'f() { ls; }; f; unset -f f; f',
      'f() { echo x; } > out.txt; f',
      'f() { echo x; }; find . -exec f {} \\;',
      'if test -e a; then f() { ls; }; fi; f',
    ],
  ],
  [
    'allow',
    [
      'f() { ls; }; f',
      'greet() { echo "hi $1"; }; greet bob',
      'check() { git diff --stat "$1"; }; check HEAD',
      'show() { cat "$1" | head -5; }; show package.json; show README.md',
      'f() { local x="$1"; grep -n "$x" src/*.ts; }; f foo',
      'lines() { wc -l < "$1"; }; for f in src/*.ts; do echo "$f $(lines "$f")"; done',
      'function section { echo "== $1 =="; }; section a; git status',
      'f() { g "$1"; }; g() { ls "$1"; }; f src',
    ],
  ],
];

describe.each(cases)('a function of the command has the verdict %s', (verdict, commands) => {
  test.each(commands)('%s', (command) => {
    expect(verdictOf(command)).toBe(verdict);
  });
});
