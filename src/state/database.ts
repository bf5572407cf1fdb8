import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { HandrailError, messageOf } from '../model/errors.ts';

/** A value that a statement can be given. */
export type Bindable = string | number | null;

/** A row of a result, by column name. */
export type Row = Readonly<Record<string, unknown>>;

/** The one state database. Everything is synchronous: a statement takes tens of microseconds. */
export interface Database {
  all(sql: string, ...values: readonly Bindable[]): readonly Row[];
  run(sql: string, ...values: readonly Bindable[]): void;
  /** Runs several statements, none of them with values. */
  script(sql: string): void;
  /** Runs `work` as one write transaction, alone among all processes that use the database. */
  write<T>(work: () => T): T;
  close(): void;
}

/** Milliseconds to wait for another process that is writing: 5 s, far more than any transaction here takes. */
const busyTimeoutMs = 5_000;

/** Milliseconds between two such tries. */
const busyRetryMs = 5;

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
];

/**
 * Opens `state.db` in the directory. The file is for its owner alone, and so is the directory if it has to be made.
 * Throws a `HandrailError` of code `state-unavailable` that says what to do.
 */
export function openDatabase(stateDir: string): Database {
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    return openFile(join(stateDir, 'state.db'));
  } catch (error) {
    throw new HandrailError(
      'state-unavailable',
      `expected a state directory that can be written, got ${stateDir} (${messageOf(error)}); ` +
        'make it writable or set "stateDir" to another one',
      { cause: error },
    );
  }
}

function openFile(path: string): Database {
  const connection = new Libsql(path, { timeout: busyTimeoutMs });
  try {
    const database = wrap(connection);
    chmodSync(path, 0o600);
    whileBusy(() => database.script('PRAGMA journal_mode = WAL'));
    database.script('PRAGMA synchronous = NORMAL');
    migrate(database);
    return database;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Tries again while another process has the database: SQLite does not wait by itself when the journal mode changes. */
function whileBusy(work: () => void): void {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
      if (!isBusy || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyRetryMs);
    }
  }
}

function wrap(connection: Libsql.Database): Database {
  const statements = new Map<string, Libsql.Statement>();
  const prepare = (sql: string): Libsql.Statement => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: (sql, ...values) =>
      prepare(sql)
        .all(...values)
        .map(withoutMetadata),
    run: (sql, ...values) => void prepare(sql).run(...values),
    script: (sql) => void connection.exec(sql),
    write: (work) => connection.transaction(work).immediate(),
    close: () => void connection.close(),
  };
}

/** The driver adds a key of its own to the rows it returns. */
function withoutMetadata(row: unknown): Row {
  if (typeof row !== 'object' || row === null)
    throw new Error('expected a row of the database to be an object');
  return Object.fromEntries(Object.entries(row).filter(([column]) => column !== '_metadata'));
}

function migrate(database: Database): void {
  database.write(() => {
    const version = Number(database.all('PRAGMA user_version')[0]?.user_version);
    if (version > migrations.length) {
      throw new Error(
        `it was written by a newer handrail (schema ${version}, this one knows ${migrations.length})`,
      );
    }
    for (const migration of migrations.slice(version)) database.script(migration);
    database.script(`PRAGMA user_version = ${migrations.length}`);
  });
}
