/** What stands behind the name of a function in a language that is not read: its arguments, as far as they are strings. */
export interface Arguments {
  /** With `$*` for what is not known within one. */
  readonly strings: readonly string[];
  /** The first thing that is no string, where no string comes before it: the name of a variable mostly. */
  readonly name: string | null;
  /** What stands between the name of the function and the first string. */
  readonly before: string;
  /** What stands behind the last string, in a few characters. */
  readonly behind: string;
}

/** Strings as most languages have them, those in several lines first, and those with signs of the writer's choice. */
const string =
  /([rRbBfFuU]{0,2}|~[cs]|#p)(?:"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|`((?:[^`\\]|\\[\s\S])*)`)|(?:qq?|qw|%[qQwW])\s?(?:\(([^)]*)\)|\{([^}]*)\}|\[([^\]]*)\]|([|!/])([\s\S]*?)\10)|\[\[([\s\S]*?)\]\]/y;

/** What may stand before a first string: brackets, names, and what is written between them. */
const gap =
  /[\s\w.([{=:!,&*@$<-]{0,60}?(?=(?:~[cs]|#p)?["'`]|\[\[|\bqq?\s?[({[|!/]|\bqw\s?[({[|!/]|%[qQwW]\s?[({[|!/])/y;
const separator = /\s*(?:,|=>|\s)\s*(?:(?:nil|None|t)\s+){0,4}[[({]?\s*/y;
const joint = /\s*(?:\+|\.\.?|~|<>|\|\||%)\s*/y;
const name = /[$@]?[A-Za-z_][\w.]*/y;

/** How many strings are taken, and how long one may be. */
const maxStrings = 32;
const maxLength = 4_096;

/** Texts by the names of the variables that are given them. */
export type Constants = ReadonlyMap<string, string>;

/** The arguments that begin at a place. */
export function argumentsAt(text: string, start: number, constants: Constants): Arguments {
  const reader = { text: text.slice(start, start + 2 * maxLength), at: 0, constants };
  const before = take(reader, gap);
  const first = before === null ? null : readString(reader);
  if (before === null || first === null)
    return { strings: [], ...nameAt(text, start), before: '', behind: '' };
  const strings = [first];
  while (strings.length < maxStrings) {
    const { at } = reader;
    const next = take(reader, separator) === null ? null : readString(reader);
    if (next === null) {
      reader.at = at;
      break;
    }
    strings.push(next);
  }
  return { strings, name: null, before, behind: reader.text.slice(reader.at, reader.at + 80) };
}

/** All variables that are given a string, with the first one that each is given. */
export function constantsIn(text: string): Constants {
  const found = new Map<string, string>();
  const assignment = /(?<!\w)([A-Za-z_]\w*)\s*:?=\s*(?=[rRbBfFuU]{0,2}["'`])/g;
  for (
    let match = assignment.exec(text);
    match !== null && found.size < maxStrings;
    match = assignment.exec(text)
  ) {
    const start = match.index + match[0].length;
    const reader = { text: text.slice(start, start + maxLength), at: 0, constants: found };
    const value = readString(reader);
    if (value !== null && match[1] !== undefined && !found.has(match[1])) found.set(match[1], value);
  }
  return found;
}

/** Strings behind a name that is written as it is: `b64decode("…")`. */
export function stringAt(text: string, start: number): string | null {
  return argumentsAt(text, start, new Map()).strings[0] ?? null;
}

interface Reader {
  readonly text: string;
  readonly constants: Constants;
  at: number;
}

function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found === null) return null;
  reader.at += found[0].length;
  return found[0];
}

/** A string, and what is put behind it: other strings, and variables that are given one; of others nothing is known. */
function readString(reader: Reader): string | null {
  let whole = readOne(reader);
  for (let count = 0; whole !== null && count < maxStrings; count++) {
    const { at } = reader;
    const isJoined = take(reader, joint) !== null;
    const next = readOne(reader) ?? (isJoined ? readName(reader) : null);
    if (next === null || whole.length > maxLength) {
      reader.at = at;
      break;
    }
    whole += next;
  }
  return whole;
}

function readOne(reader: Reader): string | null {
  string.lastIndex = reader.at;
  const found = string.exec(reader.text);
  if (found === null) return null;
  reader.at += found[0].length;
  const [, prefix = '', ...pieces] = found;
  const content = pieces.find((piece, at) => piece !== undefined && at !== 8) ?? '';
  const isFormatted = /f/i.test(prefix);
  return interpolated(/r/i.test(prefix) ? content : unescaped(content), isFormatted);
}

function readName(reader: Reader): string | null {
  const found = take(reader, name);
  return found === null ? null : (reader.constants.get(found.replace(/^[$@]/, '')) ?? '$*');
}

function nameAt(text: string, start: number): Pick<Arguments, 'name'> {
  const [, found = null] = /^[\s([]{0,8}[$@]?([A-Za-z_]\w*)/.exec(text.slice(start, start + 80)) ?? [];
  return { name: found };
}

const named: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0' };

function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-7]{3})|([\s\S]))/g,
    (_, hex?: string, unicode?: string, octal?: string, character = '') => {
      const digits = hex ?? unicode;
      if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return named[character] ?? character;
    },
  );
}

/** Any words in the place of what a string takes from elsewhere. */
function interpolated(text: string, isFormatted: boolean): string {
  const others = text.replace(/[#$]\{[^}]*\}/g, '$*');
  return isFormatted ? others.replace(/\{[^{}]*\}/g, '$*') : others;
}
