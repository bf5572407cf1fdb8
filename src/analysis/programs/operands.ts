import type { Word } from '../../model/word.ts';
import { isOneWord, known, prefixOf, textOf, unknown } from '../words.ts';
import type { Call } from './program.ts';

/**
 * The words that may stand at this place, counted from 0, once patterns and unknown words have become what they stand
 * for: in `uniq *` any file may be the second one, which is written.
 */
export function mayStandAt(words: readonly Word[], place: number): readonly Word[] {
  return words.filter((_, index) => fewestTo(words, index) <= place && place < mostTo(words, index + 1));
}

/** The words that may stand at this place or behind it. */
export function mayStandFrom(words: readonly Word[], place: number): readonly Word[] {
  return words.filter((_, index) => mostTo(words, index + 1) > place);
}

/** The words that may be the last one. */
export function mayBeLast(words: readonly Word[]): readonly Word[] {
  return words.filter((_, index) => words.slice(index + 1).every(mayBeNone));
}

/** The words that may not be the last one. */
export function mayBeBeforeLast(words: readonly Word[]): readonly Word[] {
  return words.filter((word, index) => index < words.length - 1 || !isOneWord(word));
}

/** At least so many words come from those before `end`. */
function fewestTo(words: readonly Word[], end: number): number {
  return words.slice(0, end).filter((word) => !mayBeNone(word)).length;
}

/** At most so many words come from those before `end`. */
function mostTo(words: readonly Word[], end: number): number {
  return words.slice(0, end).every(isOneWord) ? end : Number.POSITIVE_INFINITY;
}

function mayBeNone(word: Word): boolean {
  return word.kind === 'unknown' && word.count === 'any';
}

/** The files without `-`, which stands for the standard input or output. */
export function withoutDash(words: readonly Word[]): readonly Word[] {
  return words.filter((word) => textOf(word) !== '-');
}

/** Whether the program may find something on its standard input, other than a person. */
export function hasInput(call: Call): boolean {
  return call.stdin.kind !== 'inherited' && call.stdin.kind !== 'nothing';
}

/** The file with an ending put behind its name. */
export function withEnding(word: Word, ending: string): Word {
  const text = textOf(word);
  return text === null ? unknown(prefixOf(word), ending) : known(text + ending);
}

/** The words `NAME=value`, which some programs take between their files. */
export function isAssignment(word: Word): boolean {
  return /^[A-Za-z_]\w*=/.test(prefixOf(word));
}
