import type { Word } from '../../../model/word.ts';
import { sourcesOf } from '../../words.ts';
import type { State, Variable } from './state.ts';

/** The keys of an associative array that both have; where one is none for certain, the other does not count. */
export function joinKeys(a: Variable | undefined, b: Variable | undefined): readonly string[] | null {
  if (a === undefined || b === undefined || a.keys === null || b.keys === null) return null;
  return [...new Set([...a.keys, ...b.keys])].toSorted();
}

/** How many keys are told apart. */
const maxKeys = 100;

/** The variable becomes an associative array with these keys, which is certain. */
export function setKeys(state: State, name: string, keys: readonly string[]): void {
  const variable = state.variables.get(name);
  const each = [...new Set(keys)].toSorted();
  if (variable !== undefined && each.length <= maxKeys)
    state.variables.set(name, { ...variable, keys: each });
}

/** The keys of a variable that is an associative array for certain, or `null`. */
export function keysOf({ variables, isWild }: State, name: string): readonly string[] | null {
  return isWild ? null : (variables.get(name)?.keys ?? null);
}

/**
 * The keys that a subscript may be, or `null`. A bash that has no associative arrays takes it for an expression: there may be
 * no subscript in it, and no variable that the script has set.
 */
export function plainKeys({ variables }: State, subscript: Word): readonly string[] | null {
  const texts =
    subscript.kind === 'known'
      ? [subscript.text]
      : sourcesOf(subscript).flatMap((source) => (source.kind === 'one-of' ? source.texts : ['[']));
  const isAlone = subscript.kind !== 'unknown' || subscript.prefix + subscript.suffix === '';
  const isPlain = (text: string) =>
    /^[\w.,:@%/ -]+$/.test(text) && !(text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => variables.has(name));
  return isAlone && texts.length > 0 && texts.every(isPlain) ? texts : null;
}
