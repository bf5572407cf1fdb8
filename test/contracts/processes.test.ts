import { describe, expect, test } from 'vitest';
import { listProcesses, shortenCommand } from '../../src/contracts/processes.ts';

describe('a command in a list', () => {
  test.each([
    ['as it is', 'npm test', 'npm test'],
    ['on one line', 'a\nb\n', 'a b '],
    ['whole at the limit', 'x'.repeat(80), 'x'.repeat(80)],
    ['cut above it', 'x'.repeat(81), `${'x'.repeat(80)}…`],
    ['cut between two characters', `${'x'.repeat(79)}😀`, `${'x'.repeat(79)}…`],
    // A process can call itself anything.
    ['without what a screen obeys', 'sl\u001b[2J\r\u202e\nx', 'sl␛[2J␍<U+202E> x'],
  ])('stands there %s', (_how, command, expected) => {
    expect(shortenCommand(command)).toBe(expected);
  });
});

describe('processes in a list', () => {
  const processes = (most: number) =>
    Array.from({ length: most }, (_, pid) => ({ pid, command: 'sleep 9', holdsOutput: false }));

  test('are five by name, and the others by number', () => {
    const five = '0 sleep 9; 1 sleep 9; 2 sleep 9; 3 sleep 9; 4 sleep 9';
    expect(listProcesses(processes(5))).toBe(five);
    expect(listProcesses(processes(7))).toBe(`${five}; 2 more`);
  });
});
