import { maxUnits } from '../gate/text.ts';

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
}

/** In units of about a tenth of a microsecond: what is copied where control parts, and words and characters that are made. */
const maxWork = 120_000;

/** What it costs to make a word, and to hand it to a program. */
const unitsPerWord = 4;
/** How many characters are made in one unit. */
const charactersPerUnit = 32;

/** `maxLength`: of the command, in UTF-16 units; a longer one may cost as much more as it is longer. */
export function newBudget(maxLength = maxUnits): Budget {
  return { left: maxWork * Math.max(1, maxLength / maxUnits) };
}

export function spend(budget: Budget, units: number): void {
  budget.left -= units;
  if (budget.left < 0) throw new LimitReached('too much to follow');
}

export function spendWord(budget: Budget, length: number): void {
  spend(budget, unitsPerWord + length / charactersPerUnit);
}

export function spendWords(budget: Budget, count: number): void {
  spend(budget, unitsPerWord * count);
}
