import { characters, shortenText, widthOf } from '../contracts/columns.ts';
import { count } from '../contracts/units.ts';
import { visible } from '../policy/visible.ts';

/** Characters of a text that are looked at for one line of the screen: far more than fit. */
const mostLooked = 4_096;

/** What makes an emoji of a sign or a digit: wider on some terminals than on others. Made when it is wanted. */
const emojiStyle = () => /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[\d#*])\ufe0f(?=\u20e3)/gu;

/**
 * A text as one line that a terminal shows and does not obey. Beside what `visible` shows, what makes a character wider on
 * some terminals than on others is left out, and no more than two marks are put on one character: of the others it is told how many.
 */
export function safeLine(text: string): string {
  const looked = text.length > mostLooked ? text.slice(0, mostLooked) : text;
  if (/^[ -~]*$/.test(looked)) return looked;
  const plain = looked
    .replace(emojiStyle(), '')
    .replace(
      /(\p{M}{2})(\p{M}+)/gu,
      (_, two: string, more: string) => `${two}⟨${count([...more].length, 'mark')}⟩`,
    );
  return visible(plain).replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** As much of a text as fits in so many columns, with an ellipsis for the rest. */
export function shortened(text: string, columns: number): string {
  const safe = safeLine(text);
  if (columns < 1) return '';
  if (widthOf(safe) <= columns) return safe;
  return shortenText(safe, { columns, characters: Number.MAX_SAFE_INTEGER });
}

/** The same, filled up with blanks to just so many columns. */
export function cell(text: string, columns: number): string {
  const fitting = shortened(text, columns);
  return fitting + ' '.repeat(Math.max(0, columns - widthOf(fitting)));
}

/** How many columns a text takes as it is shown; of one that is longer than any screen is wide, about so many. */
export function columnsOf(text: string): number {
  if (text.length > mostLooked) return text.length;
  return characters(text).reduce((sum, character) => sum + widthOf(safeLine(character)), 0);
}

/** How many UTF-16 units of a text are shown in so many columns, in whole characters. */
export function unitsWithin(text: string, columns: number): number {
  let units = 0;
  let used = 0;
  for (const character of characters(text.slice(0, mostLooked))) {
    used += widthOf(safeLine(character));
    if (used > columns) break;
    units += character.length;
  }
  return units;
}

/** A text in lines of at most so many columns, broken anywhere; its own line ends are kept. */
export function wrap(text: string, columns: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, columns));
}

/** The last lines of a text, at most so many. */
export function lastLines(text: string, columns: number, most: number): readonly string[] {
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  const found: string[] = [];
  for (let at = lines.length - 1; at >= 0 && found.length < most; at -= 1) {
    found.unshift(...wrapLine(lines[at] ?? '', columns));
  }
  return most > 0 ? found.slice(-most) : [];
}

function wrapLine(line: string, columns: number): readonly string[] {
  const parts = slices(expandTabs(line)).map(safeLine);
  return cutAt(parts.join(''), Math.max(1, columns));
}

/** So that every part is looked at whole. */
function slices(line: string): readonly string[] {
  if (line.length <= mostLooked) return [line];
  const all: string[] = [];
  for (let at = 0; at < line.length; at += mostLooked) all.push(line.slice(at, at + mostLooked));
  return all;
}

function cutAt(line: string, columns: number): readonly string[] {
  if (line === '') return [''];
  const rows: string[] = [];
  if (/^[ -~]*$/.test(line)) {
    for (let at = 0; at < line.length; at += columns) rows.push(line.slice(at, at + columns));
    return rows;
  }
  let row = '';
  let used = 0;
  const isLong = line.length > mostLooked;
  for (const character of isLong ? (line.match(withMarks) ?? []) : characters(line)) {
    const width = isLong ? roughWidth(character) : widthOf(character);
    if (used + width > columns && row !== '') {
      rows.push(row);
      row = '';
      used = 0;
    }
    row += character;
    used += width;
  }
  return [...rows, row];
}

/** Characters as far as marks go: what joins others is not in a text that is shown. */
const withMarks = /\P{M}\p{M}*|\p{M}+/gu;

/** To measure takes 20 µs a character: of a megabyte, each of which has to be shown, the rows may end early. None takes more. */
function roughWidth(character: string): number {
  return /^[ -~]$/.test(character) ? 1 : 2;
}

/** Every eight columns, as terminals have it; of what stands before it only the length counts. */
function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let out = '';
  for (const part of line.split(/(?<=\t)/)) {
    if (!part.endsWith('\t')) out += part;
    else {
      const text = part.slice(0, -1);
      out += text + ' '.repeat(8 - ((out.length + text.length) % 8));
    }
  }
  return out;
}
