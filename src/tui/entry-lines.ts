import { characters, widthOf } from '../contracts/columns.ts';
import { type Line, type Size, type Span, windowOf } from './frame.ts';
import type { Entry } from './looking.ts';
import { safeLine } from './text.ts';
import { startOfCharacter, type TextField } from './text-field.ts';

/** A place of the screen, or of a part of it; the first one is 0, 0. */
export interface Position {
  readonly column: number;
  readonly row: number;
}

/** A text that is being typed, as it is seen. */
export interface EntryLines {
  readonly lines: readonly Line[];
  readonly cursor: Position;
}

/** Columns of a screen on which a name is as short as can be: less than 40. */
const narrow = 40;

/** How many rows a text takes: as many as it has lines, at most a third of the screen, and two are left for what it is about. */
export function entryRows({ field }: Entry, { rows }: Size): number {
  return Math.max(1, Math.min(field.value.split('\n').length, Math.floor(rows / 3), rows - 5));
}

/** The lines around the cursor, which is always among them. */
export function entryLines({ kind, field }: Entry, { columns, rows }: Size): EntryLines {
  const name = names[kind][columns < narrow ? 'short' : 'long'];
  const { lines, line, units } = placeOf(field);
  const { first, last } = windowOf(lines.length, line, rows);
  const drawn = lines.slice(first, last).map((text, at) => {
    // A sign in a line that is for something of its own is a character of that.
    const hasBreak = field.lines !== 'fixed' && first + at < lines.length - 1;
    return drawLine({ text, cursor: first + at === line ? units : null, hasBreak }, columns - name.length);
  });
  return {
    lines: drawn.map(({ spans }, at) => [
      { text: at === 0 ? name : ' '.repeat(name.length), look: 'strong' },
      ...spans,
    ]),
    cursor: { column: name.length + (drawn[line - first]?.column ?? 0), row: line - first },
  };
}

/** In which of how many lines the cursor is, where there are several. */
export function lineWords({ field }: Entry): string {
  const { lines, line } = placeOf(field);
  return lines.length === 1 ? '' : `line ${line + 1} of ${lines.length}`;
}

const names: Readonly<Record<Entry['kind'], { readonly long: string; readonly short: string }>> = {
  search: { long: 'Search: ', short: '/ ' },
  reason: { long: 'No, because: ', short: 'No: ' },
  command: { long: 'Run instead: ', short: 'Run: ' },
  rule: { long: 'Always: ', short: 'a: ' },
};

function placeOf({ value, cursor }: TextField): {
  readonly lines: readonly string[];
  readonly line: number;
  /** UTF-16 units of the line before the cursor. */
  readonly units: number;
} {
  const before = value.slice(0, cursor).split('\n');
  return { lines: value.split('\n'), line: before.length - 1, units: before.at(-1)?.length ?? 0 };
}

/** A character as it is seen, or the sign of a line break. */
interface Cell {
  readonly span: Span;
  readonly width: number;
}

interface GivenLine {
  readonly text: string;
  /** UTF-16 units before the cursor; `null`: it is in another line. */
  readonly cursor: number | null;
  readonly hasBreak: boolean;
}

/** As much of a line as there is room for, around the cursor; what is left out at a side has its sign. */
function drawLine(
  given: GivenLine,
  columns: number,
): { readonly spans: readonly Span[]; readonly column: number } {
  const { left, right } = cellsAround(given, columns);
  // The cursor has a column of its own behind the last character.
  const rest = widthOfAll(right) + (given.cursor === null || given.hasBreak ? 0 : 1);
  const isWhole = widthOfAll(left) + rest <= columns;
  const half = Math.max(Math.floor(columns / 2), columns - rest);
  const shownLeft = isWhole ? left : endThatFits(left, half);
  const column = widthOfAll(shownLeft);
  const cut = given.hasBreak ? [leftOut, lineBreak] : [leftOut];
  const shownRight = isWhole ? right : startThatFits(right, columns - column, cut);
  return { spans: joined([...shownLeft, ...shownRight]), column };
}

/** Neighbours that look the same as one. */
function joined(cells: readonly Cell[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { span } of cells) {
    const last = spans.at(-1);
    if (last?.look === span.look) spans[spans.length - 1] = { ...span, text: last.text + span.text };
    else spans.push(span);
  }
  return spans;
}

/** What is before and behind the cursor, as much of it as could be seen. */
function cellsAround(
  { text, cursor, hasBreak }: GivenLine,
  columns: number,
): { readonly left: readonly Cell[]; readonly right: readonly Cell[] } {
  const at = cursor ?? 0;
  const far = mostUnits * columns;
  const end = startOfCharacter(text, at + far);
  const left = cellsOf(text.slice(startOfCharacter(text, Math.max(0, at - far)), at));
  const right = cellsOf(text.slice(at, end));
  return { left, right: hasBreak && end === text.length ? [...right, lineBreak] : right };
}

/** UTF-16 units that are looked at for a column of the screen: 16, more than any one character has that is met. */
const mostUnits = 16;

function cellsOf(text: string): readonly Cell[] {
  return characters(text).map((character) => {
    const shown = safeLine(character);
    return {
      span: { text: shown, look: character === '\t' ? 'faint' : 'normal' },
      width: widthOf(shown),
    };
  });
}

const lineBreak: Cell = { span: { text: '⏎', look: 'faint' }, width: 1 };
const leftOut: Cell = { span: { text: '…', look: 'faint' }, width: 1 };

function widthOfAll(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}

function endThatFits(cells: readonly Cell[], columns: number): readonly Cell[] {
  return startThatFits(cells.toReversed(), columns, [leftOut]).toReversed();
}

function startThatFits(cells: readonly Cell[], columns: number, cut: readonly Cell[]): readonly Cell[] {
  if (widthOfAll(cells) <= columns) return cells;
  const fitting: Cell[] = [];
  let room = columns - widthOfAll(cut);
  for (const cell of cells) {
    if (cell.width > room) break;
    fitting.push(cell);
    room -= cell.width;
  }
  return [...fitting, ...cut];
}
