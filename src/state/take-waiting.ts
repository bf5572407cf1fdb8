import { rmSync } from 'node:fs';
import { appendToChain } from './audit-chain.ts';
import type { AuditRow } from './audit-row.ts';
import { type Database, isBusy, whileBusy } from './database.ts';
import { takeJournals, waitingJournals } from './journal-files.ts';
import { isQueued, readQueued } from './record-queue.ts';

/**
 * Takes into the audit log what waits in files: the calls of guards, and the journals of all hosts. All of it is in the log before the first
 * file is removed: a process that ends in between leaves files of rows that the log has, and the next one only removes these. Waits for
 * another process that is writing.
 */
export function takeWaiting(database: Database, stateDir: string): void {
  if (isWaiting(stateDir)) whileBusy(() => takeAll(database, stateDir));
}

/** The same, for who is in the middle of other things: where another process is writing it is left for the next time. */
export function takeWaitingUnlessBusy(database: Database, stateDir: string): void {
  try {
    if (isWaiting(stateDir)) takeAll(database, stateDir);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

/** Takes in rows of this host, and the calls of guards. The journals of others are left to these, as long as nobody reads. */
export function takeOwn(database: Database, stateDir: string, rows: readonly AuditRow[]): void {
  take(database, () => [...readQueued(stateDir), { path: null, rows }]);
}

function isWaiting(stateDir: string): boolean {
  return isQueued(stateDir) || waitingJournals(stateDir).length > 0;
}

function takeAll(database: Database, stateDir: string): void {
  take(database, () => [...readQueued(stateDir), ...takeJournals(stateDir)]);
}

/** Rows of one writer, in the order of writing. */
interface Source {
  /** The file that they waited in. */
  readonly path: string | null;
  readonly rows: readonly AuditRow[];
}

/** `read` looks anew: what another process took in until now is gone, or in the log. */
function take(database: Database, read: () => readonly Source[]): void {
  const sources = database.write(() => {
    const found = read();
    appendToChain(database, inOrder(found));
    return found;
  });
  for (const { path } of sources) if (path !== null) rmSync(path, { force: true });
}

/** By time; what one writer has written stays in its order, also where the clock was set back. */
function inOrder(sources: readonly Source[]): readonly AuditRow[] {
  const timed = sources.flatMap(({ rows }) => {
    let latest = 0;
    return rows.map((row) => {
      latest = Math.max(latest, row.at);
      return { row, at: latest };
    });
  });
  return timed.toSorted((a, b) => a.at - b.at).map(({ row }) => row);
}
