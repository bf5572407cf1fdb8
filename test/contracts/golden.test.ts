import { describe, expect, test } from 'vitest';
import { defaultContract, plain } from '../../src/index.ts';
import { goldensOf, kindsIn, readingOf } from './golden.ts';

const kinds = [
  ...['cancelled', 'could_not_start', 'denied by person', 'denied by policy', 'exited', 'invalid', 'lost'],
  ...['needs_approval', 'signalled', 'timed_out'],
];

describe('what a model reads of plain', () => {
  const goldens = goldensOf('plain');

  test.each(goldens)('B-7: $title', (golden) => {
    const { text, isError } = golden;
    expect(readingOf(plain, golden)).toEqual({ text, isError });
  });

  test('B-7: every kind of outcome is among them', () => {
    expect(kindsIn(goldens)).toEqual(kinds);
  });
});

describe('what a model reads of default', () => {
  const goldens = goldensOf('default');

  test.each(goldens)('$title', (golden) => {
    const { text, isError } = golden;
    expect(readingOf(defaultContract, golden)).toEqual({ text, isError });
  });

  test('every kind of outcome is among them', () => {
    expect(kindsIn(goldens)).toEqual([...kinds, 'moved_to_job'].toSorted());
  });
});
