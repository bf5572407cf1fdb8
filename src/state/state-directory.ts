import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HandrailError, messageOf } from '../model/errors.ts';

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
    throw existsSync(path) ? new Error(`${path} is not a directory`, { cause: error }) : error;
  }
}

/** What is below a file is none either: by which error that is told depends on the version of Node. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
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
