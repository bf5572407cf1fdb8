import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileSystemOf } from './file-systems.ts';
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
 * Tells what is at paths from what comes in its place, also where that is given the same inode number: by when its inode was last
 * changed. A directory is changed with all that is put into it, and is told by when it was made.
 */
export function identitiesOf(paths: readonly string[]): string {
  return paths.map(identityOf).join(' ');
}

function identityOf(path: string): string {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return '';
  return `${found.dev}:${found.ino}:${found.isDirectory() ? found.birthtimeNs : found.ctimeNs}`;
}

/** Whether `identitiesOf` tells whatever can come in the place of what is there. A file system of another machine may just forget it. */
export function hasTellingIdentity(path: string): boolean {
  try {
    const found = lstatSync(path, { bigint: true });
    const fileSystem = fileSystemOf(found.isDirectory() ? path : dirname(path));
    const isDated = !found.isDirectory() || found.birthtimeNs > 0n;
    return fileSystem === 'kernel' || (fileSystem === 'times' && isDated);
  } catch {
    return false; // It is gone, or not to be looked at.
  }
}

/** Nothing is read but what is a file: at a pipe this process would wait, for ever it may be. */
function read(path: string): string | null {
  try {
    // To make an error of what is not there, or of a directory, takes longer than all the rest.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return fstatSync(fd).isFile() ? readFileSync(fd, 'utf8') : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null; // It is not to be read.
  }
}

function isFileStub(path: string): boolean {
  const text = fileStubs.get(basename(path));
  return text !== undefined && read(path) === text;
}
