import { describe, expect, test } from 'vitest';
import { verdictOf } from './shipped.ts';

/** What looks as if it only read, and its like that does. Nothing here is executed. */
interface Case {
  readonly title: string;
  readonly doubtful: readonly string[];
  readonly harmless: readonly string[];
}

const cases: readonly Case[] = [
  {
    title: 'a program that runs a shell where it is given none',
    doubtful: [
      "echo 'touch x' | setarch x86_64",
      "setarch x86_64 <<< 'touch x'",
      "echo 'touch x' | setarch x86_64 -R",
      "echo 'touch x' | linux64",
      "echo 'touch x' | fakeroot",
      "echo 'touch x' | firejail",
      "echo 'touch x' | firejail --quiet",
    ],
    harmless: [
      'setarch --list',
      'setarch x86_64 ls',
      'linux64 -R ls',
      'fakeroot ls',
      'fakeroot -- ls',
      'firejail ls',
    ],
  },
];

describe.each(cases)('$title', ({ doubtful, harmless }) => {
  test.each(doubtful)('is not let pass: %s', (command) => {
    expect(verdictOf(command)).not.toBe('allow');
  });

  test.each(harmless)('is not taken for it: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });
});
