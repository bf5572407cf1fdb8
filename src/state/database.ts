import { chmodSync, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Libsql from 'libsql';
import { type NotedCall, noteCalls } from './granted-note.ts';
import { databaseIn, grantedIn, makeDirectory, stateUnavailable } from './state-directory.ts';

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
  /** Has it known what is granted. To be called within a transaction that changes that. See `grantedIn()`. Throws when it cannot be written. */
  noteGrants(): void;
  /** Whether the file that was opened is still the one in its place. */
  isInPlace(): boolean;
  close(): void;
}

/** Milliseconds to wait for another process that is writing: 5 s, far more than any transaction here takes. */
export const busyTimeoutMs = 5_000;

/** Milliseconds between two tries. */
export const busyRetryMs = 5;

/** The changes that make the schema, in order. One that has been released is never edited. */
const migrations: readonly string[] = [
  `CREATE TABLE audit (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     call TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('opened', 'closed')),
     at INTEGER NOT NULL,
     body TEXT NOT NULL,
     previous TEXT NOT NULL,
     hash TEXT NOT NULL UNIQUE,
     UNIQUE (call, kind)
   ) STRICT;
   CREATE INDEX audit_by_time ON audit (kind, at);
   CREATE TRIGGER audit_keeps_rows BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows are kept'); END;
   CREATE TRIGGER audit_keeps_text BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows are kept'); END;`,
  `CREATE TABLE jobs (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     call TEXT NOT NULL,
     contract TEXT NOT NULL,
     conversation TEXT NOT NULL,
     command TEXT NOT NULL,
     cwd TEXT NOT NULL,
     description TEXT,
     started_at INTEGER NOT NULL,
     boot TEXT,
     host_pid INTEGER NOT NULL,
     host_start INTEGER,
     shell_pid INTEGER NOT NULL,
     shell_start INTEGER,
     supervisor_pid INTEGER,
     supervisor_start INTEGER,
     mark TEXT NOT NULL,
     directory TEXT NOT NULL,
     read_bytes INTEGER NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('running', 'ended', 'lost')),
     exit TEXT,
     ended_at INTEGER,
     told INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX jobs_running ON jobs (state) WHERE state = 'running';
   CREATE INDEX jobs_untold ON jobs (conversation) WHERE told = 0;
   CREATE INDEX jobs_by_end ON jobs (ended_at);`,
  `CREATE TABLE grants (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     contract TEXT NOT NULL,
     words TEXT NOT NULL,
     cwd TEXT NOT NULL,
     granted_at INTEGER NOT NULL,
     expires_at INTEGER,
     UNIQUE (contract, words, cwd)
   ) STRICT;`,
  // A grant is no longer of a call alone: `subject` is what is granted, as JSON, and `place` where.
  `CREATE TABLE grants_of_all_kinds (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     contract TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('call', 'access')),
     subject TEXT NOT NULL,
     place TEXT NOT NULL,
     granted_at INTEGER NOT NULL,
     expires_at INTEGER,
     UNIQUE (contract, kind, subject, place)
   ) STRICT;
   INSERT INTO grants_of_all_kinds (id, contract, kind, subject, place, granted_at, expires_at)
     SELECT id, contract, 'call', words, cwd, granted_at, expires_at FROM grants;
   DROP TABLE grants;
   ALTER TABLE grants_of_all_kinds RENAME TO grants;`,
  // A grant can be of one conversation; '' is that of all, as NULLs would not be the same thing twice.
  `CREATE TABLE grants_of_conversations (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     contract TEXT NOT NULL,
     conversation TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('call', 'access', 'command')),
     subject TEXT NOT NULL,
     place TEXT NOT NULL,
     granted_at INTEGER NOT NULL,
     expires_at INTEGER,
     UNIQUE (contract, conversation, kind, subject, place)
   ) STRICT;
   INSERT INTO grants_of_conversations (id, contract, conversation, kind, subject, place, granted_at, expires_at)
     SELECT id, contract, '', kind, subject, place, granted_at, expires_at FROM grants;
   DROP TABLE grants;
   ALTER TABLE grants_of_conversations RENAME TO grants;
   CREATE TABLE approvals (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     key TEXT NOT NULL,
     question TEXT NOT NULL,
     masked INTEGER NOT NULL,
     boot TEXT,
     host_pid INTEGER NOT NULL,
     host_start INTEGER,
     asked_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('waiting', 'left', 'answered', 'cancelled')),
     answer TEXT,
     answered_at INTEGER,
     was_left INTEGER NOT NULL,
     taken INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX approvals_open ON approvals (state) WHERE state IN ('waiting', 'left');
   CREATE INDEX approvals_by_key ON approvals (key) WHERE taken = 0;`,
  // Hashes have no index any more: none is looked for, and each row was a quarter dearer for it. The number of the last row is kept.
  `CREATE TABLE audit_of_chain (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     call TEXT NOT NULL,
     kind TEXT NOT NULL CHECK (kind IN ('opened', 'closed')),
     at INTEGER NOT NULL,
     body TEXT NOT NULL,
     previous TEXT NOT NULL,
     hash TEXT NOT NULL,
     UNIQUE (call, kind)
   ) STRICT;
   INSERT INTO audit_of_chain SELECT * FROM audit ORDER BY seq;
   DELETE FROM sqlite_sequence WHERE name = 'audit_of_chain';
   INSERT INTO sqlite_sequence SELECT 'audit_of_chain', seq FROM sqlite_sequence WHERE name = 'audit';
   DROP TABLE audit;
   ALTER TABLE audit_of_chain RENAME TO audit;
   CREATE INDEX audit_by_time ON audit (kind, at);
   CREATE TRIGGER audit_keeps_rows BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows are kept'); END;
   CREATE TRIGGER audit_keeps_text BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'audit rows are kept'); END;`,
];

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
  const connection = new Libsql(path, { timeout: 0 });
  try {
    const database = wrap(connection, path);
    chmodSync(path, 0o600);
    whileBusy(() => database.script('PRAGMA journal_mode = WAL'));
    database.script('PRAGMA synchronous = NORMAL');
    whileBusy(() => migrate(database));
    // Of a database from before there was such a note, or whose note is gone.
    if (!existsSync(grantedIn(dirname(path))) && hasGrants(database)) {
      whileBusy(() => database.write(() => database.noteGrants()));
    }
    return database;
  } catch (error) {
    connection.close();
    throw error;
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

function wrap(connection: Libsql.Database, path: string): Database {
  const opened = inodeOf(path);
  const statements = new Map<string, Libsql.Statement>();
  const prepare = (sql: string): Libsql.Statement => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const all: Database['all'] = (sql, ...values) =>
    prepare(sql)
      .all(...values)
      .map(withoutMetadata);
  return {
    all,
    run: (sql, ...values) => prepare(sql).run(...values).changes,
    script: (sql) => void connection.exec(sql),
    write: (work) => transaction(work, (sql) => void prepare(sql).run()),
    noteGrants: () => noteCalls(dirname(path), all(grantedCalls).map(toNoted)),
    isInPlace: () => inodeOf(path) === opened,
    close: () => void connection.close(),
  };
}

const grantedCalls = "SELECT subject, place FROM grants WHERE kind = 'call' ORDER BY id";

/** What cannot be read is not left out: who reads the note asks the database, which says so. */
function toNoted({ subject, place }: Row): NotedCall {
  return { words: JSON.parse(String(subject)), cwd: String(place) };
}

function hasGrants(database: Database): boolean {
  return database.all('SELECT id FROM grants LIMIT 1').length > 0;
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

/** Whether the error says that another process was writing. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
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

function migrate(database: Database): void {
  // To write it down again would take a transaction each time.
  if (versionOf(database) === migrations.length) return;
  database.write(() => {
    const version = versionOf(database);
    if (version > migrations.length) {
      throw new Error(
        `it was written by a newer handrail (schema ${version}, this one knows ${migrations.length})`,
      );
    }
    for (const migration of migrations.slice(version)) database.script(migration);
    database.script(`PRAGMA user_version = ${migrations.length}`);
  });
}

function versionOf(database: Database): number {
  return Number(database.all('PRAGMA user_version')[0]?.user_version);
}
