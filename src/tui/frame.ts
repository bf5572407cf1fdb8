import { widthOf } from '../contracts/columns.ts';
import { cell, shortened } from './text.ts';

/** How a part of a line looks. None says what its words do not say too: where there are no colours, nothing is lost. */
export type Look = 'normal' | 'strong' | 'faint' | 'selected' | 'good' | 'bad' | 'attention';

/** A part of a line, in which nothing is left that a terminal would obey. */
export interface Span {
  readonly text: string;
  readonly look: Look;
}

/** A line of the screen, never wider than that is. */
export type Line = readonly Span[];

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A text of anybody's as a line. */
export function line(text: string, columns: number, look: Look = 'normal'): Line {
  return [{ text: shortened(text, columns), look }];
}

/** What the left and the right have to say, as far as there is room; the left goes first. */
export function edges(left: Line, right: Span, columns: number): Line {
  const used = left.reduce((sum, { text }) => sum + widthOf(text), 0);
  const room = columns - used - widthOf(right.text);
  if (room < 1) return cutLine(left, columns);
  return [...left, { text: ' '.repeat(room), look: 'normal' }, right];
}

export function cutLine(given: Line, columns: number): Line {
  let room = columns;
  return given.flatMap((span) => {
    const text = shortened(span.text, room);
    room -= widthOf(text);
    return text === '' ? [] : [{ ...span, text }];
  });
}

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Columns of the screen; `null` for the last one, which has what is left. */
  readonly width: number | null;
  /** It is shown on screens of at least so many columns. */
  readonly from: number;
  readonly text: (row: Row) => string;
  readonly look?: (row: Row) => Look;
}

/** Blanks before each row, of which the first shows which one is selected. */
const margin = 2;

export function tableHead<Row>(columns: readonly Column<Row>[], width: number): Line {
  const titles = shown(columns, width).map((column) => sized(column.title, column, columns, width));
  return [{ text: ' '.repeat(margin) + titles.join(' '), look: 'faint' }];
}

export function tableRow<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  width: number,
  isSelected: boolean,
): Line {
  const spans = shown(columns, width).flatMap((column, index): Span[] => {
    const text = sized(column.text(row), column, columns, width);
    const look = isSelected ? 'selected' : (column.look?.(row) ?? 'normal');
    return index === 0
      ? [{ text, look }]
      : [
          { text: ' ', look: isSelected ? 'selected' : 'normal' },
          { text, look },
        ];
  });
  return [
    { text: isSelected ? '> ' : ' '.repeat(margin), look: isSelected ? 'selected' : 'normal' },
    ...spans,
  ];
}

function shown<Row>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  return columns.filter(({ from }) => width >= from);
}

function sized<Row>(
  text: string,
  { width }: Column<Row>,
  columns: readonly Column<Row>[],
  screen: number,
): string {
  if (width !== null) return cell(text, width);
  const all = shown(columns, screen);
  const others = all.reduce((sum, column) => sum + (column.width ?? 0) + 1, 0);
  return cell(text, Math.max(0, screen - margin - others + 1));
}

/** Which of so many rows are on a screen with room for some, so that the selected one is among them. */
export function windowOf(
  count: number,
  selected: number,
  room: number,
): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.min(selected - Math.floor(room / 2), count - room));
  return { first, last: Math.min(count, first + room) };
}
