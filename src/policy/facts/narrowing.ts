import type { Invocation } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';
import type { Subject } from '../subject.ts';

/** Tests of `find` that leave out most of what there is. */
const tests =
  /^-i?(?:name|path|wholename|regex|lname)$|^-(?:[acm](?:min|time)|newer\w*|size|empty|user|group|uid|gid|perm|links|inum|samefile)$/;

/** Those of them that are for a name, so that what is hidden is found only where it is asked for. */
const nameTests = /^-i?(?:name|path|wholename|regex)$/;

const patternTests = /^-i?(?:name|path|wholename)$/;

/** Values that all there is fits: `*`, `/*`, `+0`. */
const all = /^[*.?/]+$|^\+0\w?$/;

/** Where an action of `find` takes all words up to `;` or `+`. */
const clause = /^-(?:exec|ok)(?:dir)?$/;

/**
 * A search that asks for certain names, times or sizes before it does what it does, in `find` itself or in the `find` that runs
 * this on what it finds. Words that are the same for every file are not narrowed.
 */
export function narrowsSearch({ invocation, analysis }: Subject): boolean {
  if (invocation.name === 'find') return isNarrowed(invocation, isDeletion, /^-type$/);
  if (invocation.argv.slice(1).every(({ kind }) => kind === 'known')) return false;
  const parent = invocation.parent === null ? undefined : analysis.invocations[invocation.parent];
  return parent?.name === 'find' && isNarrowed(parent, (text) => clause.test(text));
}

/** Whether all that a search prints, or hands to another program, has a name that was asked for. */
export function asksForNames({ argv }: Invocation): boolean {
  const isAction = (text: string) => clause.test(text) || /^-print0?$/.test(text);
  const { actions, isNarrowed: isNarrowedAtEnd } = readExpression(argv, nameTests, isAction);
  return actions.length === 0 ? isNarrowedAtEnd : actions.every((isUnder) => isUnder);
}

/** Whether all that a search deletes, prints, or hands to another program, has a name that was asked for by a pattern. */
export function actsOnNamesOnly({ argv }: Invocation): boolean {
  const isAction = (text: string) => clause.test(text) || /^-(?:print0?|delete)$/.test(text);
  const { actions, isNarrowed: isNarrowedAtEnd } = readExpression(argv, patternTests, isAction);
  return actions.length === 0 ? isNarrowedAtEnd : actions.every((isUnder) => isUnder);
}

/** Whether a search prints all there is somewhere, for other programs. */
export function findsAll({ argv }: Invocation): boolean {
  const { actions, isNarrowed: isNarrowedAtEnd } = readExpression(argv, tests, (text) =>
    /^-print0?$/.test(text),
  );
  return actions.length === 0 ? !isNarrowedAtEnd : actions.some((isUnder) => !isUnder);
}

/** The names that a search asks for, in whatever place. */
export function namesAskedFor({ argv }: Invocation): readonly string[] {
  const texts = argv.map(textOf);
  return texts.filter((_, at) => nameTests.test(texts[at - 1] ?? ''));
}

function isDeletion(text: string): boolean {
  return text === '-delete';
}

/** `leavesRest`: with `d` as its value it narrows too, as of directories those that have something in them are not deleted. */
function isNarrowed(
  { argv }: Invocation,
  isAction: (text: string) => boolean,
  leavesRest: RegExp | null = null,
): boolean {
  const { actions } = readExpression(argv, tests, isAction, leavesRest);
  return actions.length > 0 && actions.every((isUnder) => isUnder);
}

/** Each action by whether it is done for a part of the files only, and whether all that the expression is true of is one. */
function readExpression(
  argv: readonly Word[],
  isTest: RegExp,
  isAction: (text: string) => boolean,
  leavesRest: RegExp | null = null,
): { readonly actions: readonly boolean[]; readonly isNarrowed: boolean } {
  const texts = argv.slice(1).map(textOf);
  const reading: Reading = { texts, at: 0, isTest, isAction, leavesRest, actions: [] };
  let narrows = false;
  while (reading.at < reading.texts.length) narrows = readList(reading, false);
  return { actions: reading.actions, isNarrowed: narrows };
}

/** How far an expression was read, and of each action so far whether it is done for a part of the files only. */
interface Reading {
  readonly texts: readonly string[];
  at: number;
  readonly isTest: RegExp;
  readonly isAction: (text: string) => boolean;
  readonly leavesRest: RegExp | null;
  readonly actions: boolean[];
}

/**
 * Reads up to the end of the list or its parenthesis, and says whether all that it is true of is a part of the files.
 * What stands behind `-o` and `,` is done for files that what is before it was not true of.
 */
function readList(reading: Reading, isUnder: boolean): boolean {
  let narrows = true;
  let here = isUnder;
  while (reading.at < reading.texts.length) {
    const text = reading.texts[reading.at++] ?? '';
    if (text === ')') break;
    if (text === '-o' || text === '-or' || text === ',') {
      narrows &&= here;
      here = isUnder;
    } else if (readTerm(reading, text, here)) here = true;
  }
  return narrows && here;
}

/** Reads a test or an action, and says whether what comes behind it is done for a part of the files only. */
function readTerm(reading: Reading, text: string, isUnder: boolean): boolean {
  if (text === '!' || text === '-not') {
    readTerm(reading, reading.texts[reading.at++] ?? '', isUnder);
    return false;
  }
  if (text === '(') return readList(reading, isUnder);
  if (reading.isAction(text)) reading.actions.push(isUnder);
  if (clause.test(text)) skipClause(reading);
  if (reading.leavesRest?.test(text) === true) return reading.texts[reading.at++] === 'd';
  if (!reading.isTest.test(text)) return false;
  return text === '-empty' || !all.test(reading.texts[reading.at++] ?? '');
}

function skipClause(reading: Reading): void {
  while (reading.at < reading.texts.length) {
    const text = reading.texts[reading.at++];
    if (text === ';' || text === '+') return;
  }
}

/** What is not known may be anything, but no part of the expression that is looked for. */
function textOf(word: Word): string {
  return word.kind === 'known' ? word.text : word.kind === 'pattern' ? word.glob : '…';
}
