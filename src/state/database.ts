import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { codeOf } from '../model/errors.ts';
import type { NotedGrant } from '../model/grant.ts';
import { type Connection, connect, putBy, type Statement } from './connections.ts';
import { notedGranted, noteGranted } from './granted-note.ts';
import { handOver, refuseLink } from './hand-over.ts';
import { migrate } from './migrations.ts';
import { databaseIn, makeDirectory, NoDatabaseFile, stateUnavailable } from './state-directory.ts';

/** A value that a statement can be given. */
export type Bindable = string | number | null;

/** A row of a result, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** The one state database. Everything is synchronous: a statement takes tens of microseconds. */
export interface Database {
  all(sql: string, ...values: readonly Bindable[]): readonly Row[];
  /** How many rows it has changed. */
  run(sql: string, ...values: readonly Bindable[]): number;
  /** Runs several statements, none of them with values. */
  script(sql: string): void;
  /**
   * Runs `work` as one write transaction, alone among all processes that use the database. Throws at once when another
   * one is writing: to wait for it here would stop everything else that this process does. See `isBusy`.
   */
  write<T>(work: () => T): T;
  /**
   * To be called within a transaction that changes what is granted: until it is over that is known to the database alone, then noted anew. See `grantedIn()`.
   * Throws when it cannot be written.
   */
  changeGrants(): void;
  /**
   * What is granted is the same for as long as this is: it changes with each change of that here, made or taken back, and with whatever
   * another process has written.
   */
  grantsVersion(): string;
  /** Whether the file that was opened is still the one in its place. */
  isInPlace(): boolean;
  close(): void;
}

/** Milliseconds to wait for another process that is writing: 5 s, far more than any transaction here takes. */
export const busyTimeoutMs = 5_000;

/** Milliseconds between two tries. */
export const busyRetryMs = 5;

/**
 * Opens `state.db` in the directory. The file is for its owner alone, and so is the directory if it has to be made.
 * Throws a `HandrailError` of code `state-unavailable` that says what to do.
 */
export function openDatabase(stateDir: string): Database {
  try {
    makeDirectory(stateDir);
    return openFile(databaseIn(stateDir));
  } catch (error) {
    throw stateUnavailable(stateDir, error);
  }
}

function openFile(path: string): Database {
  // SQLite says of a directory only that it cannot be opened, and waits at a pipe for whoever opens its other end.
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new NoDatabaseFile(`${path} is not a file`);
  refuseLink(dirname(path), path);
  createForOwner(path);
  const connection = connect(path);
  try {
    const database = wrap(connection, path);
    chmodSync(path, 0o600);
    whileBusy(() => database.script('PRAGMA journal_mode = WAL'));
    database.script('PRAGMA synchronous = NORMAL');
    whileBusy(() => migrate(database));
    // Of a database from before there was such a note, or whose note is gone, or was not written anew.
    noteAtOpening(database, dirname(path));
    return database;
  } catch (error) {
    connection.libsql.close();
    throw error;
  }
}

/** SQLite has its other files be of whoever has this one. One that is empty is a new database; once it is open, to close it elsewhere would end the locks on it. */
function createForOwner(path: string): void {
  if (process.getuid?.() !== 0 || existsSync(path)) return;
  try {
    const descriptor = openSync(path, 'wx', 0o600);
    try {
      handOver(dirname(path), descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    // Another process has made it.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** Tries again while another process is writing. It stops this process, which has nothing under way before it is open. */
export function whileBusy(work: () => void): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyRetryMs);
    }
  }
}

function wrap({ libsql, statements }: Connection, path: string): Database {
  const opened = inodeOf(path);
  let isClosed = false;
  let hasFailed = false;
  const prepared = <T>(sql: string, use: (statement: Statement) => T): T => {
    try {
      const statement = statements.get(sql) ?? libsql.prepare(sql);
      statements.set(sql, statement);
      return use(statement);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const all: Database['all'] = (sql, ...values) =>
    prepared(sql, (statement) => statement.all(...values)).map(withoutMetadata);
  // A prepared statement that was refused, as another process writes, goes on to hold what the database was then: until it is run
  // again, this process would see nothing that others write.
  const say = (sql: string): void => void libsql.exec(sql);
  const isInPlace = (): boolean => inodeOf(path) === opened;
  let haveChanged = false;
  let changes = 0;
  const write: Database['write'] = (work) => {
    try {
      return transaction(work, say);
    } finally {
      if (haveChanged) noteOrNot();
    }
  };
  /** Where that is not possible, the note goes on to say that the database has to be asked. */
  const noteOrNot = (): void => {
    haveChanged = false;
    changes += 1;
    try {
      noteGrants({ all, write }, dirname(path));
    } catch {
      // As above.
    }
  };
  return {
    all,
    run: (sql, ...values) => prepared(sql, (statement) => statement.run(...values)).changes,
    script: (sql) => void libsql.exec(sql),
    write,
    changeGrants() {
      noteGranted(dirname(path), null);
      haveChanged = true;
      changes += 1;
    },
    grantsVersion: () => `${all('PRAGMA data_version')[0]?.data_version} ${changes}`,
    isInPlace,
    close() {
      if (isClosed) return;
      isClosed = true;
      // What a statement holds that has failed, the next user would have to go by.
      if (isInPlace() && !hasFailed && !libsql.inTransaction) putBy(path, { libsql, statements });
      else libsql.close();
    },
  };
}

/** A note that says something else than the database must not stay; one that says nothing, nobody goes by. */
function noteAtOpening(database: Database, stateDir: string): void {
  try {
    whileBusy(() => noteGrants(database, stateDir));
  } catch (error) {
    if (notedGranted(stateDir) !== null) throw error;
  }
}

/** Notes what is granted, unless the note says so. */
function noteGrants(database: Pick<Database, 'all' | 'write'>, stateDir: string): void {
  const noted = notedGranted(stateDir);
  if (noted !== null && isDeepStrictEqual(noted, allGranted(database))) return;
  database.write(() => noteGranted(stateDir, allGranted(database)));
}

/** `null`: not all of them can be read. None is left out for that: whoever reads the note asks the database, which says so. */
function allGranted({ all }: Pick<Database, 'all'>): readonly NotedGrant[] | null {
  try {
    return all("SELECT * FROM grants WHERE kind IN ('call', 'command') ORDER BY id").map(toNoted);
  } catch {
    return null;
  }
}

function toNoted(row: Row): NotedGrant {
  const subject: unknown = JSON.parse(String(row.subject));
  return {
    ...(row.kind === 'call'
      ? { kind: 'call', words: subject as readonly string[], cwd: String(row.place) }
      : { kind: 'command', key: Object(subject).key }),
    contract: String(row.contract),
    conversationId: row.conversation === '' ? null : String(row.conversation),
    grantedAtMs: Number(row.granted_at),
    expiresAtMs: row.expires_at === null ? null : Number(row.expires_at),
  };
}

/** `null`: there is none, or it cannot be looked at, which whoever opens it anew is told. */
function inodeOf(path: string): number | null {
  try {
    return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
  } catch {
    return null;
  }
}

/** Whether the error says that another process was writing. */
export function isBusy(error: unknown): boolean {
  return codeOf(error)?.startsWith('SQLITE_BUSY') === true;
}

function transaction<T>(work: () => T, say: (sql: string) => void): T {
  say('BEGIN IMMEDIATE');
  try {
    const result = work();
    say('COMMIT');
    return result;
  } catch (error) {
    try {
      say('ROLLBACK');
    } catch {
      // After some errors, a full disk is one, SQLite has rolled back by itself. The first error is the one to tell.
    }
    throw error;
  }
}

/** The driver adds a key of its own to the rows it returns. */
function withoutMetadata(row: unknown): Row {
  if (typeof row !== 'object' || row === null)
    throw new Error('expected a row of the database to be an object');
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== '_metadata'));
}
