import type { Word } from '../../../model/word.ts';
import { textOf } from '../../words.ts';
import { spendSplit } from '../budget.ts';
import { add, addWithWildcards, breakField, type Fields } from './fields.ts';
import type { Scope } from './scope.ts';

/** Adds a word as the value of an expansion that is split at other separators than blanks; `false`, if it or they are not known. */
export function splitsAtSeparators(scope: Scope, fields: Fields, word: Word): boolean {
  const separators = separatorsOf(scope);
  if (word.kind !== 'known' || separators === null) return false;
  spendSplit(scope.state.budget, word.text.length);
  addSplitAt(fields, word.text, separators);
  return true;
}

/** What is in `IFS`, where that is known, and nothing that could stand in a pattern. */
function separatorsOf({ state }: Scope): string | null {
  const value = state.isWild ? undefined : state.variables.get('IFS')?.value;
  const text = value?.kind === 'text' ? textOf(value.word) : null;
  return text !== null && /^[ \t\n\w,:;/|+=.-]*$/.test(text) ? text : null;
}

/** Blanks separate together, also around another separator. That has a word before it in any case, if only an empty one. */
function addSplitAt(fields: Fields, text: string, separators: string): void {
  const isBlank = (at: number) => /[ \t\n]/.test(text[at] ?? '') && isSeparator(at);
  const isSeparator = (at: number) => at < text.length && separators.includes(text[at] ?? '');
  const afterBlanks = (at: number): number => {
    let end = at;
    while (isBlank(end)) end++;
    return end;
  };
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (at < text.length && !isSeparator(at)) at++;
    if (at > start) addWithWildcards(fields, text.slice(start, at));
    if (at === text.length) return;
    at = afterBlanks(at);
    if (isSeparator(at)) {
      if (fields.current === null) add(fields, { kind: 'text', text: '' });
      at = afterBlanks(at + 1);
    }
    breakField(fields);
  }
}
