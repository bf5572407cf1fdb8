import stringWidth from 'string-width';

/** Made when it is needed: that takes some milliseconds, and most texts are plain. */
let segmenter: Intl.Segmenter | null = null;

/** UTF-16 units that are looked at together: what the segmenter takes for a character grows with the text that it is in. */
const windowLength = 1_024;

/** The characters of a text as people count them: with their marks, and emoji with all that they are made of. */
export function characters(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const all: string[] = [];
  for (let at = 0; at < text.length; ) {
    const isWhole = at + windowLength >= text.length;
    // Without the first half of a code point: what it belongs to would seem to end before it.
    const window = text.slice(at, at + windowLength).replace(isWhole ? '' : /[\ud800-\udbff]$/, '');
    const found = Array.from(segmenter.segment(window), ({ segment }) => segment);
    // The last one may go on behind the window; one that fills all of it is long enough.
    if (!isWhole && found.length > 1) found.pop();
    for (const character of found) {
      all.push(character);
      at += character.length;
    }
  }
  return all;
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  // Nearly all text is plain.
  if (/^[ -~]*$/.test(text)) return text.length;
  return characters(text).reduce((sum, character) => sum + widthOfCharacter(character), 0);
}

/**
 * How wide characters are that were met before. To measure one takes 20 µs, and 170 in a process that has so many patterns that V8
 * does not optimize them any more (`node --no-regexp-optimization` shows that).
 */
const widths = new Map<string, number>();

/** Characters whose width is remembered, of so many UTF-16 units: more than a language is written with, in half a megabyte. */
const mostRemembered = { characters: 4_096, units: 16 };

function widthOfCharacter(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  const width = stringWidth(character, { countAnsiEscapeCodes: true });
  if (widths.size >= mostRemembered.characters) widths.clear();
  if (character.length <= mostRemembered.units) widths.set(character, width);
  return width;
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
