import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { descriptorsHavePaths, pathOfDescriptor } from './descriptor-path.ts';

/** A text in a file for this process and those that it starts. */
export interface UnnamedFile {
  readonly fd: number;
  /** What others open it by. */
  readonly path: string;
  close(): Promise<void>;
}

/** Makes a file without a name, of which nothing is left however this process ends; where there is no /proc, with one. */
export async function unnamedFile(text: string): Promise<UnnamedFile> {
  const directory = await mkdtemp(join(tmpdir(), 'handrail-'));
  const remove = async (): Promise<void> => await rm(directory, { recursive: true });
  try {
    const path = join(directory, 'text');
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(text).finally(() => file.close());
    const fd = openSync(path, constants.O_RDONLY);
    if (descriptorsHavePaths) await remove();
    return {
      fd,
      path: descriptorsHavePaths ? pathOfDescriptor(fd) : path,
      async close() {
        closeSync(fd);
        if (!descriptorsHavePaths) await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
