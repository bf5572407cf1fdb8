import type { Database } from './database.ts';
import { NewerSchema } from './state-directory.ts';

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

/** Brings the schema up to this version. Throws where it is of a newer one. */
export function migrate(database: Database): void {
  // To write it down again would take a transaction each time.
  if (versionOf(database) === migrations.length) return;
  database.write(() => {
    const version = versionOf(database);
    if (version > migrations.length) {
      throw new NewerSchema(
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
