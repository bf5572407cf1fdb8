import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, unknown } from '../../words.ts';
import { readsFile, replacesFile, runsShell, unknownEffect } from '../effects.ts';

/** What a text in the language of a program does, and whether all of it was understood. */
export interface ScriptReading {
  readonly effects: readonly Effect[];
  readonly isWhole: boolean;
}

/** A command within a script of another program, where it is not known what it does, or is not looked into. */
export const runsFromScript: Effect = unknownEffect('program-specific', 'a command within a script');

/** Everything before `at` has been read. */
interface Reader {
  readonly text: string;
  readonly mindsBrackets: boolean;
  readonly effects: Effect[];
  at: number;
}

/**
 * Reads a script of sed, as GNU sed takes it, which is more than the others do. Not every sed minds brackets when it looks
 * for the end of a pattern (`/[/]/`), so both ways are tried, and what either finds counts. One of them that does not
 * come to the end is one by which sed would refuse the script.
 */
export function readSedScript(text: string): ScriptReading {
  const readings = [true, false].map((mindsBrackets) => readScript(text, mindsBrackets));
  const [first, second] = readings;
  const areSame = JSON.stringify(first?.effects) === JSON.stringify(second?.effects);
  return {
    effects: (areSame ? readings.slice(0, 1) : readings).flatMap(({ effects }) => effects),
    isWhole: readings.some(({ isWhole }) => isWhole),
  };
}

function readScript(text: string, mindsBrackets: boolean): ScriptReading {
  const reader: Reader = { text, mindsBrackets, effects: [], at: 0 };
  for (;;) {
    take(reader, /[\s;]*/y);
    if (reader.at === text.length) return { effects: reader.effects, isWhole: true };
    if (!readAddresses(reader) || !readCommand(reader)) return { effects: reader.effects, isWhole: false };
  }
}

/** Takes what the pattern, which must be sticky, matches here; `null` if it does not match. */
function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found === null) return null;
  reader.at += found[0].length;
  return found[0];
}

const blanks = /[^\S\n]*/y;

function readAddresses(reader: Reader): boolean {
  if (!readAddress(reader, /(?:\d+(?:~\d+)?|\$)?/y)) return false;
  take(reader, blanks);
  if (take(reader, /,[^\S\n]*/y) !== null && !readAddress(reader, /\d+|\$|[+~]\d+|(?=[/\\])/y)) return false;
  take(reader, /(?:[^\S\n]|!)*/y);
  return true;
}

/** A line or a pattern; `numbers` are the lines that may be there. */
function readAddress(reader: Reader, numbers: RegExp): boolean {
  const start = reader.text[reader.at];
  if (start !== '/' && start !== '\\') return take(reader, numbers) !== null;
  reader.at += start === '/' ? 0 : 1;
  return readPattern(reader) && take(reader, /[IM]*/y) !== null;
}

/** A pattern with its delimiter at both ends. */
function readPattern(reader: Reader): boolean {
  const delimiter = readDelimiter(reader);
  return delimiter !== null && readPart(reader, delimiter, reader.mindsBrackets);
}

function readDelimiter(reader: Reader): string | null {
  const delimiter = reader.text[reader.at++];
  return delimiter === undefined || /[\n\\]/.test(delimiter) ? null : delimiter;
}

/** Up to the delimiter and over it. */
function readPart(reader: Reader, delimiter: string, mindsBrackets: boolean): boolean {
  for (;;) {
    const char = reader.text[reader.at];
    if (char === undefined || char === '\n') return false;
    if (char === '[' && mindsBrackets && delimiter !== '[') {
      if (take(reader, /\[\^?\]?(?:\[:[^:\n]*:\]|\[\.[^.\n]*\.\]|\[=[^=\n]*=\]|[^\]\n])*\]/y) === null)
        return false;
      continue;
    }
    reader.at += char === '\\' ? 2 : 1;
    if (char === delimiter) return true;
  }
}

function readCommand(reader: Reader): boolean {
  const command = reader.text[reader.at++];
  switch (command) {
    case '{':
      return true;
    case '#':
      return take(reader, /[^\n]*/y) !== null;
    case ':':
      return take(reader, /[^\S\n]*[^\s;]+/y) !== null;
    case 'v':
      return take(reader, /[^\n;]*/y) !== null;
    case 'b':
    case 't':
    case 'T':
      return take(reader, /[^\S\n]*[^\s;}]*/y) !== null && endCommand(reader);
    case 'l':
    case 'L':
    case 'q':
    case 'Q':
      return take(reader, /[^\S\n]*\d*/y) !== null && endCommand(reader);
    case 'a':
    case 'i':
    case 'c':
      return readText(reader);
    case 'r':
    case 'R':
    case 'w':
    case 'W':
      return readFileName(reader, command);
    case 'e':
      return runs(reader);
    case 's':
      return readSubstitution(reader);
    case 'y':
      return readTransliteration(reader);
    default:
      return command !== undefined && '}=dDgGhHnNpPxzF'.includes(command) && endCommand(reader);
  }
}

/** A brace or a comment may follow without a semicolon. */
function endCommand(reader: Reader): boolean {
  take(reader, blanks);
  return take(reader, /[;\n]|(?=[}#])|$/y) !== null;
}

/**
 * The text of `a`, `i` and `c` goes to the first newline without a backslash. What two backslashes mean at its start is
 * not the same everywhere.
 */
function readText(reader: Reader): boolean {
  take(reader, blanks);
  if (take(reader, /\\[^\S\n]*(?!\\)\n?/y) === null && take(reader, /(?=[^\\\n])/y) === null) return false;
  return take(reader, /(?:\\[\s\S]|[^\\\n])*(?:\n|$)/y) !== null;
}

function readFileName(reader: Reader, command: string): boolean {
  take(reader, blanks);
  const name = take(reader, /[^\n]+/y);
  if (name === null) return false;
  const isStream = /^\/dev\/std(in|out|err)$/.test(name);
  if (!isStream) reader.effects.push((/r/i.test(command) ? readsFile : replacesFile)(known(name)));
  return true;
}

/** Without a text, what has been read is run. */
function runs(reader: Reader): boolean {
  take(reader, blanks);
  const text = take(reader, /[^\n]+/y);
  reader.effects.push(runsFromScript, runsShell(text === null ? unknown() : known(text)));
  return true;
}

function readSubstitution(reader: Reader): boolean {
  const delimiter = readDelimiter(reader);
  if (delimiter === null || !readPart(reader, delimiter, reader.mindsBrackets)) return false;
  const start = reader.at;
  if (!readPart(reader, delimiter, false)) return false;
  const text = reader.text.slice(start, reader.at - 1);
  const flags = take(reader, /[gpimIMe\d \t]*/y) ?? '';
  if (flags.includes('e')) reader.effects.push(runsFromScript, runsShell(replaced(text)));
  if (reader.text[reader.at] !== 'w') return endCommand(reader);
  reader.at++;
  return readFileName(reader, 'w');
}

/** What is run where the pattern matches all there is; with any words in the place of what it has matched. */
function replaced(text: string): Word {
  const words = text.replace(/\\(.)|&/gs, (piece, character?: string) =>
    character === undefined || /\d/.test(character) ? '$*' : character === 'n' ? '\n' : (character ?? piece),
  );
  return unknown('', '', [{ kind: 'one-of', texts: [words] }, { kind: 'other' }]);
}

function readTransliteration(reader: Reader): boolean {
  const delimiter = readDelimiter(reader);
  if (delimiter === null) return false;
  return readPart(reader, delimiter, false) && readPart(reader, delimiter, false) && endCommand(reader);
}
