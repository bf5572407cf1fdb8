import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError, isMissing, messageOf } from '../model/errors.ts';
import { mayBeSpecial } from '../model/special-file.ts';
import { type AuditRow, readRow } from './audit-row.ts';
import { ownersIn } from './hand-over.ts';
import { readFileOf } from './own-file.ts';
import { stateUnavailable } from './state-directory.ts';

/** A journal that was taken from the host that wrote it, to be removed when its rows are in the log. */
export interface TakenJournal {
  /** Absolute. */
  readonly path: string;
  /** In the order of writing. */
  readonly rows: readonly AuditRow[];
}

/** Where hosts keep their journals: see `journal.ts`. */
export function journalsIn(stateDir: string): string {
  return join(stateDir, 'journal');
}

/** The path of a journal that is not there yet. */
export function newJournalIn(stateDir: string): string {
  return join(journalsIn(stateDir), `${randomBytes(8).toString('hex')}${written}`);
}

/** How the name of a journal ends that a host writes, and of one that was taken from it. */
const written = '.rows';
const taken = '.taken';

const journalName = /^[0-9a-f]{16}\.(rows|taken)$/;

/** What a journal is called once it was taken. */
export function takenFrom(path: string): string {
  return path.endsWith(taken) ? path : `${path.slice(0, -written.length)}${taken}`;
}

/** Milliseconds after which an empty journal is taken for one whose host was killed: a day. A host that goes on begins another one. */
const leftMs = 24 * 60 * 60 * 1_000;

/** The journals whose rows wait to be taken into the log, and what hosts that were killed have left. */
export function waitingJournals(stateDir: string): readonly string[] {
  const directory = journalsIn(stateDir);
  try {
    // Mostly there is none, and to make an error of that takes longer than to look.
    if (statSync(directory, { throwIfNoEntry: false }) === undefined) return [];
    const paths = readdirSync(directory).filter((name) => journalName.test(name));
    return paths.map((name) => join(directory, name)).filter(waits);
  } catch (error) {
    if (isMissing(error)) return [];
    throw stateUnavailable(stateDir, error);
  }
}

function waits(path: string): boolean {
  const found = lstatSync(path, { ...mayBeSpecial, throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isFile() || found.size > 0 || path.endsWith(taken)) return true;
  return Date.now() - Number(found.mtimeMs) > leftMs;
}

/**
 * Takes the journals that wait from their hosts, and reads them. To be called within a write transaction: of two who take, the second then has
 * the rows of the first in the log. A host sees after each row whether its journal is still in its place, and writes to another one what may
 * have come too late. Throws a `HandrailError` of code `state-unavailable` for what is no journal: nothing of the record is passed over.
 */
export function takeJournals(stateDir: string): readonly TakenJournal[] {
  const owners = ownersIn(stateDir);
  return waitingJournals(stateDir).flatMap((found) => {
    const path = takenFrom(found);
    try {
      if (path !== found) renameSync(found, path);
    } catch (error) {
      if (isMissing(error)) return [];
      throw stateUnavailable(stateDir, error);
    }
    try {
      const { text } = readFileOf(path, owners);
      return { path, rows: rowsOf(text) };
    } catch (error) {
      if (isMissing(error)) return [];
      throw new HandrailError(
        'state-unavailable',
        `expected ${path} to be a journal of the audit log (${messageOf(error)}); keep a copy of it, and move it away`,
        { cause: error },
      );
    }
  });
}

/**
 * What comes after the last end of a line was never written whole: the machine went down, and no call began by that. Some file systems
 * have zeros there.
 */
function rowsOf(text: string): readonly AuditRow[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line, at) => {
    try {
      return readRow(JSON.parse(line));
    } catch (error) {
      throw new Error(`line ${at + 1}: ${messageOf(error)}`, { cause: error });
    }
  });
}
