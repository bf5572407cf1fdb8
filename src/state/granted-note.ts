import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readBootId } from '../jobs/boot-id.ts';
import { messageOf } from '../model/errors.ts';
import type { Grant } from '../model/grant.ts';
import { readOwnFile } from './own-file.ts';
import { databaseIn, grantedIn } from './state-directory.ts';

/** A call that was granted. */
export type GrantedCall = Extract<Grant, { readonly kind: 'call' }>;

/**
 * Writes the note anew, whole or not at all. `null`: they are not known, and the database has to be asked; so it is from before a
 * transaction that changes them until after it. To be called by one process at a time: within a transaction that writes.
 */
export function noteCalls(stateDir: string, calls: readonly GrantedCall[] | null): void {
  const path = grantedIn(stateDir);
  const draft = `${path}.new`;
  try {
    writeFileSync(draft, JSON.stringify({ ...placeOf(stateDir), calls }), { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Error(`what is granted could not be noted: ${messageOf(error)}`, { cause: error });
  }
}

/** The calls of the note, ended or not; none where there is no note. `null`: they are not known, so that the database has to be asked. */
export function notedCalls(stateDir: string): readonly GrantedCall[] | null {
  try {
    const note: unknown = JSON.parse(readOwnFile(grantedIn(stateDir)));
    if (typeof note !== 'object' || note === null || !('calls' in note)) return null;
    const { calls } = note;
    return isOf(note, placeOf(stateDir)) && Array.isArray(calls) && calls.every(isGrantedCall) ? calls : null;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? [] : null;
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

function isGrantedCall(value: unknown): value is GrantedCall {
  if (typeof value !== 'object' || value === null) return false;
  const {
    kind,
    words,
    cwd,
    contract,
    conversationId,
    grantedAtMs,
    expiresAtMs,
  }: Partial<Record<keyof GrantedCall, unknown>> = value;
  return (
    kind === 'call' &&
    Array.isArray(words) &&
    words.every((word) => typeof word === 'string') &&
    typeof cwd === 'string' &&
    typeof contract === 'string' &&
    (conversationId === null || typeof conversationId === 'string') &&
    typeof grantedAtMs === 'number' &&
    (expiresAtMs === null || typeof expiresAtMs === 'number')
  );
}
