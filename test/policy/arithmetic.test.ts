import { expect, test } from 'vitest';
import { decisionOn } from './shipped.ts';

/** What is looked at before a command in arithmetic is let through. Nothing here is executed. */
test.each([
  // Quotes around an operand are taken away.
  ['n=$(wc -l < a.txt); if (( "$n" > 100 )); then head -n 100 a.txt; fi', 'allow'],
  ['(( "$(wc -l < a.txt)" > "${#lines}" )) && echo more', 'allow'],
  ['for ((i = 0; i < "$#"; i++)); do echo "$i"; done', 'allow'],
  ['echo "$(( "$RANDOM" % 10 ))" $[ "$RANDOM" + 1 ]', 'allow'],
  ['(( "$(rm -rf ~)" > 1 ))', 'deny'],
  ['(( "${n:-$(rm -rf ~)}" > 1 ))', 'deny'],
  ['for ((i = 0; i < "$(rm -rf ~)"; i++)); do :; done', 'deny'],
  ['(( "$n" > 1 )) || rm -rf ~', 'deny'],
  // Their text is an expression, which can have a command in it.
  ['n=\'a[$(id)]\'; (( "$n" > 1 ))', 'ask'],
  ['read -r n < a.txt; (( "$n" > 1 ))', 'ask'],
  // With anything beside them they are a part of a word.
  ['n=1; (( "$n"1 > 1 ))', 'ask'],
  ['n=1; (( a["$n"] > 1 ))', 'ask'],
  ['n=1; (( "$n $n" > 1 ))', 'ask'],
  ["n=1; (( '$n' > 1 ))", 'ask'],
  ['n=1; (( $"$n" > 1 ))', 'ask'],
] as const)('%s: %s', (command, verdict) => {
  expect(decisionOn(command).verdict).toBe(verdict);
});
