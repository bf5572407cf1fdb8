import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { descriptorsHavePaths, pathOfDescriptor } from './descriptor-path.ts';
import { makeScratchDirectory, scratchParents } from './scratch-directory.ts';

/** A file for this process and those that it starts. */
export interface UnnamedFile {
  readonly fd: number;
  /** What others open it by. */
  readonly path: string;
  close(): void;
}

/**
 * Makes a file without a name, of which nothing is left however this process ends; where there is no /proc, with one. Where
 * the file system can make none without, it has one for some system calls, between which nothing else is done, and nothing in
 * it as long as it has: a host that is killed while it makes many at once would leave them with their commands.
 *
 * Its offset is 0, for those who are handed its descriptor.
 */
export function unnamedFile(content: string | Uint8Array): UnnamedFile {
  return fileInOneOf([...scratchParents(), memory], Buffer.from(content));
}

/** A directory in memory, which Linux has: where the disk is full, a command that makes room can still be run. */
const memory = '/dev/shm';

/** In the first of the directories that has room for it. Throws what kept it from the first of all. */
function fileInOneOf([directory = memory, ...others]: readonly string[], content: Buffer): UnnamedFile {
  try {
    return fileIn(directory, content);
  } catch (error) {
    if (others.length === 0) throw error;
    try {
      return fileInOneOf(others, content);
    } catch {
      throw error;
    }
  }
}

function fileIn(directory: string, content: Buffer): UnnamedFile {
  const { fd, path, remove } = openNameless(directory) ?? openNamed(directory);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(fd, content, at, content.length - at, at);
  } catch (error) {
    closeSync(fd);
    remove();
    throw error;
  }
  const close = (): void => {
    closeSync(fd);
    remove();
  };
  return { fd, path, close };
}

interface OpenFile extends Pick<UnnamedFile, 'fd' | 'path'> {
  /** Removes the name, if there is one. */
  readonly remove: () => void;
}

/** O_TMPFILE of open(2), which Node has no name for, as on all processors that Node runs on. */
const nameless = 0o20_000_000 | constants.O_DIRECTORY;

/** `null`: there can be none, or nothing would tell of it. */
function openNameless(parent: string): OpenFile | null {
  if (!descriptorsHavePaths) return null;
  try {
    const fd = openSync(parent, nameless | constants.O_RDWR | constants.O_EXCL, 0o600);
    return { fd, path: pathOfDescriptor(fd), remove: () => {} };
  } catch {
    return null; // Not every file system has it; if it was for another reason, the other way tells.
  }
}

function openNamed(parent: string): OpenFile {
  const directory = makeScratchDirectory('handrail-', [parent]);
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const path = join(directory, 'text');
    const fd = openSync(path, 'wx+', 0o600);
    if (!descriptorsHavePaths) return { fd, path, remove };
    remove();
    return { fd, path: pathOfDescriptor(fd), remove: () => {} };
  } catch (error) {
    remove();
    throw error;
  }
}
