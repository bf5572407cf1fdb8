import { expect, test } from 'vitest';
import { decisionOn } from './shipped.ts';

test.each([
  ['source /dev/stdin <<< \'x=/; return; x=src\'; rm -rf "$x"', 'deny'],
  ['x=/; f() { . /dev/stdin <<< \'return; x=src\'; }; f; rm -rf "$x"', 'deny'],
] as const)(
  'a text that is sourced ends at `return`, and what sources it goes on: %s',
  (command, verdict) => {
    expect(decisionOn(command).verdict).toBe(verdict);
  },
);
