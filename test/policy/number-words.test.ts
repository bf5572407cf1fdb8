import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/model/decision.ts';
import { verdictOf } from './shipped.ts';

/** Options whose value is a number that is not known, not quoted: it may be no word at all. Nothing here is executed. */
const cases: readonly (readonly [verdict: Verdict, commands: readonly string[]])[] = [
  [
    'allow',
    [
      'n=$(git rev-list --count main..HEAD); git log -n $n',
      'n=$(git rev-list --count main..HEAD); git log --oneline -n $n --stat -- src',
      'n=$(wc -l < f); git log -$n --oneline',
      'git log -n $((2 * 3 + $#)) --format=%h',
      'n=$(wc -l < f); git log --skip $n -n $n main',
      'n=$(nproc); git grep -n foo --threads $n',
      'n=$(wc -l < f); jq --arg n $n .x a.json',
      'n=$(wc -l < f); rg -m $n foo src',
    ],
  ],
  [
    'ask',
    [
      // Where there is no number, what follows is the value, and what follows that an option.
      'n=$(wc -l < f); git log -n $n -S --output=x',
      'n=$(wc -l < f); git log -n $n -- --output=x',
      "n=$(wc -l < f); sed -l $n p 'w out' a.txt",
      'n=$(wc -l < f); rg -m $n -e --pre=./x foo',
      'n=$(wc -l < f); sort -S $n -k -o a.txt out',
      'n=$(wc -l < f); xargs -n $n echo rm x < list',
      'n=$(wc -l < f); git log $n --output=x',
      'n=$(wc -l < f); git log -n $n -n $n -n $n -S --output=x',
      'n=$(cat f); git log -n $n',
      'n=$(cat f); git log -$n',
      'n=$(cat f); git log -5$n',
      'n=$(cat f); git log "-5$n"',
      'read -r n < f; git log -n $n',
      'n=$(wc -l f); git log -n $n',
      'n=5; n+=$(cat f); git log -n $n',
      'n=$(wc -l < f); git log --$n',
      'n=$(wc -l < f); git log -${n}o',
    ],
  ],
];

describe.each(cases)('an option with a number has the verdict %s', (verdict, commands) => {
  test.each(commands)('%s', (command) => {
    expect(verdictOf(command)).toBe(verdict);
  });
});
