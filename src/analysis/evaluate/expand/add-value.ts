import type { Source, Word } from '../../../model/word.ts';
import { allSourcesOf, isOneWord, known, mergeSources, prefixOf, sourcesAlone } from '../../words.ts';
import { spendSplit } from '../budget.ts';
import { sourcesOfValue, type Value } from '../state/state.ts';
import type { Position } from './expand.ts';
import { add, addQuoted, addSplitting, addWhole, breakField, type Fields } from './fields.ts';
import { type Scope, sourcesOfPieces, splitsAtBlanks } from './scope.ts';
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
  else if (!splitsAtSeparators(scope, fields, value.word))
    add(fields, { kind: 'hole', sources: sourcesOfPieces(scope, sourcesOf(value)), splits: true });
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
  if (elements === null || !splitsAtBlanks(scope)) {
    const whole = sourcesOfValue(array);
    const all = position.isQuoted ? whole : sourcesOfPieces(scope, whole);
    // What stands between them can make another path of them.
    const sources = isSeparate || elements !== null ? all : mergeSources(all, [{ kind: 'other' }]);
    add(fields, { kind: 'hole', sources, splits: isSeparate, isList: isSeparate });
    return;
  }
  elements.forEach((element, index) => {
    if (index > 0 && isSeparate) breakField(fields);
    else if (index > 0) addQuoted(fields, known(' '));
    if (!isSeparate) addTogether(fields, element, position);
    else if (position.isQuoted) addWhole(fields, element, position);
    else addSplit(scope, fields, element);
  });
}

/** An element that becomes a part of one word; several with blanks between them are no name of a file. */
function addTogether(fields: Fields, element: Word, position: Position): void {
  const sources = mergeSources(allSourcesOf(element), [{ kind: 'other' }]);
  if (isOneWord(element)) addWhole(fields, element, position);
  else add(fields, { kind: 'hole', sources, splits: false });
}

function addSplit({ state }: Scope, fields: Fields, word: Word): void {
  spendSplit(state.budget, prefixOf(word).length);
  addSplitting(fields, word);
}

function sourcesOf(value: Value): readonly Source[] {
  return value.kind === 'text' ? sourcesAlone(value.word) : [];
}
