import type { Word } from '../../../model/word.ts';
import { textOf } from '../../words.ts';
import { assignUnknown, variableName } from '../expand/scope.ts';
import { assign } from '../state/assign.ts';
import { forget, type State, sourcesOfVariable, unknownArray } from '../state/state.ts';

/** `fixed`: the functions that stay whatever is said. */
export function unset(state: State, words: readonly Word[], fixed: ReadonlySet<string>): void {
  const isOfFunctions = words.some((word) => textOf(word) === '-f');
  for (const word of words) {
    const name = textOf(word);
    if (name === null) forget(state);
    else if (isOfFunctions && fixed.has(name)) continue;
    else if (isOfFunctions) state.functions.delete(name);
    else if (variableName.test(name)) unsetName(state, name);
    else unsetElement(state, name);
  }
}

export function revealOthers(state: State, words: readonly Word[]): void {
  for (const name of words.map(textOf))
    if (name !== null && variableName.test(name)) assignUnknown(state, name);
}

/** A name that is no variable is a function. */
function unsetName(state: State, name: string): void {
  const entry = state.functions.get(name);
  if (entry !== undefined) state.functions.set(name, { ...entry, isCertain: false });
  assign(state, name, { kind: 'unset' });
}

/** `unset name[1]`: which elements are left is not followed. */
function unsetElement(state: State, text: string): void {
  const [, name] = /^([A-Za-z_]\w*)\[/.exec(text) ?? [];
  if (name === undefined) return;
  assign(state, name, unknownArray(sourcesOfVariable(name, state.variables.get(name))));
}
