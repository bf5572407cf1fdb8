import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename } from 'node:path';
import { codeOf } from '../../../model/errors.ts';
import { fileStubs, isStub } from '../stub-script.ts';
import { textOfBytes } from './bytes-as-text.ts';
import type { FileView } from './mounts.ts';
import { type LinkView, mostOfPath } from './worktree.ts';

/** The files of this machine, as this user sees them. What it cannot see, its commands cannot either. */
export const fileView: FileView & LinkView = {
  read: (path) => read(path, mostOfText),
  readItself: (path) => read(path, mostOfText, (fd) => readlinkSync(`/proc/self/fd/${fd}`) === path),
  readPath: (path) => read(path, mostAroundPath),
  look(path) {
    const found = lookAt(path);
    if (found === undefined) return 'missing';
    if (found.isSymbolicLink()) return 'link';
    if (!found.isDirectory()) return isFileStub(path, found.size) ? 'missing' : 'file';
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

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // In a file there is nothing, and in a directory that this user may not go through nothing that is seen.
    if (['EACCES', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** Bytes of a file that is read for its text: 16 MiB, more than any settings of Git, or table of the kernel. */
const mostOfText = 16 * 1024 ** 2;

/** The same where it is to have a path in it, with room for what stands around that. */
const mostAroundPath = mostOfPath + 64;

/** Nothing is read but what is a file: at a pipe this process would wait, for ever it may be. `isMeant`: whether that is, which was opened. */
function read(path: string, mostBytes: number, isMeant = (_fd: number): boolean => true): string | null {
  try {
    // To make an error of what is not there, or of a directory, takes longer than all the rest.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return null;
    const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = fstatSync(fd).isFile() && isMeant(fd) ? bytesOf(fd, mostBytes) : null;
      return bytes && textOfBytes(bytes);
    } finally {
      closeSync(fd);
    }
  } catch {
    return null; // It is not to be read.
  }
}

/** Bytes that are read at once. */
const pieceBytes = 16 * 1024;

/** All of a file; `null` when it has more. Of some of the kernel's nobody knows the size, and they hardly end, as `/proc/self/pagemap`. */
function bytesOf(fd: number, mostBytes: number): Buffer | null {
  if (fstatSync(fd).size > mostBytes) return null;
  const pieces: Buffer[] = [];
  for (let total = 0; total <= mostBytes; ) {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const count = readSync(fd, piece);
    if (count === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, count));
    total += count;
  }
  return null;
}

function isFileStub(path: string, size: number): boolean {
  const text = fileStubs.get(basename(path));
  return text?.length === size && fileView.read(path) === text;
}
