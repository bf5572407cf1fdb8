import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename } from 'node:path';
import { codeOf } from '../../model/errors.ts';
import { textOfBytes } from './bytes-as-text.ts';
import { fileStubs, isStub } from './keeper-script.ts';
import type { FileView } from './mounts.ts';
import type { LinkView } from './worktree.ts';

/** The files of this machine, as this user sees them. What it cannot see, its commands cannot either. */
export const fileView: FileView & LinkView = {
  read,
  namesIn(directory) {
    try {
      if (!existsSync(directory)) return null;
      return readdirSync(directory).join('/');
    } catch {
      return null; // It is no directory, or not to be read.
    }
  },
  look(path) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    if (found.isSymbolicLink()) return 'link';
    if (!found.isDirectory()) return isFileStub(path) ? 'missing' : 'file';
    return isStub(path, found.mode) ? 'missing' : 'directory';
  },
  realPath(path) {
    try {
      // Most of what is asked for is not there, and to make an error of each takes longer than all the rest.
      if (!existsSync(path)) return null;
      return realpathSync.native(path);
    } catch {
      return null; // Nothing is there, or nothing that can be reached.
    }
  },
  newIn(directory) {
    try {
      accessSync(directory, constants.W_OK);
      return 'possible';
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'EACCES') return code === 'EROFS' || code === 'EPERM' ? 'never' : 'possible';
      return statSync(directory).uid === process.getuid?.() ? 'owner' : 'never';
    }
  },
};

/** Nothing is read but what is a file: at a pipe this process would wait, for ever it may be. */
function read(path: string): string | null {
  try {
    // To make an error of what is not there, or of a directory, takes longer than all the rest.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return fstatSync(fd).isFile() ? textOfBytes(readFileSync(fd)) : null;
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
