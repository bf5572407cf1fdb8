import type { LiveOutput } from '../live/protocol.ts';
import type { Job } from '../model/job.ts';
import { type Column, type Line, line, type Size, tableHead, tableRow, windowOf } from './frame.ts';
import {
  approvalColumns,
  auditColumns,
  callColumns,
  callRows,
  conversationColumns,
  conversationRows,
  jobColumns,
} from './lists.ts';
import type { Looking } from './looking.ts';
import type { Sources } from './sources.ts';
import type { Tab } from './tabs.ts';
import { lastLines, shortened, wrap } from './text.ts';
import { hostWords } from './words.ts';

/** A list, whatever its rows are. */
interface List {
  readonly ids: readonly string[];
  head(columns: number): Line;
  row(index: number, columns: number, isSelected: boolean): Line;
  /** What is told where there are no rows. */
  readonly empty: string;
  /** What the row writes. */
  output(index: number): { readonly title: string; readonly output: LiveOutput | null } | null;
}

export function listOf(sources: Sources, tab: Tab, now: number): List {
  switch (tab) {
    case 'running': {
      const rows = callRows(sources, now);
      const empty = `nothing runs; ${sources.hosts === 0 ? 'no host is there' : `${hostWords(sources.hosts)} to look on at`}`;
      return list(callColumns, rows, empty, ({ call }) => ({ title: call.id, output: call.output }));
    }
    case 'jobs': {
      const output = (job: Job) => ({ title: `job ${job.id}`, output: sources.outputOf(job) });
      return list(jobColumns(now), sources.jobs(), 'no jobs', output);
    }
    case 'approvals':
      return list(approvalColumns(now), sources.approvals(), 'nobody waits for an answer', () => null);
    case 'audit': {
      const { audit } = sources;
      const nothing = audit.search === '' ? 'no calls have been recorded' : 'no call matches';
      return list(auditColumns(now), audit.rows, audit.hasMore ? 'reading…' : nothing, () => null);
    }
    case 'conversations':
      return list(conversationColumns(now), conversationRows(sources), 'no conversations yet', () => null);
  }
}

function list<Row extends { readonly id: string }>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  empty: string,
  output: (row: Row) => ReturnType<List['output']>,
): List {
  return {
    ids: rows.map(({ id }) => id),
    head: (width) => tableHead(columns, width),
    row(index, width, isSelected) {
      const row = rows[index];
      return row === undefined ? [] : tableRow(columns, row, width, isSelected);
    },
    empty,
    output(index) {
      const row = rows[index];
      return row === undefined ? null : output(row);
    },
  };
}

/** Where a list has what its rows write beneath it, two parts of five are for the list. */
export function listRoom(tab: Tab, count: number, room: number): number {
  if (tab !== 'running' && tab !== 'jobs') return room - 1;
  return Math.min(Math.max(1, count), Math.max(2, Math.floor((2 * room) / 5)));
}

/** A list in so many rows of the screen, and beneath it what the selected row writes. */
export function drawList(
  sources: Sources,
  looking: Looking,
  { columns, rows: room }: Size,
  now: number,
): readonly Line[] {
  const all = listOf(sources, looking.tab, now);
  const count = all.ids.length;
  if (count === 0)
    return [all.head(columns), ...wrap(all.empty, columns).map((text) => line(text, columns, 'faint'))];
  const index = indexIn(all.ids, looking);
  const page = listRoom(looking.tab, count, room);
  const { first, last } = windowOf(count, index, page);
  const rows = Array.from({ length: last - first }, (_, at) =>
    all.row(first + at, columns, first + at === index),
  );
  const below = all.output(index);
  if (below === null) return [all.head(columns), ...rows];
  return [all.head(columns), ...rows, ...outputPane(below, { columns, rows: room - 1 - rows.length })];
}

function outputPane(
  { title, output }: NonNullable<ReturnType<List['output']>>,
  { columns, rows }: Size,
): readonly Line[] {
  const rule = '─'.repeat(Math.max(0, columns - title.length - 11));
  const lines = lastLines(output?.text ?? '', columns, rows - 1);
  const text = output === null || output.text === '' ? ['(no output so far)'] : lines;
  return [
    line(`── output ${title} ${rule}`, columns, 'faint'),
    ...text.map((one): Line => [{ text: shortened(one, columns), look: 'normal' }]),
  ];
}

/** What is selected is the same row wherever it has gone to; one that has gone leaves its place to the next. */
export function indexIn(ids: readonly string[], { selected, tab }: Looking): number {
  const wanted = selected[tab];
  if (wanted === undefined) return 0;
  const at = ids.indexOf(wanted.id);
  return at === -1 ? Math.max(0, Math.min(wanted.index, ids.length - 1)) : at;
}
