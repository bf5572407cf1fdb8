import { describe, expect, test } from 'vitest';
import { jsonProblem } from '../../src/policy/files/json-problem.ts';

const whole = JSON.stringify(
  { a: [1, -0.5e3, true, null, 'b"\\\n\u0001é'], 'c\t': { d: {}, e: [[], ''] } },
  null,
  1,
);
const characters = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '0',
  '1',
  '-',
  '.',
  'e',
  't',
  'u',
  ' ',
  '\n',
  '\t',
  '\u00a0',
  'é',
  "'",
  '/',
];

/** The text with a character left out, put in, or in the place of another. */
function* altered(text: string): Generator<string> {
  for (let at = 0; at <= text.length; at++) {
    yield text.slice(0, at);
    yield text.slice(0, at) + text.slice(at + 1);
    for (const character of characters) {
      yield text.slice(0, at) + character + text.slice(at);
      yield text.slice(0, at) + character + text.slice(at + 1);
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('what is wrong with a text of JSON', () => {
  test('is said of what Node cannot read, and of nothing else', () => {
    const texts = [whole, ...altered(whole)];
    expect(texts.filter((text) => (jsonProblem(text) === null) !== isJson(text))).toEqual([]);
  });

  test('is told in no more than signs of the syntax', () => {
    const told = [...altered('{\n"secret": ["word", 17, xyz]}')].map(
      (text) => jsonProblem(text)?.words ?? '',
    );
    expect([...new Set(told)].filter((words) => /secret|word|17|xyz/.test(words))).toEqual([]);
  });
});
