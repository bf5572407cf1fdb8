import { statSync } from 'node:fs';
import { readBootId } from '../jobs/boot-id.ts';
import { isMissing, messageOf } from '../model/errors.ts';
import type { NotedGrant } from '../model/grant.ts';
import { ownersIn } from './hand-over.ts';
import { readFileOf, writeOwnFile } from './own-file.ts';
import { databaseIn, grantedIn } from './state-directory.ts';

/**
 * Writes the note anew, whole or not at all. `null`: they are not known, and the database has to be asked; so it is from before a
 * transaction that changes them until after it. To be called by one process at a time: within a transaction that writes.
 */
export function noteGranted(stateDir: string, granted: readonly NotedGrant[] | null): void {
  try {
    writeOwnFile(grantedIn(stateDir), JSON.stringify({ ...placeOf(stateDir), granted }), stateDir);
  } catch (error) {
    throw new Error(`what is granted could not be noted: ${messageOf(error)}`, { cause: error });
  }
}

/** What the note has, ended or not; nothing where there is no note. `null`: that is not known, so that the database has to be asked. */
export function notedGranted(stateDir: string): readonly NotedGrant[] | null {
  try {
    const note: unknown = JSON.parse(readFileOf(grantedIn(stateDir), ownersIn(stateDir)).text);
    if (typeof note !== 'object' || note === null || !('granted' in note)) return null;
    const { granted } = note;
    const isWhole = Array.isArray(granted) && granted.every(isNotedGrant);
    return isOf(note, placeOf(stateDir)) && isWhole ? granted : null;
  } catch (error) {
    return isMissing(error) ? [] : null;
  }
}

/** What a note is of: where the machine has lost its power since, or the database is another one, the two may not agree. */
interface NotePlace {
  readonly boot: string | null;
  /** The inode of the database. */
  readonly database: number | null;
}

function placeOf(stateDir: string): NotePlace {
  const database = statSync(databaseIn(stateDir), { throwIfNoEntry: false })?.ino ?? null;
  return { boot: readBootId(), database };
}

function isOf(note: object, { boot, database }: NotePlace): boolean {
  return (
    database !== null &&
    'boot' in note &&
    note.boot === boot &&
    'database' in note &&
    note.database === database
  );
}

type Field = keyof Extract<NotedGrant, { readonly kind: 'call' }> | 'key';

function isNotedGrant(value: unknown): value is NotedGrant {
  if (typeof value !== 'object' || value === null) return false;
  const { contract, conversationId, grantedAtMs, expiresAtMs, ...what }: Partial<Record<Field, unknown>> =
    value;
  return (
    (isCall(what) || isCommand(what)) &&
    typeof contract === 'string' &&
    (conversationId === null || typeof conversationId === 'string') &&
    typeof grantedAtMs === 'number' &&
    (expiresAtMs === null || typeof expiresAtMs === 'number')
  );
}

function isCall({ kind, words, cwd }: Partial<Record<Field, unknown>>): boolean {
  const isWords = Array.isArray(words) && words.every((word) => typeof word === 'string');
  return kind === 'call' && isWords && typeof cwd === 'string';
}

function isCommand({ kind, key }: Partial<Record<Field, unknown>>): boolean {
  return kind === 'command' && typeof key === 'string';
}
