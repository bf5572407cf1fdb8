import { isOneWord } from '../../words.ts';
import { mayFail, type Value } from '../state/state.ts';
import type { Scope } from './scope.ts';

/** Whether the parameter is set, and with `:` not empty either; `null` if that is not known. */
export function presence(value: Value, countsEmpty: boolean): boolean | null {
  if (value.kind === 'unset') return false;
  if (value.kind === 'array') return value.elements?.some(isOneWord) === true ? true : null;
  const { word } = value;
  if (word.kind === 'known') return !countsEmpty || word.text !== '';
  return word.kind === 'unknown' && word.prefix + word.suffix !== '' ? true : null;
}

/** With `set -u` an expansion of what is not set fails. */
export function noteUnset({ state }: Scope, value: Value): void {
  if (state.stopsAtUnset && presence(value, false) !== true) mayFail(state);
}
