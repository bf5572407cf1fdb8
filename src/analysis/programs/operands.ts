import type { Word } from '../../model/word.ts';
import { isOneWord, known, prefixOf, textOf, unknown } from '../words.ts';
import type { Call } from './program.ts';

/**
 * The words that may stand at this place, counted from 0, once patterns and unknown words have become what they stand
 * for: in `uniq *` any file may be the second one, which is written.
 */
export function mayStandAt(words: readonly Word[], place: number): readonly Word[] {
  return reaches(words)
    .filter(({ first, last }) => first <= place && place <= last)
    .map(({ word }) => word);
}

/** The words that may stand at this place or behind it. */
export function mayStandFrom(words: readonly Word[], place: number): readonly Word[] {
  return reaches(words)
    .filter(({ last }) => last >= place)
    .map(({ word }) => word);
}

/** The words that may be the last one. */
export function mayBeLast(words: readonly Word[]): readonly Word[] {
  return words.slice(
    Math.max(
      0,
      words.findLastIndex((word) => !mayBeNone(word)),
    ),
  );
}

/** The words that may not be the last one. */
export function mayBeBeforeLast(words: readonly Word[]): readonly Word[] {
  return words.filter((word, index) => index < words.length - 1 || !isOneWord(word));
}

/** A word, and the first and the last place at which what becomes of it may stand. */
interface Reach {
  readonly word: Word;
  readonly first: number;
  readonly last: number;
}

function reaches(words: readonly Word[]): readonly Reach[] {
  let fewest = 0;
  let most = 0;
  return words.map((word) => {
    const first = fewest;
    if (!mayBeNone(word)) fewest += 1;
    most += isOneWord(word) ? 1 : Number.POSITIVE_INFINITY;
    return { word, first, last: most - 1 };
  });
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
