import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mayBeSpecial } from '../model/special-file.ts';

/** The text of a file that nobody else can have written. Throws for any other, and for a link. */
export function readOwnFile(path: string): string {
  return readOwnFileOf(path).text;
}

/** The same, with the time of its last change in whole milliseconds since 1970. */
export function readOwnFileOf(path: string): { readonly text: string; readonly changedAtMs: number } {
  return readFileOf(path, [process.getuid?.()]);
}

/** The same of a file that one of these users has. */
export function readFileOf(
  path: string,
  owners: readonly (number | undefined)[],
): { readonly text: string; readonly changedAtMs: number } {
  // Nobody would ever write to a pipe that was put there.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(descriptor, mayBeSpecial);
    if (!found.isFile()) throw new Error('it is no file');
    if (!owners.includes(Number(found.uid)) || (found.mode & 0o022n) !== 0n)
      throw new Error('others can have written it');
    return { text: readFileSync(descriptor, 'utf8'), changedAtMs: Number(found.mtimeMs) };
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a file for this user alone, whole or not at all, in the place of one that is there. */
export function writeOwnFile(path: string, text: string): void {
  drafted(path, text, (draft) => renameSync(draft, path));
}

/** The same where none is there. Whether none was: of several processes one alone is told so. */
export function createOwnFile(path: string, text: string): boolean {
  try {
    drafted(path, text, (draft) => linkSync(draft, path));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST') return false;
    // Some file systems have no second names. There two processes that begin at the same moment may both be told so.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    writeOwnFile(path, text);
    return true;
  }
}

function drafted(path: string, text: string, place: (draft: string) => void): void {
  // Of each process its own: none takes up what another one has begun.
  const draft = `${path}.${process.pid}.draft`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}
