import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { describeWord, known, mayStartWith, prefixOf } from '../words.ts';
import { unknownEffect } from './effects.ts';

/**
 * An option of a program whose options follow no common rule: `-O2`, `-Xmx1g`, `-Dname=value`. `is` matches the whole
 * word; its first group is a value that is attached, and `takes` counts the values behind it.
 */
export interface WordPattern {
  readonly is: RegExp;
  readonly takes?: number;
  readonly effects?: (value: Word) => readonly Effect[];
}

/** Words sorted by patterns, for programs that are described with `style: 'none'`. */
export interface Scanned {
  readonly operands: readonly Word[];
  /** What the options do, and what could not be made out. */
  readonly effects: readonly Effect[];
}

interface Step {
  readonly operands: readonly Word[];
  readonly effects: readonly Effect[];
  /** How many words behind it belong to it. */
  readonly taken: number;
}

/** Sorts words. With `endsAtOperand` the first operand ends the options: all behind it is a script's own. */
export function scanWords(
  words: readonly Word[],
  patterns: readonly WordPattern[],
  endsAtOperand = false,
): Scanned {
  const operands: Word[] = [];
  const effects: Effect[] = [];
  for (let at = 0; at < words.length; at++) {
    const step = scanWord(words[at] ?? known(''), words[at + 1] ?? known(''), patterns);
    operands.push(...step.operands);
    effects.push(...step.effects);
    at += step.taken;
    if (endsAtOperand && operands.length > 0) {
      return { operands: [...operands, ...words.slice(at + 1)], effects };
    }
  }
  return { operands, effects };
}

function scanWord(word: Word, next: Word, patterns: readonly WordPattern[]): Step {
  const start = prefixOf(word);
  if (!mayStartWith(word, '-') || start === '-') return { operands: [word], effects: [], taken: 0 };
  if (word.kind !== 'known' && !/^-[\w.-]+=/.test(start)) {
    return { operands: [word], effects: [unknownEffect('possible-option', describeWord(word))], taken: 0 };
  }
  const pattern = patterns.find(({ is }) => is.test(start));
  if (pattern === undefined) {
    return { operands: [], effects: [unknownEffect('unknown-option', describeWord(word))], taken: 0 };
  }
  const value = pattern.takes === undefined ? known(pattern.is.exec(start)?.[1] ?? '') : next;
  return { operands: [], effects: pattern.effects?.(value) ?? [], taken: pattern.takes ?? 0 };
}

/** Patterns without a value, from a list with commas: `-a, -b`. */
export function plain(...lists: readonly string[]): readonly WordPattern[] {
  return [{ is: new RegExp(`^(?:${lists.flatMap((list) => list.split(', ').map(asPattern)).join('|')})$`) }];
}

/** Patterns with the next word as their value. */
export function withValue(
  effects: (value: Word) => readonly Effect[],
  ...lists: readonly string[]
): readonly WordPattern[] {
  return plain(...lists).map(({ is }) => ({ is, takes: 1, effects }));
}

/** A pattern that matches the text alone. */
function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
