import type { Program } from '../program.ts';
import { flags } from '../shorthand.ts';
import { bash } from './shell-state.ts';

/** Builtins of bash that lead elsewhere in a script, or tell where it is. */
export const programs: readonly Program[] = [
  {
    names: ['caller', 'times', 'help', 'exit', 'return', 'break', 'continue', 'logout', 'shift'],
    ...bash,
    options: flags('-d, -m, -s'),
    optionsAreHarmless: true,
  },
];
