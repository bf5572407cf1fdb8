/** Scripts whose characters take two columns of a terminal, by the first and last code point of each block. */
const wideBlocks: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

/** How many columns of a terminal a text takes that `visible` has gone through. */
export function widthOf(text: string): number {
  // Nearly all text is plain.
  if (/^[ -~]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += widthOfCharacter(character);
  return columns;
}

function widthOfCharacter(character: string): number {
  if (/^[\p{Mn}\p{Me}]$/u.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  const isWide =
    /^\p{Emoji_Presentation}$/u.test(character) ||
    wideBlocks.some(([first, last]) => first <= code && code <= last);
  return isWide ? 2 : 1;
}

/**
 * A text in lines of at most so many columns, broken at blanks where that is possible; on the first, so many are taken
 * already. `null` columns are any number of them.
 */
export function fold(text: string, columns: number | null, taken = 0): readonly string[] {
  if (columns === null) return [text];
  const lines = [''];
  let used = taken;
  for (const part of text.split(/(?<= )(?=[^ ])/).flatMap((word) => breakable(word, columns))) {
    if (used > 0 && used + widthOf(part.trimEnd()) > columns) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += part;
    used += widthOf(part);
  }
  return lines.map((line) => line.trimEnd());
}

/** A word that is wider than the screen may be broken anywhere. */
function breakable(word: string, columns: number): readonly string[] {
  return widthOf(word.trimEnd()) > columns ? [...word] : [word];
}
