import { expect, test } from 'vitest';
import { appendToChain } from '../../src/state/audit-chain.ts';
import type { AuditEntry, AuditLog } from '../../src/state/audit-log.ts';
import { createAuditRows } from '../../src/tui/audit-rows.ts';
import { callOf, exitedWith, temporaryAuditLog } from '../state/audit.ts';

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

test('what a host that was killed has left comes to the list however old it is, and no call comes twice', async () => {
  const { database, log } = temporaryAuditLog();
  const add = (kind: 'opened' | 'closed', call: string, at: number): void => {
    const body = kind === 'opened' ? { ...callOf('true'), hostPid: 1 } : exitedWith(0, 'true');
    database.write(() => appendToChain(database, [{ call, kind, at, body: JSON.stringify(body) }]));
  };
  // One more than are read at first.
  for (let at = 100; at <= 600; at += 1) add('opened', `read ${at}`, at);
  const rows = createAuditRows(
    () => log,
    () => {},
  );
  const timesBelow = (time: number) => rows.rows.map((row) => row.openedAt).filter((at) => at < time);
  rows.refresh();
  expect([timesBelow(103), rows.hasMore]).toEqual([[102, 101], true]);
  add('opened', 'left', 5);
  add('closed', 'read 100', 700);
  rows.refresh();
  expect(timesBelow(103)).toEqual([102, 101, 5]);
  rows.want(1_000);
  await expect.poll(() => rows.hasMore).toBe(false);
  rows.close();
  expect(timesBelow(103)).toEqual([102, 101, 100, 5]);
  expect(rows.rows.find(({ id }) => id === 'read 100')?.status).toBe('ok');
});

test('the calls of a log that took the place of another one are shown, and those of the other one are not', async () => {
  const [before, after] = [temporaryAuditLog().log, temporaryAuditLog().log];
  for (const command of ['one', 'two', 'three']) await before.open(callOf(command));
  let log = before;
  const rows = createAuditRows(
    () => log,
    () => {},
  );
  rows.refresh();
  await after.open(callOf('four'));
  log = after;
  rows.refresh();
  await after.open(callOf('five'));
  rows.refresh();
  rows.close();
  expect(rows.rows.map(({ command }) => command).toSorted()).toEqual(['five', 'four']);
});

test('a search that would hold up the screen is looked for letter for letter, also when it comes to that later', async () => {
  const { log } = temporaryAuditLog();
  const [slow, literally] = [`echo ${'a'.repeat(60)}!`, "grep -E '(a+)+$' notes"];
  await log.open(callOf(literally));
  const rows = createAuditRows(
    () => log,
    () => {},
  );
  const found = () => rows.rows.map(({ command }) => command);
  rows.refresh();
  rows.find('(a+)+$');
  expect([rows.isPattern, found()]).toEqual([true, []]);
  await log.open(callOf(slow));
  rows.refresh();
  expect([rows.isPattern, found()]).toEqual([false, [literally]]);
  rows.find('(a+)+!$');
  expect([rows.isPattern, found()]).toEqual([true, [slow]]);
  rows.find('(A+)+$');
  rows.close();
  expect([rows.isPattern, found()]).toEqual([false, [literally]]);
});
