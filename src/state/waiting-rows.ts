import type { AuditRow } from './audit-row.ts';
import { type Database, isBusy } from './database.ts';
import { createJournal } from './journal.ts';
import { takeOwn } from './take-waiting.ts';
import { onceFree } from './write-soon.ts';

/** The rows of this host that are not in the audit log yet: in a journal, and in the log a second later, many at a time. */
export interface WaitingRows {
  /**
   * Keeps a row; it is written once this returns. `false`: the database is not in its place any more, and the row is nowhere. Throws where
   * it cannot be written.
   */
  add(row: AuditRow): boolean;
  /** Whether rows could not be taken in, or are too many: `flush()` comes before another call begins. */
  readonly isOverdue: boolean;
  /** Takes all rows into the log. Waits for another process that is writing, and lets everything else go on meanwhile. Rejects where they cannot be. */
  flush(): Promise<void>;
  /** The same at once, if nobody else is writing now; if somebody is, that is left for later. */
  flushUnlessBusy(): void;
  /** Takes all rows in, or leaves them in the journal to whoever uses the log next. */
  close(): void;
}

/** Milliseconds for which a row waits at the most while nobody reads: a second. Agents make a call every few seconds. */
const flushMs = 1_000;

/** Rows that are taken in without more waiting: 64, which takes some 2 ms. */
const rowsAtOnce = 64;

/** Rows, and characters of them, that wait where others are writing all the time: 4,096 and 16 Mi. */
const mostRows = 4_096;
const mostCharacters = 16 * 1024 * 1024;

/** Files that are begun for one row, as each was taken at that very moment: 100. */
const mostFiles = 100;

export function createWaitingRows(database: Database, stateDir: string): WaitingRows {
  // In a directory that is not there any more, a journal would make another one.
  const journal = createJournal(stateDir, database.isInPlace);
  let rows: AuditRow[] = [];
  let characters = 0;
  let hasFailed = false;
  /** Another database will have the rows, from the journal. */
  let isGone = false;
  let timer: NodeJS.Timeout | null = null;
  let immediate: NodeJS.Immediate | null = null;

  const takeIn = (): void => {
    hasFailed = false;
    isGone ||= !database.isInPlace();
    if (rows.length === 0 || isGone) return;
    try {
      takeOwn(database, stateDir, rows);
    } catch (error) {
      hasFailed = !isBusy(error);
      throw error;
    }
    rows = [];
    characters = 0;
    journal.renew();
  };
  const takeInSoon = (): void => {
    try {
      takeIn();
    } catch {
      // Told by the call that comes next, unless another process was writing.
      schedule();
    }
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      takeInSoon();
    }, flushMs).unref();
  };
  const scheduleNow = (): void => {
    immediate ??= setImmediate(() => {
      immediate = null;
      takeInSoon();
    }).unref();
  };
  const write = (row: AuditRow): boolean => {
    if (isGone) return false;
    // Who took it may have read it before the row was in it, and who removed it read nothing.
    return journal.append([row]) || writeAnew([...rows, row]);
  };
  const writeAnew = (all: readonly AuditRow[]): boolean => {
    for (let files = 0; files < mostFiles; files += 1) {
      if (!database.isInPlace()) return false;
      if (journal.append(all)) return true;
    }
    throw new Error(`the journal of this process was taken away ${mostFiles} times`);
  };
  /** Has the rows in the journal, which somebody may have removed since they were. */
  const leave = (): void => {
    try {
      if (!journal.isInPlace()) writeAnew(rows);
    } catch {
      // There is no other place for them.
    }
  };

  return {
    add(row) {
      if (!write(row)) return false;
      rows.push(row);
      characters += row.body.length;
      if (rows.length % rowsAtOnce === 0) scheduleNow();
      schedule();
      return true;
    },
    get isOverdue() {
      return hasFailed || rows.length > mostRows || characters > mostCharacters;
    },
    flush: async () => await onceFree(takeIn),
    flushUnlessBusy() {
      try {
        takeIn();
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      if (immediate !== null) clearImmediate(immediate);
      try {
        takeIn();
      } catch {
        // Who takes them in from the journal is told.
        leave();
      } finally {
        journal.close();
      }
    },
  };
}
