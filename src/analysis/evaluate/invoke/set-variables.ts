import type { Word } from '../../../model/word.ts';
import { unknownEffect } from '../../programs/effects.ts';
import { allSourcesOf, isNumber, prefixOf, sourcesAlone, unknown } from '../../words.ts';
import type { Draft } from '../context.ts';
import { variableName } from '../expand/scope.ts';
import { assign } from '../state/assign.ts';
import { forget, type State, sourcesOfVariable, unknownArray, type Value } from '../state/state.ts';
import type { Expanded } from './invoke.ts';
import { makesArray } from './reading.ts';

/** What the effects say that is set, and what stands among the arguments as an assignment. */
export function setVariables({ state, declared, words, context }: Expanded, draft: Draft): void {
  const declaredNames = new Set(declared.map(({ name }) => name));
  if (setsUnknown(draft)) forget(state);
  const written = { texts: words.map(prefixOf), makesArray: makesArray(draft) };
  for (const effect of [...draft.effects]) {
    if (effect.kind !== 'sets' || effect.scope === 'invocation') continue;
    if (!variableName.test(effect.name)) forget(state);
    else if (!declaredNames.has(effect.name))
      assign(state, effect.name, valueSet(state, { ...written, name: effect.name, value: effect.value }));
    // With the integer attribute it is evaluated.
    const isText = !declaredNames.has(effect.name) && !isNumber(effect.value);
    if (isText && context.shell.integers.has(effect.name))
      draft.effects.push(unknownEffect('unknown-code', effect.name));
    if (effect.scope === 'environment') exportVariable(state, effect.name);
  }
}

/** Whether a builtin sets a variable whose name is not known: `printf -v "$name" x`. */
function setsUnknown({ name, effects }: Draft): boolean {
  return (
    /^(?:printf|read|mapfile|readarray|getopts)$/.test(name ?? '') &&
    effects.some((effect) => effect.kind === 'unknown' && effect.code === 'unknown-code')
  );
}

/** What a builtin is to set, and the texts of its words. */
interface Setting {
  readonly name: string;
  readonly value: Word;
  readonly texts: readonly string[];
  readonly makesArray: boolean;
}

/** A builtin may set an element (`printf -v name[1]`), or an array as a whole (`mapfile`). */
function valueSet(state: State, { name, value, texts, makesArray }: Setting): Value {
  const old = state.variables.get(name);
  const isElement = texts.some((text) => text.includes(`${name}[`));
  if (makesArray && !isElement) return unknownArray(allSourcesOf(value));
  if (!isElement && old?.value.kind !== 'array') return { kind: 'text', word: oneWord(value) };
  return unknownArray(sourcesOfVariable(name, old), allSourcesOf(value));
}

function oneWord(word: Word): Word {
  return word.kind === 'known' ? word : unknown('', '', sourcesAlone(word));
}

function exportVariable(state: State, name: string): void {
  const variable = state.variables.get(name);
  if (variable !== undefined) state.variables.set(name, { ...variable, isExported: true });
}
