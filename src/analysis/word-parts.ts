import type { Part, Word } from '../model/word.ts';

/** What the word is made of, in order. */
export function partsOf(word: Word): readonly Part[] {
  if (word.kind === 'known') return [word.text];
  if (word.kind === 'pattern') return [word.prefix, []];
  return word.parts ?? [word.prefix, word.sources, word.suffix];
}

/** How many parts of a word are told apart. */
const maxParts = 32;

/** What is told of a word beside its ends, where several parts of it are not known. */
export function partsTold(parts: readonly Part[]): { readonly parts?: readonly Part[] } {
  const isTold = parts.length <= maxParts && parts.filter((part) => typeof part !== 'string').length > 1;
  return isTold ? { parts } : {};
}
