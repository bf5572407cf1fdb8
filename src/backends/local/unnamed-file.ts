import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
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
 * Makes a file without a name, of which nothing is left however this process ends; where there is no /proc, with one. It
 * has a name for some system calls, between which nothing else is done, and nothing in it as long as it has: a host that
 * is killed while it makes many at once would leave them with their commands.
 */
export async function unnamedFile(content: string | Uint8Array): Promise<UnnamedFile> {
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
