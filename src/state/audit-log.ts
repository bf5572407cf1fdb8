import type { Matcher } from '../jobs/matcher.ts';
import type { Status } from '../model/outcome.ts';
import type { CallClosed, CallOpened } from '../model/ports.ts';
import { type ChainCheck, verifyChain } from './audit-chain.ts';
import type { Bindable, Database, Row } from './database.ts';

/** One call in the audit log. */
export interface AuditEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  readonly opened: CallOpened & { readonly hostPid: number };
  /** `null` while the call goes on, and for good when its host ended before it did. */
  readonly closed: (CallClosed & { readonly at: number }) | null;
}

/** Which entries to list; `null` for no limit of that kind. */
export interface AuditQuery {
  /** Opened at or after this time, in milliseconds since 1970. */
  readonly since: number | null;
  /** `open` stands for calls without an outcome. */
  readonly status: Status | 'open' | null;
  /** Matched against the command, and against the input of calls that had none. Listing throws a `SlowPattern` when that takes too long. */
  readonly grep: Matcher | null;
  readonly limit: number;
}

/** A part of the log. */
interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; `null`: there is none. */
  readonly next: number | null;
}

/** What has come to the log. */
interface AuditNews {
  readonly entries: readonly AuditEntry[];
  /** The last row that was looked at. */
  readonly row: number;
}

/** The record of every call, in the state database: what waits to be taken into it is not there yet. */
export interface AuditLog {
  /**
   * By the time of opening, the newest first: what one host has recorded may come to the log after what another one did later. They are
   * read as they are taken, 500 at a time: a log of years need not fit into the memory.
   */
  list(query: AuditQuery): Iterable<AuditEntry>;
  /** At most 500 entries, the newest first, that were opened before the one where another page ended; `null`: the newest. */
  page(before: number | null): AuditPage;
  /** The row that was written last; 0 where there is none. */
  lastRow(): number;
  /**
   * The entries that were opened or closed after that row, in the order of opening, at most 500 of them. Those that were opened before `from`,
   * where a page has ended, are left to be read; `null`: none are.
   */
  since(row: number, from: number | null): AuditNews;
  /** Every entry whose id begins so. */
  find(idPrefix: string): readonly AuditEntry[];
  verify(): ChainCheck;
}

/** Rows that are read at a time. */
const page = 500;

const calls = `
  SELECT opened.seq, opened.call AS id, opened.at AS opened_at, opened.body AS opened, closed.at AS closed_at, closed.body AS closed
  FROM audit AS opened LEFT JOIN audit AS closed ON closed.call = opened.call AND closed.kind = 'closed'
  WHERE`;

const entries = `${calls} opened.kind = 'opened'`;

export function createAuditLog(database: Database): AuditLog {
  return {
    list: (query) => list(database, query),
    page: (before) => readPage(database, before),
    lastRow: () => Number(database.all('SELECT max(seq) AS row FROM audit')[0]?.row ?? 0),
    since: (row, from) => readNews(database, row, from ?? 0),
    find: (idPrefix) =>
      database.all(`${entries} AND substr(opened.call, 1, ?) = ?`, idPrefix.length, idPrefix).map(toEntry),
    verify: () => verifyChain(database),
  };
}

function* list(database: Database, { since, status, grep, limit }: AuditQuery): Generator<AuditEntry> {
  const conditions: string[] = [];
  const values: Bindable[] = [];
  if (since !== null) {
    conditions.push('AND opened.at >= ?');
    values.push(since);
  }
  if (status === 'open') conditions.push('AND closed.call IS NULL');
  else if (status !== null) {
    conditions.push("AND json_extract(closed.body, '$.status') = ?");
    values.push(status);
  }
  conditions.push('AND (opened.at, opened.seq) < (?, ?)');
  const sql = `${entries} ${conditions.join(' ')} ORDER BY opened.at DESC, opened.seq DESC LIMIT ${page}`;

  let found = 0;
  let before = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const rows = database.all(sql, ...values, ...before);
    for (const entry of matching(rows.map(toEntry), grep)) {
      yield entry;
      found += 1;
      if (found === limit) return;
    }
    if (rows.length < page) return;
    before = [Number(rows.at(-1)?.opened_at), Number(rows.at(-1)?.seq)];
  }
}

function matching(found: readonly AuditEntry[], grep: Matcher | null): readonly AuditEntry[] {
  if (grep === null) return found;
  const matches = new Set(grep.matching(found.map(searchText)).map(({ index }) => index));
  return found.filter((_, index) => matches.has(index));
}

function readPage(database: Database, before: number | null): AuditPage {
  // By the rows themselves: by the index of kinds, which `+` keeps from being used, all of them would be sorted for each page.
  const sql = `${calls} +opened.kind = 'opened' AND opened.seq < ? ORDER BY opened.seq DESC LIMIT ${page}`;
  const rows = database.all(sql, before ?? Number.MAX_SAFE_INTEGER);
  return { entries: rows.map(toEntry), next: rows.length < page ? null : Number(rows.at(-1)?.seq) };
}

function readNews(database: Database, row: number, from: number): AuditNews {
  const come = `SELECT seq, call FROM audit WHERE seq > ? ORDER BY seq LIMIT ${page}`;
  const last = database.all(`SELECT max(seq) AS row FROM (${come})`, row)[0]?.row;
  if (last === null || last === undefined) return { entries: [], row };
  const sql = `${entries} AND opened.call IN (SELECT call FROM (${come})) AND opened.seq >= ? ORDER BY opened.seq`;
  return { entries: database.all(sql, row, from).map(toEntry), row: Number(last) };
}

function toEntry(row: Row): AuditEntry {
  return {
    id: String(row.id),
    openedAt: Number(row.opened_at),
    // Written by a recorder, and checked by the chain: their shapes are ours.
    opened: JSON.parse(String(row.opened)) as AuditEntry['opened'],
    closed:
      row.closed === null
        ? null
        : { ...(JSON.parse(String(row.closed)) as CallClosed), at: Number(row.closed_at) },
  };
}

/**
 * What a person would look for an entry by: the command, or the tool and its input when there was none. Of a call that is not over, or never
 * will be, the input has the command, where a contract calls it so.
 */
export function searchText({ opened, closed }: AuditEntry): string {
  const command = closed === null ? commandIn(opened.input) : closed.command;
  return command ?? `${opened.tool} ${JSON.stringify(opened.input ?? null)}`;
}

function commandIn(input: unknown): string | null {
  const isNamed = typeof input === 'object' && input !== null && 'command' in input;
  return isNamed && typeof input.command === 'string' ? input.command : null;
}
