import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { isNumber, mayStartWith, textOf } from '../../words.ts';
import type { Call, Program } from '../program.ts';
import { evaluatesName, isArithmeticOfNumbers, isName } from './builtin-variables.ts';

const comparisons: ReadonlySet<string | null> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/** Builtins of bash that test and print, which take every word as it is. */
export const programs: readonly Program[] = [
  { names: ['echo', 'true', 'false', ':'], style: 'none' },
  { names: ['test', '['], style: 'none', effects: evaluatesNames },
  {
    names: ['[['],
    style: 'none',
    effects: (call) => [...evaluatesNames(call), ...evaluatesNumbers(call.operands)],
  },
];

/** `-v NAME[subscript]` and `-R` evaluate the subscript. */
function evaluatesNames({ operands, name }: Call): readonly Effect[] {
  const words = name === 'test' ? operands : operands.slice(0, -1);
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    if (next === undefined || isName(next)) return [];
    return isNameTest(word) || (name !== '[[' && mayBeNameTest(word, next)) ? [evaluatesName(next)] : [];
  });
}

function isNameTest(word: Word): boolean {
  return textOf(word) === '-v' || textOf(word) === '-R';
}

/** A word that is not known can be the test where no operator is behind it: `[ "$a" "$b" ]`, also behind `!` and others. */
function mayBeNameTest(word: Word, next: Word): boolean {
  if (word.kind === 'known' || textOf(next)?.includes('[') === false) return false;
  return mayStartWith(word, '-v') || mayStartWith(word, '-R');
}

/** Both sides of `-eq` and its like are expressions in double brackets. */
function evaluatesNumbers(operands: readonly Word[]): readonly Effect[] {
  return operands
    .filter((_, index) => [index - 1, index + 1].some((at) => comparisons.has(textOf(operands[at]))))
    .filter((word) => !isNumber(word) && !isArithmeticOfNumbers(textOf(word) ?? 'a'))
    .map(evaluatesName);
}
