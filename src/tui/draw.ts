import { footer, header, saidLines } from './bars.ts';
import { entryLines, entryRows, type Position } from './entry-lines.ts';
import { cutLine, edges, type Line, line, type Size } from './frame.ts';
import { drawList, indexIn, listOf, listRoom } from './list-body.ts';
import type { Looking } from './looking.ts';
import type { Sources } from './sources.ts';
import { shortened } from './text.ts';
import { viewLines, viewNames } from './view-lines.ts';

/** What a frame is drawn with. */
export interface Drawing {
  readonly size: Size;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What is between the first line and the last one, for moving about in it. */
export interface Body {
  /** Of a list, what each row is; of a view, nothing. */
  readonly ids: readonly string[];
  readonly index: number;
  /** Of a view, how many lines it has, and which is the first on the screen. */
  readonly lines: number;
  readonly top: number;
  /** Rows or lines that are on the screen at once. */
  readonly page: number;
}

export interface Drawn {
  readonly lines: readonly Line[];
  /** Where the cursor is seen; `null`: nowhere. */
  readonly cursor: Position | null;
  /** Whether the last line of a view is on it. */
  readonly showsEnd: boolean;
}

/** The narrowest and the lowest screen that anything is drawn on. */
const least: Size = { columns: 20, rows: 6 };

/** The first line, and the last one of the screen, which stays empty: what fills a screen makes it scroll. */
const barRows = 2;

export function drawFrame(
  sources: Sources,
  looking: Looking,
  { size, now, seenToEnd }: Drawing & { readonly seenToEnd: string | null },
): Drawn {
  const { columns, rows } = size;
  if (columns < least.columns || rows < least.rows)
    return { lines: [line('too small', columns)], cursor: null, showsEnd: false };
  const room = bodyRows(sources, looking, size);
  const body = drawBody(sources, looking, { size: { columns, rows: room }, now });
  const filled = Array.from({ length: room }, (_, at): Line => body.lines[at] ?? []);
  const isRead = body.showsEnd || seenToEnd === looking.view?.id;
  const last = saidLines(sources, looking, size) ?? [footer(sources, looking, isRead, columns)];
  const entry = looking.entry && entryLines(looking.entry, { columns, rows: entryRows(looking.entry, size) });
  return {
    lines: [header(sources, looking, columns), ...filled, ...(entry?.lines ?? []), ...last],
    cursor: entry && { ...entry.cursor, row: 1 + room + entry.cursor.row },
    showsEnd: body.showsEnd,
  };
}

/** Rows between the first line and what is typed, said or can be done. */
function bodyRows(sources: Sources, looking: Looking, size: Size): number {
  const typed = looking.entry === null ? 0 : entryRows(looking.entry, size);
  return size.rows - barRows - typed - (saidLines(sources, looking, size)?.length ?? 1);
}

/** The same as numbers, for keys that move about. */
export function bodyOf(sources: Sources, looking: Looking, { size, now }: Drawing): Body {
  const room = bodyRows(sources, looking, size);
  if (looking.view !== null) {
    const all = viewLines(sources, looking.view, size.columns, now);
    return { ids: [], index: 0, lines: all.length, ...placeIn(all.length, looking.top, room) };
  }
  const { ids } = listOf(sources, looking.tab, now);
  const page = listRoom(looking.tab, ids.length, room);
  return { ids, index: indexIn(ids, looking), lines: 0, top: 0, page };
}

function drawBody(
  sources: Sources,
  looking: Looking,
  { size, now }: Drawing,
): Pick<Drawn, 'lines' | 'showsEnd'> {
  const { view } = looking;
  if (view === null) return { lines: drawList(sources, looking, size, now), showsEnd: false };
  const { columns, rows } = size;
  const all = viewLines(sources, view, columns, now);
  const { top, page } = placeIn(all.length, looking.top, rows);
  const name = shortened(`${viewNames[view.kind]} ${view.id}`.trimEnd(), columns);
  const end = Math.min(all.length, top + page);
  const place = all.length <= page ? 'all' : `${top + 1}-${end} of ${all.length}`;
  const title = edges([{ text: name, look: 'strong' }], { text: place, look: 'faint' }, columns);
  const shown = all.slice(top, end).map((one) => cutLine(one, columns));
  return { lines: [title, ...shown], showsEnd: page > 0 && end === all.length };
}

/** Which part of a view is on the screen, beneath its title. */
function placeIn(count: number, wanted: number | null, room: number): Pick<Body, 'top' | 'page'> {
  const page = room - 1;
  const last = Math.max(0, count - page);
  return { top: Math.min(wanted ?? last, last), page };
}
