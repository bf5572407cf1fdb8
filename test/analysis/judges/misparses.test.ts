import { describe, expect, test } from 'vitest';
import { analyze } from '../../../src/analysis/analyze.ts';
import { textOf } from '../../../src/analysis/words.ts';
import { misparses } from './misparses.ts';

/** The commands that the analysis does not have; `[]` as well where it says that it has not read the text. */
function hidden(text: string, commands: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const analysis = analyze(text);
  if (analysis.kind !== 'parsed') return [];
  const found = analysis.invocations.map(({ argv }) => JSON.stringify(argv.map(textOf)));
  return commands.filter((words) => !found.includes(JSON.stringify(words)));
}

describe.each(misparses)('$because', ({ cases }) => {
  const texts = cases.map(([text, ...commands]) => ({ text, commands }));
  test.each(texts)('hides nothing in $text', ({ text, commands }) => {
    expect(hidden(text, commands)).toEqual([]);
  });
});

test('there are 49 of them, each with what bash runs', () => {
  const cases = misparses.flatMap((misparse) => misparse.cases);
  expect(new Set(cases.map(([text]) => text)).size).toBe(49);
  expect(cases.filter(([, ...commands]) => commands.length === 0)).toEqual([]);
});

test('a command that is not in the analysis would be seen', () => {
  expect(hidden('echo pwned', [['pwned']])).toEqual([['pwned']]);
});
