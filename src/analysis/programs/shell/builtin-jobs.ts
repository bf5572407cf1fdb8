import { unknown } from '../../words.ts';
import { background, interactive, runsCommand } from '../effects.ts';
import { rest, valueWith } from '../options.ts';
import type { Program } from '../program.ts';
import { flags } from '../shorthand.ts';
import { sets } from './builtin-variables.ts';
import { bash } from './shell-state.ts';

/** Builtins of bash for what it has started. */
export const programs: readonly Program[] = [
  { names: ['suspend'], ...bash, options: flags('-f'), effects: () => [interactive] },
  {
    names: ['wait'],
    ...bash,
    options: {
      ...flags('-f, -n'),
      '-p': valueWith((name) => sets(name, 'shell', unknown())),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['jobs'],
    ...bash,
    options: {
      ...flags('-l, -n, -p, -r, -s'),
      '-x': { ...rest, effects: ({ values }) => [runsCommand(values)] },
    },
  },
  { names: ['fg'], ...bash, effects: () => [interactive] },
  { names: ['bg'], ...bash, effects: () => [background] },
  { names: ['disown'], ...bash, options: flags('-a, -h, -r'), effects: () => [background] },
];
