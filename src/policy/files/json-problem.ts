/** Where a text is no JSON. */
export interface JsonProblem {
  readonly line: number;
  /** What was expected there: `expected a value, got /`. */
  readonly words: string;
}

/**
 * Where a text is first no JSON; `null` where it is all of it. `JSON.parse()` does not always say where, and shows what stands there: a file
 * that a project names can be a link to a secret, so that no more of it is told than a sign of the syntax. No deeper than `isTooDeep()` says.
 */
export function jsonProblem(text: string): JsonProblem | null {
  const reader: Reader = { text, at: 0, problem: null };
  if (readValue(reader)) expect(reader, isAtEnd(reader), 'the end');
  return reader.problem;
}

interface Reader {
  readonly text: string;
  at: number;
  problem: JsonProblem | null;
}

/** Whether it could be read; else the problem is set. */
function readValue(reader: Reader): boolean {
  skipBlanks(reader);
  switch (reader.text[reader.at]) {
    case '{':
      return readMembers(reader, '}', readMember);
    case '[':
      return readMembers(reader, ']', readValue);
    case '"':
      return readText(reader);
    default:
      return expect(reader, takes(reader, scalar), 'a value');
  }
}

const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function readMembers(
  reader: Reader,
  end: '}' | ']',
  read: (reader: Reader, end?: string) => boolean,
): boolean {
  reader.at++;
  if (takesSign(reader, end)) return true;
  for (let isFirst = true; ; isFirst = false) {
    if (!read(reader, isFirst ? end : undefined)) return false;
    if (takesSign(reader, end)) return true;
    if (!expect(reader, takesSign(reader, ','), `, or ${end}`)) return false;
  }
}

/** `end`: what may stand there in its stead. */
function readMember(reader: Reader, end?: string): boolean {
  skipBlanks(reader);
  const isKey = reader.text[reader.at] === '"';
  const other = end === undefined ? '' : ` or ${end}`;
  if (!expect(reader, isKey, `a key in double quotes${other}`) || !readText(reader)) return false;
  return expect(reader, takesSign(reader, ':'), ':') && readValue(reader);
}

function readText(reader: Reader): boolean {
  const { text } = reader;
  for (let at = reader.at + 1; ; at++) {
    const character = text[at] ?? '';
    if (character < ' ') return fail(reader, 'a text that ends in its line, without tabs');
    if (character === '"') {
      reader.at = at + 1;
      return true;
    }
    if (character !== '\\') continue;
    reader.at = at;
    if (!expect(reader, takes(reader, escaped), 'an escape that JSON has')) return false;
    at = reader.at - 1;
  }
}

const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

function takesSign(reader: Reader, sign: string): boolean {
  skipBlanks(reader);
  if (reader.text[reader.at] !== sign) return false;
  reader.at++;
  return true;
}

function isAtEnd(reader: Reader): boolean {
  skipBlanks(reader);
  return reader.at === reader.text.length;
}

function skipBlanks(reader: Reader): void {
  takes(reader, /[ \t\n\r]*/y);
}

function takes(reader: Reader, token: RegExp): boolean {
  token.lastIndex = reader.at;
  const found = token.exec(reader.text)?.[0];
  reader.at += found?.length ?? 0;
  return found !== undefined;
}

function expect(reader: Reader, isThere: boolean, expected: string): boolean {
  if (isThere) return true;
  const character = reader.text[reader.at];
  const got = character === undefined ? 'the end' : sign.test(character) ? character : null;
  return fail(reader, got === null ? expected : `${expected}, got ${got}`);
}

/** What people write in JSON by mistake, and what belongs to it. */
const sign = /[{}[\],:"'/]/;

function fail(reader: Reader, expected: string): false {
  const line = reader.text.slice(0, reader.at).split('\n').length;
  reader.problem = { line, words: `expected ${expected}` };
  return false;
}
