import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { messageOf } from '../model/errors.ts';
import type { CallOffer } from '../model/grant.ts';
import { grantedIn } from './state-directory.ts';

/** A call that was granted: exactly these words, in this directory. For how long, and for whose calls, the database says. */
export type NotedCall = Pick<CallOffer, 'words' | 'cwd'>;

/** Writes the note anew, whole or not at all. To be called by one process at a time: within a transaction that writes. */
export function noteCalls(stateDir: string, calls: readonly NotedCall[]): void {
  const path = grantedIn(stateDir);
  const draft = `${path}.new`;
  try {
    writeFileSync(draft, JSON.stringify({ calls }), { mode: 0o600 });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Error(`what is granted could not be noted: ${messageOf(error)}`, { cause: error });
  }
}

/** The calls of the note; none where there is no note. `null`: they are not known, so that the database has to be asked. */
export function notedCalls(stateDir: string): readonly NotedCall[] | null {
  try {
    const note: unknown = JSON.parse(readFileSync(grantedIn(stateDir), 'utf8'));
    const calls = typeof note === 'object' && note !== null && 'calls' in note ? note.calls : null;
    return Array.isArray(calls) && calls.every(isNotedCall) ? calls : null;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? [] : null;
  }
}

function isNotedCall(value: unknown): value is NotedCall {
  if (typeof value !== 'object' || value === null || !('words' in value) || !('cwd' in value)) return false;
  const { words, cwd } = value;
  return typeof cwd === 'string' && Array.isArray(words) && words.every((word) => typeof word === 'string');
}
