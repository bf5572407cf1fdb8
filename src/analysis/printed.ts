/** Characters that an output may have to be followed: 64 Ki. */
const maxLength = 64 * 1024;

/** The directives that are followed: those without a width, a precision or a flag. */
const directive = /%(?:%|[sb])|%|\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|[\s\S])|\\/g;

/** What bash's `printf` makes of a format and its values; `null` where that is not followed. The format is used again while there are values. */
export function printed(format: string, values: readonly string[]): string | null {
  const left = [...values];
  let text = '';
  do {
    const before = left.length;
    const once = printedOnce(format, left);
    if (once === null || text.length + once.length > maxLength) return null;
    text += once;
    if (left.length === before) break;
  } while (left.length > 0);
  return text;
}

/** The format used once; takes its values from those that are left. */
function printedOnce(format: string, left: string[]): string | null {
  let isFollowed = true;
  const text = format.replace(directive, (piece) => {
    const made = pieceOf(piece, left);
    isFollowed &&= made !== null;
    return made ?? '';
  });
  return isFollowed ? text : null;
}

function pieceOf(piece: string, left: string[]): string | null {
  if (piece === '%%') return '%';
  if (piece === '%s') return left.shift() ?? '';
  if (piece === '%b') return unescaped(left.shift() ?? '');
  return piece.startsWith('\\') ? escaped(piece.slice(1), /^[0-7]{1,3}$/) : null;
}

/** A text with the escapes that `echo -e` and `%b` know; `null` where one is not followed. */
export function unescaped(text: string): string | null {
  let isFollowed = true;
  const made = text.replace(/\\(?:0[0-7]{0,3}|x[0-9a-fA-F]{1,2}|[\s\S]|$)/g, (piece) => {
    const character = escaped(piece.slice(1), /^0[0-7]{1,3}$/);
    isFollowed &&= character !== null;
    return character ?? '';
  });
  return isFollowed ? made : null;
}

const named: Readonly<Record<string, string>> = {
  ...{ '\\': '\\', a: '\x07', b: '\b', e: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};

/** What stands behind a backslash. Only characters of ASCII are followed: others are parts of one. */
function escaped(text: string, octal: RegExp): string | null {
  if (octal.test(text)) return characterOf(Number.parseInt(text, 8));
  if (/^x[0-9a-fA-F]+$/.test(text)) return characterOf(Number.parseInt(text.slice(1), 16));
  return named[text] ?? null;
}

function characterOf(code: number): string | null {
  return code > 0 && code < 128 ? String.fromCharCode(code) : null;
}
