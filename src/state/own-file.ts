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
import { codeOf } from '../model/errors.ts';
import { mayBeSpecial } from '../model/special-file.ts';
import { handOver } from './hand-over.ts';

/**
 * The text of a file that nobody but its owner can have written, one of these users, with the time of its last change in whole milliseconds since
 * 1970. Throws for any other, and for a link.
 */
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

/** Writes a file for one user alone, whole or not at all, in the place of one that is there. `stateDir`: the state that it is part of, if any, see `handOver()`. */
export function writeOwnFile(path: string, text: string, stateDir: string | null): void {
  drafted(path, { text, stateDir }, (draft) => renameSync(draft, path));
}

/** The same where none is there. Whether none was: of several processes one alone is told so. */
export function createOwnFile(path: string, text: string, stateDir: string | null): boolean {
  try {
    drafted(path, { text, stateDir }, (draft) => linkSync(draft, path));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return false;
    // Some file systems have no second names. There two processes that begin at the same moment may both be told so.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    writeOwnFile(path, text, stateDir);
    return true;
  }
}

interface Written {
  readonly text: string;
  readonly stateDir: string | null;
}

function drafted(path: string, { text, stateDir }: Written, place: (draft: string) => void): void {
  // Of each process its own: none takes up what another one has begun.
  const draft = `${path}.${process.pid}.draft`;
  try {
    // What a process of this id has left that was killed. A link is not followed.
    rmSync(draft, { force: true });
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(descriptor, text);
      if (stateDir !== null) handOver(stateDir, descriptor);
    } finally {
      closeSync(descriptor);
    }
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}
