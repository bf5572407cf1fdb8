import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { adversarialTexts, repeat, tooMany } from './adversarial-texts.ts';

/** What comes of a text: `parsed`, or why it was not. */
function answerTo(command: string): string {
  const analysis = analyze(command, { cwd: '/work', home: '/home' });
  if (analysis.kind === 'parsed') return 'parsed';
  return analysis.kind === 'unparsed' ? analysis.problem.reason : analysis.problem.code;
}

describe.each(adversarialTexts)('a command that was made to take long', (title, answer, texts) => {
  test.each(texts.map((text) => ({ start: `${text.slice(0, 50)}… (${text.length})`, text })))(
    `${title}: $start`,
    ({ text }) => {
      expect(answerTo(text)).toBe(answer);
    },
  );
});

test('what a loop of loops would become is not told apart beyond what can be followed', () => {
  const text = (depth: number) => `${repeat('for i in a b; do ', depth)}ok1 $i${repeat('; done', depth)}`;
  expect([3, 5, 12].map((depth) => answerTo(text(depth)))).toEqual(['parsed', 'parsed', tooMany]);
});
