import { hash as hashOf } from 'node:crypto';
import type { AuditRow } from './audit-row.ts';
import type { Bindable, Database, Row } from './database.ts';

/** What `previous` is in the first row. */
const origin = '0'.repeat(64);

/**
 * Adds rows, each with a hash that covers its content and the hash of the row before, so that no row can be changed alone. To be
 * called within a write transaction. What the log has already is passed over: who took it in may have ended before it could say so.
 */
export function appendToChain(database: Database, rows: readonly AuditRow[]): void {
  let previous = String(database.all('SELECT hash FROM audit ORDER BY seq DESC LIMIT 1')[0]?.hash ?? origin);
  for (const { call, kind, at, body } of rows) {
    // Not left to the table to refuse: a number would be missing in it then, as if a row had been taken out.
    const there = rowOf(database, call, kind);
    if (there !== null) {
      if (there.body !== body) throw new ChangedRow(call);
      continue;
    }
    const hash = linkHash({ call, kind, at, body, previous });
    const values: readonly Bindable[] = [call, kind, at, body, previous, hash];
    database.run(
      'INSERT INTO audit (call, kind, at, body, previous, hash) VALUES (?, ?, ?, ?, ?, ?)',
      ...values,
    );
    previous = hash;
  }
}

/** What is thrown for a row that waited for the log, where the log has it in other words. */
class ChangedRow extends Error {
  readonly code = 'CHANGED_ROW';

  constructor(call: string) {
    super(`somebody has changed what waited to be taken into the audit log, of call ${call}`);
  }
}

/** That row of the call in the log; `null`: there is none. */
export function rowOf(database: Database, call: string, kind: AuditRow['kind']): Row | null {
  return database.all('SELECT * FROM audit WHERE call = ? AND kind = ?', call, kind)[0] ?? null;
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
