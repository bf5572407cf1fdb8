import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { textOf } from '../../src/analysis/words.ts';

/** What the analysis takes the word of `echo` for; `null` where it does not say. */
function taken(word: string): string | null {
  const analysis = analyze(`echo ${word}`, { cwd: '/w', home: '/h' });
  return analysis.kind === 'parsed' ? (textOf(analysis.invocations[0]?.argv[1]) ?? null) : null;
}

/** Every escape of up to three of these characters, with text around it. */
const characters = [...'0178afxuUcen[.$!? {\\\'"'];
const escapes = characters.flatMap((first) =>
  ['', ...characters].flatMap((second) => ['', ...characters].map((third) => `${first}${second}${third}`)),
);
const words = escapes
  .map((text) => `$'a\\${text}z'b`)
  // A quote would end the text before its end.
  .filter((word) => /^\$'(?:[^'\\]|\\.)*'b$/s.test(word));

test("an escape in $'…' is taken for what bash makes of it, or for nothing that is known", () => {
  const followed = words.filter((word) => taken(word) !== null);
  const { stdout } = spawnSync('bash', ['--norc'], {
    input: followed.map((word) => `printf '%s\\0' ${word}`).join('\n'),
    encoding: 'utf8',
  });
  expect(followed.map(taken)).toEqual(stdout.split('\0').slice(0, -1));
  expect(followed.length).toBeGreaterThan(words.length / 2);
});

test.each([
  ["$'\\0'", ''],
  ["$'\\x00'", ''],
  ["a$'b\\000c'd", 'abd'],
  ["$'\\e\\[1m'", '\u001b\\[1m'],
  ["$'\\007'", '\u0007'],
])('%s is %j', (word, text) => {
  expect(taken(word)).toBe(text);
});

test.each(["$'\\u0000'", "$'\\x{41}'", "$'\\xff'", "$'\\377'", "$'\\cA'", "$'\\q'", "$'\\ud800'"])(
  'what %s is, is not said',
  (word) => {
    expect(taken(word)).toBeNull();
  },
);
