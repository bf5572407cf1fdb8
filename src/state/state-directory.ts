import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, HandrailError, messageOf } from '../model/errors.ts';
import { handOver, refuseLink } from './hand-over.ts';

/** The database of a state directory. */
export function databaseIn(stateDir: string): string {
  return join(stateDir, 'state.db');
}

/**
 * A note of the calls and commands that are granted, made anew with each that is, so that nobody need open the database to learn of them. Whoever misses it
 * asks once more.
 */
export function grantedIn(stateDir: string): string {
  return join(stateDir, 'granted');
}

/** The questions of guards that were left for a person, a file each. */
export function leftIn(stateDir: string): string {
  return join(stateDir, 'left');
}

/** Level by level: in /proc, where nothing can be made, Node's own recursive way does not come to an end. */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (isDirectory(path)) return; // Another process made it meanwhile.
    throw isThere(path) ? new Error(`${path} is not a directory`, { cause: error }) : error;
  }
}

/** Makes a state directory unless it is there. Throws a `HandrailError` of code `state-unavailable` where that is not possible. */
export function makeStateDirectory(stateDir: string): void {
  try {
    makeDirectory(stateDir);
  } catch (error) {
    throw stateUnavailable(stateDir, error);
  }
}

/** Something has this name, if only a link that leads nowhere. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Makes a directory in a state directory, see `handOver()`. */
export function makeDirectoryIn(stateDir: string, path: string): void {
  refuseLink(stateDir, path);
  if (isDirectory(path)) return;
  makeDirectory(path);
  handOver(stateDir, path);
}

/** What is below a file is none either: by which error that is told depends on the version of Node. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    if (codeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/** The error of a state directory that cannot be used, whatever was to be done in it. */
export function stateUnavailable(stateDir: string, error: unknown): HandrailError {
  return new HandrailError(
    'state-unavailable',
    `expected a state directory that can be written, got ${stateDir} (${messageOf(error)}); ` +
      `${adviceOn(error)} set "stateDir" to another one`,
    { cause: error },
  );
}

/** What went wrong in a state directory, in words that say what to do: what SQLite says of a disk that is full, or of a damaged file, names no place. */
export function inStateWords(stateDir: string, error: unknown): HandrailError {
  return error instanceof HandrailError ? error : stateUnavailable(stateDir, error);
}

/** What is thrown for a database that a newer version has written. */
export class NewerSchema extends Error {
  readonly code = 'NEWER_SCHEMA';
}

/** What is thrown where something else has the name of the database. */
export class NoDatabaseFile extends Error {
  readonly code = 'NO_DATABASE_FILE';
}

/** What is thrown for a row that is not as it was kept. */
export class UnreadableRow extends Error {
  readonly code = 'UNREADABLE_ROW';
}

const damaged = 'keep a copy of the directory and move it away to begin a new one, or';
const full = 'make room for it, or';

const adviceByCode: Readonly<Record<string, string>> = {
  CHANGED_ROW: damaged,
  UNREADABLE_ROW: damaged,
  NO_DATABASE_FILE: damaged,
  NEWER_SCHEMA: 'use that version, or',
  SQLITE_NOTADB: damaged,
  SQLITE_CORRUPT: damaged,
  SQLITE_FULL: full,
  // What SQLite says where the file that its processes share can not grow.
  SQLITE_IOERR_SHMSIZE: full,
  SQLITE_IOERR: 'see that its disk is sound and has room, or',
  ENOSPC: full,
  EDQUOT: full,
  SQLITE_BUSY: 'end the process that holds it, or',
};

/** SQLite adds a word to some of its codes: `SQLITE_CORRUPT_INDEX`. */
function adviceOn(error: unknown): string {
  const code = codeOf(error) ?? '';
  const group = /^SQLITE_[A-Z]+/.exec(code)?.[0] ?? code;
  const known = [code, group].find((one) => Object.hasOwn(adviceByCode, one));
  return (known === undefined ? undefined : adviceByCode[known]) ?? 'make it writable or';
}
