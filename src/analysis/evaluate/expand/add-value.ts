import type { Source, Word } from '../../../model/word.ts';
import { isNumber, isOneWord, known, mergeSources, prefixOf, sourcesAlone } from '../../words.ts';
import { spendSplit } from '../budget.ts';
import { sourcesOfValue, type Value } from '../state/state.ts';
import type { Position } from './expand.ts';
import { add, addQuoted, addSplitting, addWhole, breakField, type Fields } from './fields.ts';
import { type Scope, sourcesOfPieces, splitsAtBlanks, splitsNumbers } from './scope.ts';
import { splitsAtSeparators } from './separators.ts';

/** Adds a value as the expansion of a parameter. `joiner` is `@` or `*` for all elements. */
export function addValue(
  scope: Scope,
  fields: Fields,
  value: Value,
  joiner: string,
  position: Position,
): void {
  const { isQuoted, mode } = position;
  if (value.kind === 'unset') return;
  if (value.kind === 'array') {
    addElements(scope, fields, value, joiner, position);
    return;
  }
  if (isQuoted || mode === 'one') addWhole(fields, value.word, position);
  else if (splitsAtBlanks(scope)) addSplit(scope, fields, value.word);
  else if (!splitsAtSeparators(scope, fields, value.word)) {
    const isCut = isNumber(value.word) && splitsNumbers(scope);
    const sources = isCut ? [] : sourcesOfPieces(scope, sourcesOf(value));
    add(fields, { kind: 'hole', sources, splits: true });
  }
}

/** All elements: in quotes and with `@` each is a word, else they are split or put together. */
function addElements(
  scope: Scope,
  fields: Fields,
  array: Extract<Value, { readonly kind: 'array' }>,
  joiner: string,
  position: Position,
): void {
  const isSeparate = position.mode === 'words' && (joiner === '@' || !position.isQuoted);
  const { elements } = array;
  // Several with something between them, or nobody knows how many, are no name of a file.
  const isMixed = !isSeparate && elements?.every(isOneWord) !== true;
  if (elements === null || isMixed || !splitsAtBlanks(scope)) {
    const whole = sourcesOfValue(array);
    const all = position.isQuoted ? whole : sourcesOfPieces(scope, whole);
    const sources = isMixed ? mergeSources(all, [{ kind: 'other' }]) : all;
    add(fields, { kind: 'hole', sources, splits: isSeparate, isList: isSeparate });
    return;
  }
  elements.forEach((element, index) => {
    if (index > 0 && isSeparate) breakField(fields);
    else if (index > 0) addQuoted(fields, known(' '));
    if (!isSeparate || position.isQuoted) addWhole(fields, element, position);
    else addSplit(scope, fields, element);
  });
}

function addSplit({ state }: Scope, fields: Fields, word: Word): void {
  spendSplit(state.budget, prefixOf(word).length);
  addSplitting(fields, word);
}

function sourcesOf(value: Value): readonly Source[] {
  return value.kind === 'text' ? sourcesAlone(value.word) : [];
}
