import { countMarks, maxUnits } from '../gate/text.ts';

/** Thrown where an analysis would become too large; the command is `unparsed` then. */
export class LimitReached extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'LimitReached';
    this.reason = reason;
  }
}

/** What one analysis may cost, so that it ends soon whatever the command is. It is shared by all that belongs to it. */
export interface Budget {
  left: number;
  /** How many commands may be looked at, again and again in loops. */
  readonly maxSteps: number;
  /** How many invocations there may be. */
  readonly maxInvocations: number;
  /** The longest text that is followed, in UTF-16 units. What is longer is not known. */
  readonly maxText: number;
}

/**
 * In units of about a tenth of a microsecond: what is copied where control parts, and words and characters that are made. The
 * largest commands of agents come to 3,000.
 */
const maxWork = 30_000;

/** The same for each `maxUnits` of a longer text than usual: no time is promised for these. */
const maxWorkOfLong = 60_000;

/** What it costs to make a word, and to hand it to a program. */
const unitsPerWord = 4;
/** What it costs to read a redirect, and to hold it against the rules. */
const unitsPerRedirect = 20;
/** What it costs to expand a part of a word. */
const unitsPerPart = 4;
/** How many characters of a value are split into words in one unit. */
const charactersSplitPerUnit = 2;
/** What it costs to hold an effect against the rules. */
const unitsPerEffect = 8;
/** How many pairs of words of one invocation are compared in one unit. */
const wordsComparedPerUnit = 64;
/** How many characters a pattern is held against in one unit, and how often it is tried there. */
const charactersMatchedPerUnit = 5;
const triesPerUnit = 50;
/** What it costs to read a character of a script, and one more that begins or divides something. */
const unitsPerCharacter = 2;
const unitsPerMark = 8;
/** How many characters are made in one unit. */
const charactersPerUnit = 32;

/** How many commands are looked at where nothing else is said, and how many invocations an analysis may have then. */
const usual = { maxSteps: 1000, maxInvocations: 700 };

/**
 * For a text of `length` UTF-16 units. Where `maxLength` asks for longer ones than usual, the analysis may cost as much more
 * as that is longer, and is never given up for its many commands alone: a text has fewer of them than characters, unless
 * loops and functions come to them again and again.
 */
export function newBudget(length: number, maxLength = maxUnits): Budget {
  if (maxLength <= maxUnits) return { left: maxWork, ...usual, maxText: maxUnits };
  const { maxSteps, maxInvocations } = usual;
  return {
    left: maxWorkOfLong * (maxLength / maxUnits),
    maxSteps: Math.max(maxSteps, length),
    maxInvocations: Math.max(maxInvocations, length),
    maxText: maxLength,
  };
}

export function spend(budget: Budget, units: number): void {
  budget.left -= units;
  if (budget.left < 0) throw new LimitReached('too much to follow');
}

export function spendWord(budget: Budget, length: number): void {
  spend(budget, unitsPerWord + length / charactersPerUnit);
}

export function spendRedirects(budget: Budget, count: number): void {
  spend(budget, unitsPerRedirect * count);
}

/**
 * What it costs to find out what a program does with so many words. Options, operands and subcommands are held against one
 * another, so that a thousand words cost more than ten times what a hundred do; and all of it once for each directory.
 */
export function spendCall(budget: Budget, words: number, directories: number): void {
  spend(budget, directories * (unitsPerWord * words + words ** 2 / wordsComparedPerUnit));
}

export function spendEffects(budget: Budget, count: number): void {
  spend(budget, unitsPerEffect * count);
}

/** What it costs to expand so many parts of a word. */
export function spendParts(budget: Budget, count: number): void {
  spend(budget, unitsPerPart * count);
}

/** What it costs to split a value of this length into words. */
export function spendSplit(budget: Budget, length: number): void {
  spend(budget, length / charactersSplitPerUnit);
}

/** What it costs to read a text as a script. */
export function spendScript(budget: Budget, text: string): void {
  spend(budget, unitsPerCharacter * text.length);
  spend(budget, unitsPerMark * countMarks(text));
}

/** What it costs to hold a pattern against a text of this length, with so many tries at the most. */
export function spendMatch(budget: Budget, length: number, tries: number): void {
  spend(budget, length / charactersMatchedPerUnit + tries / triesPerUnit);
}
