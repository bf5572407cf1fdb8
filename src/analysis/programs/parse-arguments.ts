import type { Effect, UnknownCode } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import {
  describeByName,
  dropStart,
  isNumber,
  known,
  mayStartWith,
  prefixOf,
  suffixOf,
  textOf,
} from '../words.ts';
import { unknownEffect } from './effects.ts';
import { beginningWith, type Entry, exactly } from './option-table.ts';
import type { Given, Grammar, OptionRule, OptionTable } from './program.ts';

/** The words of a call, sorted. What could not be sorted for certain is among the problems. */
export interface Arguments {
  readonly given: readonly Given[];
  readonly operands: readonly Word[];
  readonly problems: readonly Effect[];
}

/** The state of reading: everything before `at` has been sorted. */
interface Reader {
  readonly words: readonly Word[];
  readonly grammar: Grammar;
  readonly tables: readonly OptionTable[];
  at: number;
  optionsEnded: boolean;
  readonly given: Given[];
  readonly operands: Word[];
  readonly problems: Effect[];
}

/** Sorts words, without the name of the program, into options and operands. */
export function parseArguments(
  words: readonly Word[],
  grammar: Grammar,
  tables: readonly OptionTable[],
): Arguments {
  const optionsEnded = grammar.style === 'none';
  const reader = { words, grammar, tables, at: 0, optionsEnded, given: [], operands: [], problems: [] };
  while (reader.at < words.length) readWord(reader);
  return reader;
}

function readWord(reader: Reader): void {
  const word = reader.words[reader.at++];
  if (word === undefined) return;
  if (reader.optionsEnded) reader.operands.push(word);
  else if (reader.at === 1 && reader.grammar.isFirstCluster && !mayStartWith(word, '-')) {
    readCluster(reader, word, 0);
  } else if (reader.grammar.style === 'single-dash') readSingleDash(reader, word);
  else if (reader.grammar.style === 'whole-words') readSingleDash(reader, word);
  else readGnu(reader, word);
}

function readGnu(reader: Reader, word: Word): void {
  const start = prefixOf(word);
  if (word.kind === 'known' && start === '--') reader.optionsEnded = true;
  else if (start.startsWith('--')) readLong(reader, word);
  else if (reader.grammar.number !== undefined && /^-\d+$/.test(withDigits(word) ?? '')) {
    give(reader, { names: ['-0'], rule: reader.grammar.number }, [dropStart(word, 1)]);
  } else if (start.startsWith('-') && start.length > 1) readCluster(reader, word, 1);
  else if (start.startsWith('+') && reader.grammar.plus !== undefined) {
    give(reader, { names: ['+'], rule: reader.grammar.plus }, [dropStart(word, 1)]);
  } else readOperand(reader, word);
}

/** The word with digits for all in it that is a number; `null` where other parts are not known. Without one, a dash alone is no option. */
function withDigits(word: Word): string | null {
  return word.kind === 'unknown' ? (word.withZeros ?? null) : textOf(word);
}

/** A word that has not been found to be an option. It may still turn out to be one. */
function readOperand(reader: Reader, word: Word): void {
  if (mayBecomeOption(reader, word)) problem(reader, 'possible-option', describeByName(word));
  if (reader.grammar.order === 'options-first') reader.optionsEnded = true;
  reader.operands.push(word);
}

function mayBecomeOption(reader: Reader, word: Word): boolean {
  if (word.kind === 'known') return false;
  // Only the first of several words is known to have the prefix.
  if (word.kind === 'unknown' && word.count === 'any') return true;
  if (reader.grammar.style === 'whole-words' && !mayEndAsOption(reader, word)) return false;
  if (reader.grammar.number !== undefined && isNumber(word)) return false;
  // A number before it may be negative, or nothing.
  const behindNumber = word.kind === 'unknown' ? word.withZeros?.replace(/^0+/, '') : undefined;
  if (behindNumber !== undefined && reader.grammar.number === undefined)
    return /^(?:$|[-+])/.test(behindNumber);
  return mayStartWith(word, '-') || (reader.grammar.plus !== undefined && mayStartWith(word, '+'));
}

/** Where nothing can be attached to an option, it ends as one is spelled. */
function mayEndAsOption({ tables }: Reader, word: Word): boolean {
  const end = suffixOf(word);
  return beginningWith(tables, prefixOf(word)).some(({ names }) => names.some((name) => name.endsWith(end)));
}

function readLong(reader: Reader, word: Word): void {
  const start = prefixOf(word);
  const equals = start.indexOf('=');
  if (word.kind !== 'known' && equals === -1) {
    problem(reader, 'possible-option', describeByName(word));
    return;
  }
  const name = equals === -1 ? start : start.slice(0, equals);
  const entry = longNamed(reader, name);
  if (entry === null) return;
  if (equals === -1) takeSeparate(reader, entry, name);
  else if (entry.rule.takes === 'nothing') problem(reader, 'unknown-option', start);
  else takeAttached(reader, entry, dropStart(word, equals + 1));
}

function longNamed(reader: Reader, name: string): Entry | null {
  const found = exactly(reader.tables, name) ?? negated(reader, name);
  if (found !== null) return found;
  const candidates = reader.grammar.abbreviates === false ? [] : beginningWith(reader.tables, name);
  const [only, second] = candidates;
  if (only !== undefined && second === undefined) return only;
  problem(reader, only === undefined ? 'unknown-option' : 'ambiguous-option', name);
  return null;
}

/** `--no-name`, where that switches off a `--name`. */
function negated(reader: Reader, name: string): Entry | null {
  if (reader.grammar.isNegatable !== true || !name.startsWith('--no-')) return null;
  const names = exactly(reader.tables, `--${name.slice(5)}`)?.names;
  return names === undefined ? null : { names: [name], rule: { takes: 'nothing' } };
}

/** Letters behind one dash, from `at` on; without a dash, values come from the words behind the cluster. */
function readCluster(reader: Reader, word: Word, at: number): void {
  const letters = prefixOf(word);
  const isBare = at === 0;
  for (let index = at; index < letters.length; index++) {
    const entry = exactly(reader.tables, `-${letters[index]}`);
    if (entry === null) {
      problem(reader, 'unknown-option', `-${letters[index]}`);
      return;
    }
    if (entry.rule.takes === 'nothing') give(reader, entry, []);
    else if (isBare) takeSeparate(reader, entry, `-${letters[index]}`);
    else {
      takeFromCluster(reader, entry, word, index + 1);
      return;
    }
  }
  if (word.kind !== 'known') problem(reader, 'possible-option', describeByName(word));
}

/** What is left of the cluster is the value; if nothing is, the next word. */
function takeFromCluster(reader: Reader, entry: Entry, word: Word, from: number): void {
  const isAtEnd = word.kind === 'known' && from === word.text.length;
  if (isAtEnd) takeSeparate(reader, entry, prefixOf(word));
  else takeAttached(reader, entry, dropStart(word, from));
}

function readSingleDash(reader: Reader, word: Word): void {
  const start = prefixOf(word);
  const entry = word.kind === 'known' ? singleDashNamed(reader, start) : null;
  const equals = start.indexOf('=');
  if (entry !== null) takeSeparate(reader, entry, start);
  else if (word.kind === 'known' && start === '--') reader.optionsEnded = true;
  else if (!start.startsWith('-') || start === '-') readOperand(reader, word);
  else if (equals === -1 || reader.grammar.style === 'whole-words') {
    problem(reader, 'unknown-option', describeByName(word));
  } else {
    const named = singleDashNamed(reader, start.slice(0, equals));
    if (named === null || named.rule.takes === 'nothing') problem(reader, 'unknown-option', start);
    else takeAttached(reader, named, dropStart(word, equals + 1));
  }
}

function singleDashNamed(reader: Reader, name: string): Entry | null {
  const single = name.startsWith('--') ? exactly(reader.tables, name.slice(1)) : null;
  return exactly(reader.tables, name) ?? single;
}

function takeAttached(reader: Reader, entry: Entry, value: Word): void {
  if (value.kind === 'unknown' && value.count === 'any') {
    problem(reader, 'possible-option', describeByName(value));
  }
  give(reader, entry, entry.rule.takes === 'rest' ? [value, ...takeRest(reader)] : [value]);
  // The attached word is only the first of several.
  if (entry.rule.takes === 'pair') problem(reader, 'unknown-option', describeByName(value));
}

/** Values that are words of their own. */
function takeSeparate(reader: Reader, entry: Entry, spelling: string): void {
  give(reader, entry, separateValues(reader, entry.rule, spelling));
}

function separateValues(reader: Reader, rule: OptionRule, spelling: string): readonly Word[] {
  switch (rule.takes) {
    case 'nothing':
    case 'optional':
      return [];
    case 'value':
      return takeWords(reader, 1, spelling);
    case 'value-or-end':
      return reader.at === reader.words.length ? [] : takeWords(reader, 1, spelling);
    case 'pair':
      return takeWords(reader, 2, spelling);
    case 'clause':
      return takeClause(reader, spelling);
    case 'list':
      return takeList(reader, spelling);
    case 'rest':
      return takeRest(reader);
  }
}

function takeRest(reader: Reader): readonly Word[] {
  const words = reader.words.slice(reader.at);
  reader.at = reader.words.length;
  return words;
}

function takeWords(reader: Reader, count: number, spelling: string): readonly Word[] {
  const words = reader.words.slice(reader.at, reader.at + count);
  reader.at += words.length;
  if (words.length < count) problem(reader, 'missing-value', spelling);
  for (const word of words) {
    if (word.kind === 'pattern' || (word.kind === 'unknown' && word.count === 'any'))
      readOverflow(reader, word);
  }
  return words;
}

/** A word that may become several, the first of them a value: what do the others become? */
function readOverflow(reader: Reader, word: Word): void {
  if (mayBecomeOption(reader, word)) problem(reader, 'possible-option', describeByName(word));
  reader.operands.push(word);
}

/** The first word whatever it is, and those behind it. */
function takeList(reader: Reader, spelling: string): readonly Word[] {
  const isEnd = (word: Word) => mayStartWith(word, '-') || (word.kind === 'known' && word.text === '@');
  const end = reader.words.findIndex((word, index) => index > reader.at && isEnd(word));
  const words = reader.words.slice(reader.at, end === -1 ? undefined : end);
  reader.at += words.length;
  if (words.length === 0) problem(reader, 'missing-value', spelling);
  for (const word of words) {
    // What ends the list may be among what becomes of it.
    if (word.kind === 'unknown' && word.count === 'any')
      problem(reader, 'possible-option', describeByName(word));
  }
  const stop = reader.words[reader.at];
  if (stop?.kind === 'known' && stop.text === '@') reader.at += 1;
  return words;
}

function takeClause(reader: Reader, spelling: string): readonly Word[] {
  const isEnd = (word: Word) => word.kind === 'known' && (word.text === ';' || word.text === '+');
  const end = reader.words.findIndex((word, index) => index >= reader.at && isEnd(word));
  if (end === -1) problem(reader, 'missing-value', spelling);
  const words = reader.words.slice(reader.at, end === -1 ? undefined : end);
  reader.at = end === -1 ? reader.words.length : end + 1;
  return words;
}

function give(
  reader: Reader,
  entry: { names: readonly string[]; rule: OptionRule },
  values: readonly Word[],
) {
  reader.given.push({ names: entry.names, rule: entry.rule, values, value: values[0] ?? known('') });
}

function problem(reader: Reader, code: UnknownCode, subject: string): void {
  reader.problems.push(unknownEffect(code, subject));
}
