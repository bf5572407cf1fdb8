import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HandrailError, messageOf } from '../model/errors.ts';

/** The database of a state directory. */
export function databaseIn(stateDir: string): string {
  return join(stateDir, 'state.db');
}

/**
 * An empty file, where something was ever granted: to learn that nothing was, nobody need open the database. It is made before the first grant is,
 * and stays. Whoever misses it asks once more.
 */
export function grantedIn(stateDir: string): string {
  return join(stateDir, 'granted');
}

/** Level by level: in /proc, where nothing can be made, Node's own recursive way does not come to an end. */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isDirectory(path)) throw error; // Else another process made it meanwhile.
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The error of a state directory that cannot be used, whatever was to be done in it. */
export function stateUnavailable(stateDir: string, error: unknown): HandrailError {
  return new HandrailError(
    'state-unavailable',
    `expected a state directory that can be written, got ${stateDir} (${messageOf(error)}); ` +
      'make it writable or set "stateDir" to another one',
    { cause: error },
  );
}
