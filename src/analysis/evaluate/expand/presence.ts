import type { Word } from '../../../model/word.ts';
import { isOneWord, prefixOf, suffixOf, textOf } from '../../words.ts';
import { mayFail, type Value } from '../state/state.ts';
import type { Scope } from './scope.ts';

/** Whether the parameter is set, and with `:` not empty either; `null` if that is not known. */
export function presence(value: Value, countsEmpty: boolean): boolean | null {
  if (value.kind === 'unset') return false;
  if (value.kind === 'array') return presenceOfList(value.elements, countsEmpty);
  const { word } = value;
  if (word.kind === 'known') return !countsEmpty || word.text !== '';
  return word.kind === 'unknown' && word.prefix + word.suffix !== '' ? true : null;
}

/** Of all elements, which are empty where no text is in them, and nothing between them. */
function presenceOfList(elements: readonly Word[] | null, countsEmpty: boolean): boolean | null {
  if (elements === null) return null;
  const [only, second] = elements;
  if (only === undefined) return false;
  if (countsEmpty && second === undefined && textOf(only) === '') return false;
  const isThere = (word: Word): boolean => isOneWord(word) && !(countsEmpty && isMaybeEmpty(word));
  return elements.some(isThere) ? true : null;
}

function isMaybeEmpty(word: Word): boolean {
  return prefixOf(word) + suffixOf(word) === '';
}

/** With `set -u` an expansion of what is not set fails. */
export function noteUnset({ state }: Scope, value: Value): void {
  if (state.stopsAtUnset && presence(value, false) !== true) mayFail(state);
}
