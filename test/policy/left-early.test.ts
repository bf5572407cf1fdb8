import { expect, test } from 'vitest';
import { decisionOn } from './shipped.ts';

test.each([
  // Of a line in which an expansion fails bash gives up the rest, and goes on with the next.
  ['x=/; : $((1/0)); x=src\nrm -rf "$x"', 'deny'],
  ['x=/; echo $((08)); x=src\nrm -rf "$x"', 'deny'],
  ['x=/; readonly r=1; r=2; x=src\nrm -rf "$x"', 'deny'],
  ['x=/; shopt -s failglob; echo nothing*; x=src\nrm -rf "$x"', 'deny'],
  ['x=/; f() { echo $((1/0)); }; f; x=src\nrm -rf "$x"', 'deny'],
  ['x=/; : $((1/0))\nx=src\ncat "$x/a.ts"', 'allow'],
  ['x=src; : $((1/2)); y=$x; cat "$y/a.ts"', 'allow'],
  // A text that is sourced ends at `return`, and what sources it goes on.
  ['source /dev/stdin <<< \'x=/; return; x=src\'; rm -rf "$x"', 'deny'],
  ['x=/; f() { . /dev/stdin <<< \'return; x=src\'; }; f; rm -rf "$x"', 'deny'],
] as const)('what bash leaves early has not run: %s', (command, verdict) => {
  expect(decisionOn(command).verdict).toBe(verdict);
});
