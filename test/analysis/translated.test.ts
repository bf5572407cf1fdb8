import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { translated } from '../../src/analysis/translated.ts';

const text = 'Rm -rF /a-b_[x]\n\tzZ09 nt\n';

test.each([
  ['a-z', 'A-Z'],
  ['[:upper:]', '[:lower:]'],
  ['[A-Z]', '[a-z]'],
  ['a-yz', 'b-za'],
  ['a-f', 'x'],
  ['abc', 'xy'],
  ['aa', 'xy'],
  ['a-', 'b_'],
  ['\\n', ' '],
  [' ', '\\n'],
  ['\\t', '\\n'],
  ['-d', 'a-z'],
  ['-d', '[:digit:]'],
  ['-d', '\\n'],
])('tr %s %s is followed as tr does it', (...words) => {
  const made = translated(words, text);
  expect(made).not.toBeNull();
  expect(made).toBe(execFileSync('tr', words, { input: text, encoding: 'utf8' }));
});

test.each([
  [['a'], text],
  [['-a', '_b'], text],
  [['-s', 'a'], text],
  [['-c', 'a'], text],
  [['-d', 'a', 'b'], text],
  [['z-a', 'b'], text],
  [['a', ''], text],
  [['\\101', 'b'], text],
  [['\\\\n', 'b'], text],
  [['[x*3]', 'abc'], text],
  [['a', '[=b=]'], text],
  [['[:alpha:]', 'x'], text],
  [['a', 'b'], 'ä'],
  [['ä', 'b'], text],
] as const)('tr %j is not followed', (words, input) => {
  expect(translated(words, input)).toBeNull();
});
