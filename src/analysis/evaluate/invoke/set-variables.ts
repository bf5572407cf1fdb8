import type { Word } from '../../../model/word.ts';
import { prefixOf, unknown } from '../../words.ts';
import type { Draft } from '../context.ts';
import { variableName } from '../expand/scope.ts';
import { assign } from '../state/assign.ts';
import { forget, type State, type Value } from '../state/state.ts';
import type { Expanded } from './invoke.ts';

/** What the effects say that is set, and what stands among the arguments as an assignment. */
export function setVariables({ state, declared, words }: Expanded, draft: Draft): void {
  const declaredNames = new Set(declared.map(({ name }) => name));
  const withSubscripts = words.map(prefixOf).filter((text) => text.includes('['));
  for (const effect of draft.effects) {
    if (effect.kind !== 'sets' || effect.scope === 'invocation') continue;
    if (!variableName.test(effect.name)) forget(state);
    else if (!declaredNames.has(effect.name))
      assign(state, effect.name, valueSet(state, withSubscripts, effect.name, effect.value));
    if (effect.scope === 'environment') exportVariable(state, effect.name);
  }
}

/** A builtin may set an element (`printf -v name[1]`), or an array as a whole (`mapfile`). */
function valueSet(state: State, withSubscripts: readonly string[], name: string, value: Word): Value {
  const isElement = withSubscripts.some((text) => text.includes(`${name}[`));
  const isArray = isElement || state.variables.get(name)?.value.kind === 'array';
  return isArray ? { kind: 'array', elements: null } : { kind: 'text', word: oneWord(value) };
}

function oneWord(word: Word): Word {
  return word.kind === 'known' ? word : unknown('', '', word.kind === 'unknown' ? word.sources : []);
}

function exportVariable(state: State, name: string): void {
  const variable = state.variables.get(name);
  if (variable !== undefined) state.variables.set(name, { ...variable, isExported: true });
}
