/** Where what stands in a JSON text begins. */
export interface JsonLines {
  /** The line of each value, by its path: `rules[2].deny`. */
  readonly lines: ReadonlyMap<string, number>;
  /** The first key that its object has had before, by its path: of the two values one would be lost. `null`: there is none. */
  readonly again: { readonly path: string; readonly key: string; readonly line: number } | null;
}

/** Reads where values are. The text has to be valid JSON, and no deeper than `isTooDeep()` says. */
export function linesOf(text: string): JsonLines {
  const reader: Reader = { text, at: 0, line: 1, lines: new Map(), again: null };
  readValue(reader, '');
  return reader;
}

/** The most that values are within one another: 100, ten times what rules and settings have. */
const mostLevels = 100;

/** Whether values are within one another deeper than there may be; of a text that may be no JSON. To read them would take a stack as deep. */
export function isTooDeep(text: string): boolean {
  let level = 0;
  let isInText = false;
  for (let at = 0; at < text.length && level <= mostLevels; at += 1) {
    const character = text[at] ?? '';
    if (character === '"') isInText = !isInText;
    else if (!isInText) level += steps[character] ?? 0;
    else if (character === '\\') at += 1;
  }
  return level > mostLevels;
}

const steps: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

interface Reader {
  readonly text: string;
  at: number;
  line: number;
  readonly lines: Map<string, number>;
  again: JsonLines['again'];
}

function readValue(reader: Reader, path: string): void {
  skipBlanks(reader);
  reader.lines.set(path, reader.line);
  const first = reader.text[reader.at];
  if (first === '{') {
    const keys = new Set<string>();
    readMembers(reader, '}', () => {
      const { line } = reader;
      const key = readKey(reader);
      const at = `${path === '' ? '' : `${path}.`}${key}`;
      if (keys.has(key)) reader.again ??= { path: at, key, line };
      keys.add(key);
      return at;
    });
  } else if (first === '[') {
    let index = 0;
    readMembers(reader, ']', () => `${path}[${index++}]`);
  } else take(reader, first === '"' ? /"(?:\\.|[^"\\])*"/y : /[^,\]}\s]+/y);
}

function readMembers(reader: Reader, end: string, pathOfNext: () => string): void {
  reader.at++;
  for (skipBlanks(reader); reader.text[reader.at] !== end; skipBlanks(reader)) {
    if (reader.text[reader.at] === ',') reader.at++;
    skipBlanks(reader);
    readValue(reader, pathOfNext());
  }
  reader.at++;
}

function readKey(reader: Reader): string {
  const key = take(reader, /"(?:\\.|[^"\\])*"/y);
  take(reader, /\s*:/y);
  return String(JSON.parse(key));
}

function skipBlanks(reader: Reader): void {
  take(reader, /\s*/y);
}

function take(reader: Reader, token: RegExp): string {
  token.lastIndex = reader.at;
  const found = token.exec(reader.text)?.[0] ?? '';
  reader.at += found.length;
  reader.line += found.split('\n').length - 1;
  return found;
}
