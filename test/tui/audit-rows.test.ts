import { expect, test } from 'vitest';
import type { AuditEntry, AuditLog } from '../../src/state/audit-log.ts';
import { createAuditRows } from '../../src/tui/audit-rows.ts';
import { callOf } from '../state/audit.ts';

/** A call that goes on, opened at that time. */
function entryAt(openedAt: number): AuditEntry {
  return { id: String(openedAt), openedAt, opened: { ...callOf('true'), hostPid: 1 }, closed: null };
}

/** The times of the rows, when a log of those times has got the news. */
function timesAfter(
  { first, next }: { readonly first: readonly number[]; readonly next: number | null },
  news: readonly number[],
): readonly number[] {
  const none = { entries: [], next: null };
  const log: AuditLog = {
    list: () => [],
    page: (before) => (before === null ? { entries: first.map(entryAt), next } : none),
    lastRow: () => 1,
    since: () => ({ entries: news.map(entryAt), row: 2 }),
    find: () => [],
    verify: () => ({ kind: 'intact', rows: 0 }),
  };
  const rows = createAuditRows(
    () => log,
    () => {},
  );
  rows.refresh();
  rows.refresh();
  rows.close();
  return rows.rows.map(({ openedAt }) => openedAt);
}

test.each([
  ['newer than all', [30, 20], [40, 50], [50, 40, 30, 20]],
  ['of another host, which was taken into the log later', [30, 20], [25, 40], [40, 30, 25, 20]],
  ['there already', [30, 20], [20, 30], [30, 20]],
  ['older than all, of which all were read', [30, 20], [10], [30, 20, 10]],
])('what comes to the log is put in its place: %s', (_name, first, news, expected) => {
  expect(timesAfter({ first, next: null }, news)).toEqual(expected);
});

test('what comes to the log and is older than what was read is left to be read', () => {
  expect(timesAfter({ first: [30, 20], next: 1 }, [10, 25])).toEqual([30, 25, 20]);
});
