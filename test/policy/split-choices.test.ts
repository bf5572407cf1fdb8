import { expect, test } from 'vitest';
import { decisionOn } from './shipped.ts';

test.each([
  ["x=a; [ -f q ] && x='a /etc/passwd-'; cat $x", 'ask', ['read-secret']],
  ["x=a; if [ -f q ]; then x='a .env'; fi; head $x b", 'ask', ['read-secret']],
  ["x=a; [ -f q ] && x='-f /etc/passwd-'; grep $x b", 'ask', ['read-secret']],
  ["x=a; [ -f q ] && x='a /etc/passwd-'; for f in $x; do cat $f; done", 'ask', ['read-secret']],
  ['x=a; [ -f q ] && x=\'a /etc\'; for f in $x; do cat "$f/passwd-"; done', 'ask', ['read-secret']],
  ['x=a; [ -f q ] && x=\'a /etc/passwd-\'; a=($x); cat "${a[1]}"', 'ask', ['read-secret']],
  ['x=a; [ -f q ] && x=\'a /srv/b\'; cat "src/"$x', 'ask', ['read-outside-workspace']],
  ["x=a; [ -f q ] && x='a /'; rm -rf $x", 'deny', ['delete-root']],
  ["x=a; [ -f q ] && x='a b'; cat $x", 'allow', []],
  ['x=a; [ -f q ] && x=\'a b\'; for f in $x; do cat "src/$f"; done', 'allow', []],
  // In quotes it is one name.
  ['x=a; [ -f q ] && x=\'a /etc/passwd-\'; cat "$x"', 'allow', []],
] as const)('one of several texts that is not in quotes is split: %s', (command, verdict, ids) => {
  const { verdict: given, findings } = decisionOn(command);
  const told = findings.filter((finding) => finding.verdict === given).map(({ id }) => id);
  expect([given, told]).toEqual([verdict, ids]);
});
