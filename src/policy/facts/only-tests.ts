import { sourcesOf, textOf } from '../../analysis/words.ts';
import type { Word } from '../../model/word.ts';
import type { Subject } from '../subject.ts';

/** Builtins that look at their words and show none of them. */
const silent: ReadonlySet<string | null> = new Set(['[[', 'unset']);

/** Operators between two texts or files. */
const ofTexts: ReadonlySet<string | null> = new Set(['=', '==', '!=', '<', '>', '-nt', '-ot', '-ef']);

const ofNumbers: ReadonlySet<string | null> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/**
 * Whether an invocation looks at what is in variables and shows nothing of it. `test` tells in its message what stands where a number or
 * an operator is to be: `[ "$TOKEN" -eq 1 ]`.
 */
export function onlyTests({ invocation: { name, argv } }: Subject): boolean {
  if (silent.has(name)) return true;
  if (name !== 'test' && name !== '[') return false;
  const words = name === '[' ? argv.slice(1, -1) : argv.slice(1);
  return !words.some((word, at) => isOfVariable(word) && isTold(words, at));
}

function isOfVariable(word: Word): boolean {
  return sourcesOf(word).some(({ kind }) => kind === 'variable');
}

/** How `test` reads its words depends on how many they are. What is not quoted is taken for one. */
function isTold(words: readonly Word[], at: number): boolean {
  if (words.length > 1 && textOf(words[0]) === '!') return at > 0 && isTold(words.slice(1), at - 1);
  const before = textOf(words[at - 1]);
  const after = textOf(words[at + 1]);
  if (ofNumbers.has(before) || ofNumbers.has(after)) return true;
  if (words.length < 3) return words.length === 2 && at === 0;
  if (words.length === 3) return at === 1 && textOf(words[0]) !== '(';
  return !isOperand(before, after);
}

/** In a longer expression: behind what wants one, or before what has had one. */
function isOperand(before: string | null, after: string | null): boolean {
  return (
    (before !== null && (ofTexts.has(before) || /^(?:[!(]|-[A-Za-z])$/.test(before))) ||
    (after !== null && (ofTexts.has(after) || /^(?:\)|-[ao])$/.test(after)))
  );
}
