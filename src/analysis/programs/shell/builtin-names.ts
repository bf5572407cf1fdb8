import { prefixOf, textOf } from '../../words.ts';
import { changes, runsFile, unknownEffect } from '../effects.ts';
import { has, valueWith } from '../options.ts';
import type { Program } from '../program.ts';
import { flags, listed } from '../shorthand.ts';
import { bash, changesByOperands, changesName, changesShell } from './shell-state.ts';

/** Builtins of bash that say, or change, what a name of a command stands for. */
export const programs: readonly Program[] = [
  { names: ['type'], ...bash, options: flags('-a, -f, -p, -t, -P'), optionsAreHarmless: true },
  {
    names: ['hash'],
    ...bash,
    options: {
      ...flags('-l, -t'),
      ...listed(changesShell, '-r, -d'),
      '-p': { takes: 'value', effects: ({ value }) => [unknownEffect('program-by-path', prefixOf(value))] },
    },
    effects: (call) => (has(call, '-p') ? call.operands.map((name) => changes('shell', name)) : []),
  },
  {
    names: ['enable'],
    ...bash,
    options: {
      ...flags('-a, -n, -p, -s'),
      ...listed(changesShell, '-d'),
      '-f': valueWith((path) => runsFile(path)),
    },
    effects: (call) => [
      ...changesByOperands(call),
      // What was a builtin is a program then, and the other way round.
      ...(has(call, '-n') && call.operands.length > 0 ? [unknownEffect('unknown-code', 'enable -n')] : []),
    ],
  },
  {
    names: ['alias'],
    ...bash,
    options: flags('-p'),
    effects: ({ operands }) =>
      operands.filter((word) => textOf(word) === null || prefixOf(word).includes('=')).map(changesName),
  },
  { names: ['unalias'], ...bash, options: listed(changesShell, '-a'), effects: changesByOperands },
];
