import { asLine, asLines } from '../approvals/pasted-text.ts';
import type { Key, NamedKey } from './keys.ts';
import { columnsOf, unitsWithin } from './text.ts';

/** A text that is being typed, and where in it. */
export interface TextField {
  readonly value: string;
  /** UTF-16 units before the cursor, which is never inside of what reads as one character. */
  readonly cursor: number;
  /** The column that ↑ and ↓ keep to over shorter lines; `null`: that of the cursor. */
  readonly column: number | null;
  readonly lines: Lines;
}

/**
 * `free`: it keeps line feeds and tabs; elsewhere they become blanks. `fixed`: it has as many lines as it began with, each for
 * something of its own.
 */
type Lines = 'one' | 'free' | 'fixed';

/** A text to go on with at its end. */
export function textField(value: string, lines: Lines = 'one'): TextField {
  return { value, cursor: value.length, column: null, lines };
}

/** The text after a key; the same one, if the key says nothing to it. */
export function typed(field: TextField, key: Key): TextField {
  if (key.kind === 'character') return insert(field, key.character);
  if (key.kind === 'paste') return insert(field, key.text);
  if (key.kind === 'line-break') return field.lines === 'free' ? insert(field, '\n') : field;
  if (key.kind === 'up' || key.kind === 'down') return toLine(field, key.kind);
  const goal = motions[key.kind];
  if (goal !== undefined) return { ...field, cursor: goal(field), column: null };
  const end = erasures[key.kind];
  return end === undefined ? field : erase(field, end(field));
}

/** Where the character begins that a place of a text is in. */
export function startOfCharacter(text: string, at: number): number {
  return graphemes.segment(text).containing(at)?.index ?? text.length;
}

/** Where that character ends. */
function endOfCharacter(text: string, at: number): number {
  const found = graphemes.segment(text).containing(at);
  return found === undefined ? text.length : found.index + found.segment.length;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where a key takes the cursor, or erases to. */
type Goal = (field: TextField) => number;

const before: Goal = ({ value, cursor }) => (cursor === 0 ? 0 : startOfCharacter(value, cursor - 1));
const after: Goal = ({ value, cursor }) => endOfCharacter(value, cursor);
const lineStart: Goal = ({ value, cursor }) => value.slice(0, cursor).lastIndexOf('\n') + 1;
const lineEnd: Goal = ({ value, cursor }) => {
  const end = value.indexOf('\n', cursor);
  return end === -1 ? value.length : end;
};
/** At the end of a line, its line break. */
const lineRest: Goal = (field) => {
  const end = lineEnd(field);
  return end === field.cursor ? after(field) : end;
};

/** UTF-16 units that are looked at for a word: 4,096, far more than one has. */
const mostWord = 4_096;

/** Letters and digits, and what is between them. */
const words = /[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+/gu;
const wordStart = /^[\p{L}\p{M}\p{N}_]/u;

/** What stands between blanks, and the blanks. */
const pieces = /\S+|\s+/g;
const pieceStart = /^\S/;

function wordBefore(runs: RegExp, start: RegExp): Goal {
  return ({ value, cursor }) => {
    const found = value.slice(Math.max(0, cursor - mostWord), cursor).match(runs) ?? [];
    const passed = start.test(found.at(-1) ?? '') ? found.slice(-1) : found.slice(-2);
    return startOfCharacter(value, cursor - passed.join('').length);
  };
}

const wordAfter: Goal = ({ value, cursor }) => {
  const found = value.slice(cursor, cursor + mostWord).match(words) ?? [];
  const passed = wordStart.test(found[0] ?? '') ? found.slice(0, 1) : found.slice(0, 2);
  return outside(value, cursor + passed.join('').length);
};

/** The place itself, or where the character ends that it is in. */
function outside(text: string, at: number): number {
  return startOfCharacter(text, at) === at ? at : endOfCharacter(text, at);
}

const motions: Readonly<Partial<Record<NamedKey, Goal>>> = {
  ...{ left: before, right: after, home: lineStart, end: lineEnd },
  ...{ 'word-left': wordBefore(words, wordStart), 'word-right': wordAfter },
};

const erasures: Readonly<Partial<Record<NamedKey, Goal>>> = {
  ...{ erase: before, delete: after, 'erase-word': wordBefore(pieces, pieceStart) },
  ...{ 'erase-before': lineStart, 'erase-after': lineRest },
};

function erase(field: TextField, goal: number): TextField {
  const end = field.lines === 'fixed' ? Math.max(lineStart(field), Math.min(lineEnd(field), goal)) : goal;
  const [from, to] = [Math.min(field.cursor, end), Math.max(field.cursor, end)];
  const value = field.value.slice(0, from) + field.value.slice(to);
  return { ...field, value, cursor: outside(value, from), column: null };
}

function insert(field: TextField, given: string): TextField {
  const text = field.lines === 'free' ? asLines(given) : asLine(given);
  const value = field.value.slice(0, field.cursor) + text + field.value.slice(field.cursor);
  return { ...field, value, cursor: outside(value, field.cursor + text.length), column: null };
}

function toLine(field: TextField, direction: 'up' | 'down'): TextField {
  const { value, cursor } = field;
  const start = lineStart(field);
  const end = lineEnd(field);
  if (direction === 'up' ? start === 0 : end === value.length) return field;
  const column = field.column ?? columnsOf(value.slice(start, cursor));
  const there = direction === 'up' ? lineStart({ ...field, cursor: start - 1 }) : end + 1;
  const line = value.slice(there, lineEnd({ ...field, cursor: there }));
  return { ...field, cursor: startOfCharacter(value, there + unitsWithin(line, column)), column };
}
