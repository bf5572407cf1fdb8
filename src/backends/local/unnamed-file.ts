import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descriptorsHavePaths, pathOfDescriptor } from './descriptor-path.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

/** A file for this process and those that it starts. */
export interface UnnamedFile {
  readonly fd: number;
  /** What others open it by. */
  readonly path: string;
  close(): Promise<void>;
}

/**
 * Makes a file without a name, of which nothing is left however this process ends; where there is no /proc, with one. Where
 * the file system can make none without, it has a name for some system calls, between which nothing else is done, and
 * nothing in it as long as it has: a host that is killed while it makes many at once would leave them with their commands.
 */
export async function unnamedFile(content: string | Uint8Array): Promise<UnnamedFile> {
  const fd = descriptorsHavePaths ? openUnnamed() : null;
  if (fd === null) return namedFile(content);
  try {
    writeFileSync(fd, content);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { fd, path: pathOfDescriptor(fd), close: async () => closeSync(fd) };
}

/** Of the kernel: a file in this directory that has no name there, see open(2). On all that Node runs on but SPARC. */
const withoutName = 0o20_000_000 | (constants.O_DIRECTORY ?? 0);

/** `null` where there is none to be had. */
function openUnnamed(): number | null {
  try {
    return openSync(tmpdir(), withoutName | constants.O_RDWR, 0o600);
  } catch {
    return null; // The file system has none, or the directory is not there: whoever makes one with a name is told.
  }
}

/** With a name, for a moment or for as long as it is open. */
function namedFile(content: string | Uint8Array): UnnamedFile {
  const directory = makeScratchDirectory();
  const remove = (): void => rmSync(directory, { recursive: true, force: true });
  let fd: number | null = null;
  try {
    const path = join(directory, 'text');
    fd = openSync(path, 'wx+', 0o600);
    if (descriptorsHavePaths) remove();
    writeFileSync(fd, content);
    const opened = fd;
    return {
      fd,
      path: descriptorsHavePaths ? pathOfDescriptor(fd) : path,
      async close() {
        closeSync(opened);
        if (!descriptorsHavePaths) remove();
      },
    };
  } catch (error) {
    if (fd !== null) closeSync(fd);
    remove();
    throw error;
  }
}
