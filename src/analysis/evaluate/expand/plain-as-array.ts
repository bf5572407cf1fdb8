import type { Word } from '../../../model/word.ts';
import type { ParameterExpansionPart } from '../../parse.ts';
import { sourcesOf, textOf, unknownWords } from '../../words.ts';
import type { Value } from '../state/state.ts';
import { variableName } from './scope.ts';

export function isName(part: ParameterExpansionPart): boolean {
  return variableName.test(part.parameter);
}

/** A plain variable as an array has one element; one from the environment may be anything. */
export function asArray(part: ParameterExpansionPart, word: Word): Value {
  if (!isName(part)) return { kind: 'text', word };
  return { kind: 'array', elements: [word.kind === 'known' ? word : unknownWords('', '', sourcesOf(word))] };
}

/** What is cut out of a plain variable as if it were an array: nothing is an empty word at the end of its text, and none behind that. */
export function unlessNothing(part: ParameterExpansionPart, value: Value): Value {
  if (value.kind !== 'text') return value;
  return textOf(value.word) === ''
    ? { kind: 'array', elements: [unknownWords()] }
    : asArray(part, value.word);
}
