import { statSync } from 'node:fs';
import Libsql from 'libsql';

/** What was prepared. */
export type Statement = Libsql.Statement;

/** An open connection with what was prepared in it. One user at a time has it. */
export interface Connection {
  readonly libsql: Libsql.Database;
  /** By their text. */
  readonly statements: Map<string, Statement>;
}

interface Idle {
  readonly path: string;
  readonly connection: Connection;
  /** What was at the path when it was put by. */
  readonly files: string;
}

/**
 * The connections of this process that nobody uses, the one put by last at the end. The driver cannot end a prepared statement, and as long as there is one, SQLite
 * keeps the three files of a connection open that was closed: until V8 happens to collect what is left of it. So they are used again, or who makes and closes
 * one `Bash` after the other would run out of descriptors.
 */
const idle: Idle[] = [];

/** Of how many databases a connection is put by: four, with three files each. There is seldom more than one in a process. */
const mostIdle = 4;

/** A connection to the database at a path, where one may be made: of this process, or a new one. */
export function connect(path: string): Connection {
  dropReplaced();
  const at = idle.findLastIndex((one) => one.path === path);
  const [found] = at === -1 ? [] : idle.splice(at, 1);
  return found?.connection ?? { libsql: new Libsql(path, { timeout: 0 }), statements: new Map() };
}

/** Puts a connection by that is in order, of which no statement has failed, with no transaction under way. */
export function putBy(path: string, connection: Connection): void {
  dropReplaced();
  const files = filesAt(path);
  if (files === null) return void connection.libsql.close();
  idle.push({ path, connection, files });
  if (idle.length > mostIdle) idle.shift()?.connection.libsql.close();
}

/** Those whose files are gone, or are others by now. */
function dropReplaced(): void {
  for (const one of [...idle]) {
    if (filesAt(one.path) === one.files) continue;
    idle.splice(idle.indexOf(one), 1);
    one.connection.libsql.close();
  }
}

/** Which files the database and its write-ahead log are; `null`: not all are there, or they cannot be looked at. */
function filesAt(path: string): string | null {
  try {
    const found = ['', '-wal', '-shm'].map((end) => statSync(`${path}${end}`, { bigint: true }));
    return found.map(({ dev, ino }) => `${dev}:${ino}`).join(' ');
  } catch {
    return null;
  }
}
