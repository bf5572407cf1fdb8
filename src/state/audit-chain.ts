import { hash as hashOf } from 'node:crypto';
import type { Bindable, Database, Row } from './database.ts';

/** A row of the audit log before it is linked. */
export interface AuditRow {
  readonly call: string;
  readonly kind: 'opened' | 'closed';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly body: unknown;
}

/** What `previous` is in the first row. */
const origin = '0'.repeat(64);

const columns = 'call, kind, at, body, previous, hash';

/**
 * Adds a row whose hash covers its content and the hash of the row before, so that no row can be changed alone. To be
 * called within a write transaction. Returns the row's hash.
 */
export function appendToChain(database: Database, row: AuditRow): string {
  const last = database.all('SELECT hash FROM audit ORDER BY seq DESC LIMIT 1')[0];
  const link = linkTo(String(last?.hash ?? origin), row);
  database.run(`INSERT INTO audit (${columns}) VALUES (?, ?, ?, ?, ?, ?)`, ...link.values);
  return link.hash;
}

/**
 * The same as a transaction of its own, of one statement for who knows the hash of the row before. Returns the row's hash; `null`: another
 * row is the last one, and nothing was added.
 */
export function appendAfter(database: Database, previous: string, row: AuditRow): string | null {
  const link = linkTo(previous, row);
  const added = database.run(
    `INSERT INTO audit (${columns}) SELECT ?1, ?2, ?3, ?4, ?5, ?6
     WHERE ?5 = (SELECT hash FROM audit ORDER BY seq DESC LIMIT 1)`,
    ...link.values,
  );
  return added === 1 ? link.hash : null;
}

function linkTo(
  previous: string,
  { call, kind, at, body: content }: AuditRow,
): { readonly hash: string; readonly values: readonly Bindable[] } {
  const body = JSON.stringify(content);
  const hash = linkHash({ call, kind, at, body, previous });
  return { hash, values: [call, kind, at, body, previous, hash] };
}

/** Whether the chain holds: how many rows it has, or the first row that does not fit and why. */
export type ChainCheck =
  | { readonly kind: 'intact'; readonly rows: number }
  | { readonly kind: 'broken'; readonly seq: number; readonly reason: string };

/** Recomputes every link from the first row on. Others may write meanwhile. */
export function verifyChain(database: Database): ChainCheck {
  let previous = origin;
  let seq = 0;
  for (;;) {
    // Before the rows: what comes between the two looks is among them.
    const written = lastSeq(database);
    const rows = database.all('SELECT * FROM audit WHERE seq > ? ORDER BY seq LIMIT 1000', seq);
    if (rows.length === 0) {
      if (written === seq) return { kind: 'intact', rows: seq };
      return { kind: 'broken', seq: seq + 1, reason: 'a row is missing here' };
    }
    for (const row of rows) {
      const problem = brokenLink(row, { seq: seq + 1, previous });
      if (problem !== null) return { kind: 'broken', seq: seq + 1, reason: problem };
      previous = String(row.hash);
      seq += 1;
    }
  }
}

/** The number of the last row that was ever written: SQLite keeps it apart from the rows. */
function lastSeq(database: Database): number {
  return Number(database.all("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")[0]?.seq ?? 0);
}

function brokenLink(row: Row, expected: { readonly seq: number; readonly previous: string }): string | null {
  if (row.seq !== expected.seq) return 'a row is missing here';
  if (row.previous !== expected.previous) return 'it does not follow the row before it';
  const content = {
    call: String(row.call),
    kind: String(row.kind),
    at: Number(row.at),
    body: String(row.body),
    previous: String(row.previous),
  };
  return linkHash(content) === row.hash ? null : 'its content is not what was written';
}

function linkHash(link: {
  readonly call: string;
  readonly kind: string;
  readonly at: number;
  readonly body: string;
  readonly previous: string;
}): string {
  const content = JSON.stringify([link.previous, link.call, link.kind, link.at, link.body]);
  return hashOf('sha256', content, 'hex');
}
