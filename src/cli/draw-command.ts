import { characters, widthOf } from '../contracts/columns.ts';
import type { Verdict } from '../model/decision.ts';
import type { Explained, Explanation } from '../model/explanation.ts';
import { visible } from './visible.ts';

/** Puts a text into a colour, or leaves it. */
export type Paint = (colour: Verdict | 'dim', text: string) => string;

/** A character of the command as it is shown, and what is said of it. */
interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly verdict: Verdict | null;
}

/** What stands before each line of the command. */
const margin = '  ';

/** The lines of the command, broken where the screen ends; below each, what the findings are about is underlined. */
export function drawCommand(
  explanation: Explanation,
  columns: number | null,
  paint: Paint,
): readonly string[] {
  const marks = marksOf(explanation);
  let start = 0;
  return explanation.command.split('\n').flatMap((line) => {
    const cells = cellsOf(line, marks.slice(start, start + line.length + 1));
    start += line.length + 1;
    return rowsOf(cells, columns).flatMap((row) => drawRow(row, paint));
  });
}

/** For each unit of the command, the strictest finding about it. */
function marksOf({ command, invocations, unparsed }: Explanation): readonly (Verdict | null)[] {
  const marks = Array.from({ length: command.length + 1 }, (): Verdict | null => null);
  const mark = (start: number, end: number, verdict: Verdict): void => {
    for (let at = start; at < Math.max(end, start + 1); at++) if (marks[at] !== 'deny') marks[at] = verdict;
  };
  for (const { verdict, place } of invocations.flatMap(findingsOf)) {
    if (place !== undefined && verdict !== 'allow') mark(place.span.start, place.span.end, verdict);
  }
  if (unparsed !== null) mark(unparsed.at, unparsed.at + 1, 'ask');
  return marks;
}

function findingsOf({ findings, runs }: Explained): Explained['findings'] {
  return [...findings, ...runs.flatMap(findingsOf)];
}

/** The characters of a line, and one for its end, which can be marked too. The blanks that it is indented by are not. */
function cellsOf(line: string, marks: readonly (Verdict | null)[]): readonly Cell[] {
  const indentation = line.length - line.trimStart().length;
  let at = 0;
  return [...characters(line), ' '].map((character) => {
    const text = visible(character);
    const verdict = at < indentation ? null : (marks[at] ?? null);
    at += character.length;
    return { text, columns: widthOf(text), verdict };
  });
}

/** The cells in rows of the screen. The end of the line needs no row of its own if nothing is said of it. */
function rowsOf(cells: readonly Cell[], columns: number | null): readonly (readonly Cell[])[] {
  const end = cells.at(-1);
  const shown = end?.verdict === null ? cells.slice(0, -1) : cells;
  const rows: Cell[][] = [[]];
  let used = 0;
  for (const cell of shown) {
    if (columns !== null && used > 0 && used + cell.columns > columns - margin.length) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(cell);
    used += cell.columns;
  }
  return rows;
}

function drawRow(row: readonly Cell[], paint: Paint): readonly string[] {
  const line = `${margin}${row.map(({ text }) => text).join('')}`.trimEnd();
  const isMarked = row.some(({ verdict }) => verdict !== null);
  return isMarked ? [line, `${margin}${underline(row, paint)}`] : [line];
}

/** As wide below as it is above; what is of one verdict is painted as one. */
function underline(row: readonly Cell[], paint: Paint): string {
  const last = row.findLastIndex(({ verdict }) => verdict !== null);
  let line = '';
  for (let at = 0; at <= last; ) {
    const verdict = row[at]?.verdict ?? null;
    let width = 0;
    for (; at <= last && (row[at]?.verdict ?? null) === verdict; at++) width += row[at]?.columns ?? 0;
    line += verdict === null ? ' '.repeat(width) : paint(verdict, signs[verdict].repeat(width));
  }
  return line;
}

/** Told apart without colours too. */
const signs: Readonly<Record<Verdict, string>> = { deny: '^', ask: '~', allow: ' ' };
