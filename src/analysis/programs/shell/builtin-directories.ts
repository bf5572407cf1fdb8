import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { textOf, unknown } from '../../words.ts';
import { changes } from '../effects.ts';
import { flag, has } from '../options.ts';
import type { Program } from '../program.ts';
import { flags } from '../shorthand.ts';
import { bash, unknownFrom } from './shell-state.ts';

/** Builtins of bash for the working directory. */
export const programs: readonly Program[] = [
  {
    names: ['cd'],
    ...bash,
    options: flags('-L, -P, -e, -@'),
    effects: ({ operands }) => [changesDirectory(operands[0] ?? unknownFrom('HOME'))],
  },
  {
    names: ['pushd', 'popd'],
    ...bash,
    options: flags('-n'),
    number: flag,
    plus: flag,
    effects: (call) => {
      if (has(call, '-n')) return [changes('shell')];
      return [changesDirectory(call.name === 'popd' ? unknown() : (call.operands[0] ?? unknown()))];
    },
  },
  { names: ['dirs'], ...bash, options: flags('-c, -l, -p, -v'), number: flag, plus: flag },
  { names: ['pwd'], ...bash, options: flags('-L, -P, --help, --version') },
];

function changesDirectory(path: Word): Effect {
  const isPrevious = textOf(path) === '-';
  return { kind: 'changes-directory', path: isPrevious ? unknownFrom('OLDPWD') : path };
}
