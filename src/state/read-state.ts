import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { isMissing } from '../model/errors.ts';
import { mayBeSpecial } from '../model/special-file.ts';
import { type Database, openDatabase } from './database.ts';
import { takenFrom, waitingJournals } from './journal-files.ts';
import { queuedPaths } from './record-queue.ts';
import { databaseIn, inStateWords, stateUnavailable } from './state-directory.ts';
import { takeWaiting } from './take-waiting.ts';

/**
 * Has `use` read the state, with the calls that waited to be taken into the log. A state directory that cannot be written, on a medium
 * or by a mount that is read-only, is copied for that, as it was at one moment. Throws a `HandrailError` of code `state-unavailable`.
 */
export function readState<T>(stateDir: string, use: (database: Database) => T): T {
  if (!existsSync(databaseIn(stateDir)) || canBeWritten(stateDir)) return readIn(stateDir, stateDir, use);
  const copy = mkdtempSync(join(tmpdir(), 'handrail-state-'));
  try {
    copyState(stateDir, copy);
    return readIn(copy, stateDir, use);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function readIn<T>(directory: string, stateDir: string, use: (database: Database) => T): T {
  const database = openDatabase(directory);
  try {
    takeIn(database, directory, stateDir);
    return use(database);
  } finally {
    database.close();
  }
}

/** A copy is gone by the time that somebody is told of it: what is named is what was copied. */
function takeIn(database: Database, directory: string, stateDir: string): void {
  try {
    takeWaiting(database, directory);
  } catch (error) {
    throw inStateWords(stateDir, error);
  }
}

function canBeWritten(stateDir: string): boolean {
  try {
    for (const path of [stateDir, databaseIn(stateDir)]) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** How often it is copied anew because somebody wrote to it meanwhile: 100. The log goes into the database once in some hundred calls. */
const mostCopies = 100;

function copyState(stateDir: string, copy: string): void {
  const into = (path: string): string => join(copy, relative(stateDir, path));
  try {
    // First: what is taken into the log from now on is in both, and is taken in once.
    for (const path of queuedPaths(stateDir)) copyOwn(path, into(path));
    // Whoever takes a journal renames it first, and removes it once its rows are in the log.
    for (const path of waitingJournals(stateDir))
      if (!copyOwn(path, into(path))) copyOwn(takenFrom(path), into(path));
    for (let count = 1; !isCopied(stateDir, into); count += 1)
      if (count === mostCopies) throw new Error('others wrote to it each time that it was copied');
  } catch (error) {
    throw stateUnavailable(stateDir, error);
  }
}

/**
 * Copies the database, then its write-ahead log, to which may be added meanwhile: SQLite passes over what of that is not whole. `false` where
 * something of the log went into the database meanwhile, or the log was begun anew, and these are not of one moment.
 */
function isCopied(stateDir: string, into: (path: string) => string): boolean {
  const path = databaseIn(stateDir);
  const log = `${path}-wal`;
  const before = writtenAt(path);
  for (const each of [path, log]) copyOwn(each, into(each));
  return writtenAt(path) === before && startOf(log) === startOf(into(log));
}

/** When it was written last, in nanoseconds; `null` where it is not there. */
function writtenAt(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null;
}

/** The header of a write-ahead log, 32 bytes, in which two numbers are others each time that it is begun; empty where there is none. */
function startOf(log: string): string {
  if (!existsSync(log)) return '';
  const descriptor = openSync(log, 'r');
  try {
    const header = Buffer.alloc(32);
    return header.toString('hex', 0, readSync(descriptor, header));
  } finally {
    closeSync(descriptor);
  }
}

/** A copy for this user alone, whoever has the file. `false`: there is none. Throws for a pipe, which would have no end. */
function copyOwn(path: string, copy: string): boolean {
  rmSync(copy, { force: true });
  if (statSync(path, { ...mayBeSpecial, throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${path} is no file`);
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  try {
    copyFileSync(path, copy);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
  chmodSync(copy, 0o600);
  return true;
}
