import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text as people count them: with their marks, and emoji with all that they are made of. */
export function characters(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  // Nearly all text is plain.
  if (/^[ -~]*$/.test(text)) return text.length;
  return stringWidth(text, { countAnsiEscapeCodes: true });
}

/** As much of a text as fits in so many columns and characters, with an ellipsis for the rest. */
export function shortenText(
  text: string,
  most: { readonly columns: number; readonly characters: number },
): string {
  const all = characters(text);
  if (all.length <= most.characters && widthOf(text) <= most.columns) return text;
  let kept = '';
  let columns = 0;
  for (const character of all.slice(0, most.characters - 1)) {
    columns += widthOf(character);
    if (columns > most.columns - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
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

/** A word that is wider than the screen may be broken between any two characters. */
function breakable(word: string, columns: number): readonly string[] {
  return widthOf(word.trimEnd()) > columns ? characters(word) : [word];
}
