import { characters, fold, shortenText, widthOf } from '../contracts/columns.ts';
import { visible } from '../policy/visible.ts';

export { visible } from '../policy/visible.ts';

/** A text of several lines that a terminal shows and does not obey; its line ends are kept. */
export function visibleText(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

/** A value as JSON that a terminal shows and does not obey; it reads back as the same value. */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(/[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]/gu, escapeUnits);
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => {
    const code = character.charCodeAt(unit).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}

/** As much of a line as fits in so many columns, with an ellipsis for the rest. */
export function ellipsis(line: string, columns: number): string {
  if (line.length <= columns && widthOf(line) <= columns) return line;
  return shortenText(line, { columns, characters: Number.MAX_SAFE_INTEGER });
}

/** The end of a path, which tells it from others, as far as it fits in so many columns, with an ellipsis for what is before it. */
export function pathEnd(path: string, columns: number): string {
  if (widthOf(path) <= columns) return path;
  let kept = '';
  let used = 1;
  for (const character of characters(path).toReversed()) {
    used += widthOf(character);
    if (used > columns) break;
    kept = character + kept;
  }
  return `…${kept}`;
}

/**
 * Rows as lines, each column as wide as its widest cell; the last column is not padded, and broken where the screen ends, if
 * its width is given.
 */
export function table(
  rows: readonly (readonly string[])[],
  screenColumns: number | null = null,
): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, widthOf(cell))),
    [],
  );
  return rows.flatMap((row) => {
    const before = row
      .slice(0, -1)
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell) + 2))
      .join('');
    const room = screenColumns === null ? null : Math.max(screenColumns - widthOf(before), minColumns);
    return fold(row.at(-1) ?? '', room).map(
      (line, at) => (at === 0 ? before : ' '.repeat(widthOf(before))) + line,
    );
  });
}

/**
 * Rows as lines that a screen of so many columns holds, `Infinity` where there is none. The last column is what a list is looked at for: where it has
 * no room, `spare` are left out, the columns that are missed least, one after the other.
 */
export function listLines(
  rows: readonly (readonly string[])[],
  width: number,
  [first, ...others]: readonly number[],
): readonly string[] {
  if (first === undefined || hasRoom(rows, width)) return table(rows).map((line) => ellipsis(line, width));
  const kept = rows.map((row) => row.filter((_, column) => column !== first));
  const spare = others.map((column) => (column > first ? column - 1 : column));
  return listLines(kept, width, spare);
}

/** Columns in which one command is told from another: 20, of a shorter one as many as it has. */
const leastColumns = 20;

function hasRoom(rows: readonly (readonly string[])[], width: number): boolean {
  const [before = ''] = table(rows.map((row) => [...row.slice(0, -1), '']));
  const room = width - widthOf(before);
  return rows.every(
    (row) => room >= Math.min(widthOf(row.at(-1)?.slice(0, leastColumns) ?? ''), leastColumns),
  );
}

/** The narrowest that a text is broken to: what is less is not legible. */
const minColumns = 20;
