import type { UnparsedProblem } from '../../model/analysis.ts';

/** The longest text that is read where nothing else is said, in UTF-16 units: the parser's time grows faster than the text. */
export const maxUnits = 64 * 1024;

export function tooLong(limit: number): UnparsedProblem {
  return { code: 'limit', at: limit, reason: `more than ${limit} characters` };
}

/** The deepest nesting of brackets that is read. People come to 10, and the parser gives up at 256. */
const maxNesting = 60;

/**
 * How many characters that begin or divide something are read in a text of `maxUnits`: 7,000. Scripts of that length have 4,500 to
 * 6,500 of them; what is made to take long has little else, and is told before any time is spent on it.
 */
const maxMarks = 7_000;

/** What speaks against reading a text at all, before it is parsed. `limit`: the longest text that is read. */
export function objectionToText(source: string, limit: number): UnparsedProblem | null {
  const control = controlCharacter(source);
  if (control !== -1) return { code: 'ambiguous', at: control, reason: 'a control character' };
  const deep = tooDeep(source);
  if (deep !== -1) return { code: 'limit', at: deep, reason: 'nested too deeply' };
  const crowded = tooManyMarks(source, Math.floor((maxMarks * limit) / maxUnits));
  return crowded === -1 ? null : { code: 'limit', at: crowded, reason: 'too many operators and expansions' };
}

// A text is looked through by V8's own functions first, and character by character where they find something: code that has not run often is a hundred times slower.

/** A carriage return may stand at the end of a line, where it is a part of the last word to bash and to the parser alike. */
const control = /[^\t\n\r -~\u0080-\uffff]|\r(?!\n|$)/;

/** The first control character that is no tab and no newline, or -1: bash uses some of them for itself, and drops others. */
function controlCharacter(source: string): number {
  return source.search(control);
}

const marks: ReadonlySet<number> = new Set([...'\n;|&<>$`([{'].map((mark) => mark.charCodeAt(0)));

const noMarks = /[^\n;|&<>$`([{]+/g;

/** How many characters begin or divide something. */
export function countMarks(source: string): number {
  return source.replace(noMarks, '').length;
}

/** The place of the first that is too many, or -1. */
function tooManyMarks(source: string, most: number): number {
  if (source.length <= most || countMarks(source) <= most) return -1;
  let count = 0;
  for (let at = 0; at < source.length; at++) {
    if (marks.has(source.charCodeAt(at)) && ++count > most) return at;
  }
  return -1;
}

/** The place where more brackets are open than are read, quoted or not, or -1. */
function tooDeep(source: string): number {
  if (countUpTo(maxNesting, '(', source) + countUpTo(maxNesting, '{', source) <= maxNesting) return -1;
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '(' || character === '{') depth++;
    else if ((character === ')' || character === '}') && depth > 0) depth--;
    if (depth > maxNesting) return at;
  }
  return -1;
}

/** How often a character is in a text; one more than `most` where it is there more often. */
function countUpTo(most: number, character: string, text: string): number {
  return text.split(character, most + 2).length - 1;
}
