import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { prefixOf, textOf, unknown } from '../../words.ts';
import { readsFile, receivesFrom, replacesFile } from '../effects.ts';
import { mayStandAt, withoutDash } from '../operands.ts';
import type { Call, Command, OptionRule, OptionTable } from '../program.ts';
import { flags } from '../shorthand.ts';

export const about = flags('--help, --version');

/** `-5`, and `-5` with letters behind it. */
export const digits: OptionTable = flags('-0, -1, -2, -3, -4, -5, -6, -7, -8, -9');

/** The value is a file with the names of those that are read; `-` is the standard input. */
export const readsListed: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    textOf(value) === '-'
      ? [readsFile(unknown('', '', [{ kind: 'input' }]))]
      : [readsFile(value), readsFile(unknown())],
};

/** Reads its operands, and prints something of them: no option does anything else. */
export const onlyReads: Command = { optionsAreHarmless: true, effects: readsOperands };

/** Reads a file, or fetches it where the word is an address; those of two forges need no `https://`. */
export function readsFileOrAddress(word: Word): Effect {
  const isAddress = /^(?:[A-Za-z][\w+.-]*:\/\/|git(?:hub|lab)\.com\/)/.test(prefixOf(word));
  return isAddress ? receivesFrom(word) : readsFile(word);
}

export function readsOperands(call: Call): readonly Effect[] {
  return withoutDash(call.operands).map(readsFile);
}

/** What stands second is the file that is written. */
export function readsFirstWritesSecond({ operands }: Call): readonly Effect[] {
  return [
    ...withoutDash(mayStandAt(operands, 0)).map(readsFile),
    ...withoutDash(mayStandAt(operands, 1)).map(replacesFile),
  ];
}
