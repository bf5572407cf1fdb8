/** The line on which each value of a JSON text begins, by its path: `rules[2].deny`. The text has to be valid JSON. */
export function linesOf(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  readValue({ text, at: 0, line: 1, lines }, '');
  return lines;
}

interface Reader {
  readonly text: string;
  at: number;
  line: number;
  readonly lines: Map<string, number>;
}

function readValue(reader: Reader, path: string): void {
  skipBlanks(reader);
  reader.lines.set(path, reader.line);
  const first = reader.text[reader.at];
  if (first === '{') readMembers(reader, '}', () => `${path === '' ? '' : `${path}.`}${readKey(reader)}`);
  else if (first === '[') {
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
