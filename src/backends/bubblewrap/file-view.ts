import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileStubs, stubMode } from './keeper-script.ts';
import type { FileView } from './mounts.ts';
import type { LinkView } from './worktree.ts';

/** The files of this machine, as this user sees them. What it cannot see, its commands cannot either. */
export const fileView: FileView & LinkView = {
  read,
  look(path) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    if (found.isSymbolicLink()) return 'link';
    if (!found.isDirectory()) return isFileStub(path) ? 'missing' : 'file';
    return (found.mode & 0o7777) === stubMode ? 'missing' : 'directory';
  },
  realPath(path) {
    try {
      // Most of what is asked for is not there, and to make an error of each takes longer than all the rest.
      if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
      return realpathSync.native(path);
    } catch {
      return null; // Nothing is there, or nothing that can be reached.
    }
  },
};

/**
 * Tells a file from one that comes in its place, also where that is given the same inode number: by when its inode was last
 * changed. A directory is changed with all that is put into it, and is told by when it was made.
 */
export function identityOf(path: string): string {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return '';
  return `${found.dev}:${found.ino}:${found.isDirectory() ? found.birthtimeNs : found.ctimeNs}`;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // Nothing is there, or nothing that can be read.
  }
}

function isFileStub(path: string): boolean {
  const text = fileStubs.get(basename(path));
  return text !== undefined && read(path) === text;
}
