import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, unknown } from '../../words.ts';
import { changes } from '../effects.ts';
import type { Call, OptionRule } from '../program.ts';

/** What bash itself says of builtins: options come first, and a long one has to be written out. */
export const bash = { order: 'options-first', abbreviates: false } as const;

/** An option that changes something of the shell that no word names. */
export const changesShell: OptionRule = {
  takes: 'nothing',
  effects: ({ names }) => [changes('shell', known(names[0] ?? ''))],
};

/** The value of a variable of the shell. */
export function unknownFrom(name: string): Word {
  return unknown('', '', [{ kind: 'variable', name }]);
}

export function changesByOperands({ operands }: Call): readonly Effect[] {
  return operands.map((name) => changes('shell', name));
}

/** `name=value`: the name. */
export function changesName(word: Word): Effect {
  const text = prefixOf(word);
  return changes('shell', text.includes('=') ? known(text.slice(0, text.indexOf('='))) : word);
}
