import type { Word } from '../../../model/word.ts';
import { unknown } from '../../words.ts';
import { joinVariable } from './join.ts';
import { mayFail, type State, sourcesOfValue, sourcesOfVariable, unknownArray, type Value } from './state.ts';

/** Sets a variable, and keeps what is known of its export. */
export function assign(state: State, name: string, value: Value): void {
  const old = state.variables.get(name);
  if (old?.isReadonly === true) mayFail(state);
  const isAssociative = old?.isAssociative === true && value.kind !== 'unset';
  const stored =
    old === undefined ? value : isAssociative ? arrayOfBoth(old.value, value) : storedIn(old.value, value);
  state.variables.set(name, {
    value: old?.isReadonly === true ? eitherOf(old.value, stored) : stored,
    isExported: old?.isExported === true || state.exportsAll,
    isAssociative,
    keys: null,
    isReadonly: old?.isReadonly === true,
  });
}

/** Makes a variable an associative array. What it is in the environment becomes an element of it. */
export function makeAssociative(state: State, name: string): void {
  assign(state, name, unknownArray(sourcesOfVariable(name, state.variables.get(name))));
  const variable = state.variables.get(name);
  if (variable !== undefined) state.variables.set(name, { ...variable, isAssociative: true });
}

/** A text that is assigned to an array becomes its first element. */
function storedIn(old: Value, value: Value): Value {
  if (old.kind !== 'array' || value.kind !== 'text') return value;
  if (old.elements === null) return arrayOfBoth(old, value);
  return { kind: 'array', elements: [value.word, ...old.elements.slice(1)] };
}

function arrayOfBoth(a: Value, b: Value): Value {
  return unknownArray(sourcesOfValue(a), sourcesOfValue(b));
}

/** Sets a variable that may be left as it was. */
export function assignMaybe(state: State, name: string, value: Value): void {
  const old = state.variables.get(name);
  assign(state, name, value);
  state.variables.set(name, joinVariable(name, old, state.variables.get(name)));
}

/** What a variable may be that has been set for certain, to one or to the other. */
function eitherOf(a: Value, b: Value): Value {
  const isArray = a.kind === 'array' || b.kind === 'array';
  return isArray ? arrayOfBoth(a, b) : { kind: 'text', word: unknown() };
}

export function assignText(state: State, name: string, word: Word): void {
  assign(state, name, { kind: 'text', word });
}
