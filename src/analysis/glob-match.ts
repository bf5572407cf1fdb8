/** What stands for one character, or `*`. */
type Piece = '*' | ((character: string) => boolean);

/** Whether a glob, in which a backslash takes the meaning from what is behind it, matches a name: it is made once for many. */
export function globMatcher(glob: string): (name: string) => boolean {
  const pieces = (glob.match(/\\[\s\S]|\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]|[\s\S]/g) ?? []).map(pieceOf);
  return (name) => matches(pieces, name);
}

/** Only the last `*` is tried anew, as what those before it take can be as little as possible. */
function matches(pieces: readonly Piece[], name: string): boolean {
  let piece = 0;
  let at = 0;
  let afterStar = -1;
  let takenByStar = 0;
  while (at < name.length) {
    const current = pieces[piece];
    if (current === '*') {
      afterStar = ++piece;
      takenByStar = at;
    } else if (current?.(name[at] ?? '') === true) {
      piece++;
      at++;
    } else if (afterStar !== -1) {
      piece = afterStar;
      at = ++takenByStar;
    } else return false;
  }
  return pieces.slice(piece).every((rest) => rest === '*');
}

function pieceOf(text: string): Piece {
  if (text === '*') return '*';
  if (text === '?') return () => true;
  if (text.length > 2 && text.startsWith('[')) return inBrackets(text.slice(1, -1));
  const literal = text.length === 2 ? text.slice(1) : text;
  return (character) => character === literal;
}

const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/** Of a named class, and of what is not ASCII, anything may be a member. */
function inBrackets(brackets: string): (character: string) => boolean {
  if (/\[[:.=]/.test(brackets)) return () => true;
  const isNegated = /^[!^]/.test(brackets);
  const written = brackets.slice(isNegated ? 1 : 0).match(/\\?[\s\S](?:-\\?[\s\S])?/g) ?? [];
  const ranges = [...new Set(written)].map((member) => {
    const [from = '', to = from] = member.replaceAll('\\', '').split(/(?<=^[\s\S])-/);
    return { from, to };
  });
  const members = new Set(
    ascii.filter((each) => ranges.some(({ from, to }) => from <= each && each <= to) !== isNegated),
  );
  return (character) => members.has(character) || character > '\u007f';
}
