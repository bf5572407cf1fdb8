import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { sourcesOf, textOf } from '../words.ts';
import { unknownEffect } from './effects.ts';
import type { Call } from './program.ts';

/**
 * A text may say itself which files are read with it, as `#include` does. What comes from the command is harmless only where it is
 * known, and nothing in it does so: `including` tells. What is in a file is not known to anybody. `null` stands for no operand, and so
 * for the standard input.
 */
export function includesOf(
  { stdin }: Call,
  texts: readonly (Word | null)[],
  including: (text: string) => boolean,
): readonly Effect[] {
  const other = unknownEffect('program-specific', 'files that its input names');
  if (texts.some(isOfCommand)) return [other];
  if (!texts.some(isInput) || /^(?:inherited|nothing|file)$/.test(stdin.kind)) return [];
  const text = 'text' in stdin ? textOf(stdin.text) : null;
  return text === null || including(text) ? [other] : [];
}

/** `<(command)`. */
function isOfCommand(word: Word | null): boolean {
  return word !== null && sourcesOf(word).some(({ kind }) => kind === 'pipe');
}

function isInput(word: Word | null): boolean {
  return word === null || /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(textOf(word) ?? '');
}
