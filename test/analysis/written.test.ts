import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { decoded } from '../../src/analysis/decoded.ts';
import { printed, unescaped } from '../../src/analysis/printed.ts';
import { known } from '../../src/analysis/words.ts';

/** What bash writes. */
function written(script: string, words: readonly string[], input = ''): string {
  const { stdout } = spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], {
    input,
    encoding: 'utf8',
  });
  return stdout;
}

test.each<readonly [string, readonly string[]]>([
  ['%s', []],
  ['%s\\n', ['a', 'b c']],
  ['%s-%s\\n', ['a', 'b', 'c']],
  ['a\\tb%%\\n', ['unused']],
  ['\\162\\155 \\x2drf\\12', []],
  ['\\e[1m\\a\\b\\f\\r\\v\\\\', []],
  ['%b|%b', ['\\x72\\0162\\n', 'é\\t']],
])('printf of %j with %j is what bash makes of it', (format, values) => {
  expect(printed(format, values)).toBe(written('printf "$@"', [format, ...values]));
});

test.each(['a\\tb', '\\x72m \\0162', 'plain é', '\\e\\\\', 'a\\n\\nb'])(
  'echo -e of %j is what bash makes of it',
  (text) => {
    expect(`${unescaped(text)}\n`).toBe(written('echo -e "$1"', [text]));
  },
);

test.each([
  ['%d', ['3']],
  ['%5s', ['a']],
  ['%', []],
  ['\\c', []],
  ['\\200', []],
  ['\\000', []],
  ['\\u0041', []],
  ['%b', ['\\q']],
])('printf of %j with %j is not followed', (format, values) => {
  expect(printed(format, values)).toBe(null);
});

test.each<readonly [string, readonly string[], string]>([
  ['base64', ['-d'], 'ZWNobyBoaSA+PiAvZGV2L251bGw=\n'],
  ['base64', ['--decode'], 'ZWNo\nbyBoaQ==\n'],
  ['rev', [], 'abc\nde f\n'],
  ['rev', [], 'no newline'],
  ['cat', [], 'a\nb'],
  ['cat', ['-'], 'a'],
])('%s %j makes of %j what the program makes of it', (name, words, input) => {
  expect(decoded(name, words, known(input))).toEqual(known(written('"$@"', [name, ...words], input)));
});

test('xxd -r -p makes bytes of digits', () => {
  expect(decoded('xxd', ['-r', '-p'], known('6563 686f\n2068690a'))).toEqual(known('echo hi\n'));
});

test.each<readonly [string, readonly string[], string]>([
  ['base64', ['-d'], 'ZWNobyBoa'],
  ['base64', ['-d'], 'w6k='],
  ['base64', ['-d'], 'AAAA'],
  ['base64', ['-d', 'file'], 'ZWNo'],
  ['base64', [], 'ZWNo'],
  ['xxd', ['-r', '-p'], '656'],
  ['rev', [], 'é'],
  ['cat', ['-n'], 'a'],
  ['cat', ['file'], 'a'],
])('%s %j is not followed with %j', (name, words, input) => {
  expect(decoded(name, words, known(input))).toBe(null);
});
