import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPipePool, type Pipe, type PipeMakers, type PipePool } from './pipes.ts';
import { unnamedFile } from './unnamed-file.ts';

/** How a kept shell gets what it opens by path: the pipes and the texts of its commands. */
export interface Channel {
  takePipe(): Promise<Pipe>;
  /** `path`: what the shell opens it by, until it is closed. */
  file(text: string): { readonly path: string; close(): void };
  /** Called when the shell is over. Resolves when nothing is left of it. */
  close(): Promise<void>;
}

/** A directory of this machine that a sandbox shows under another name, read-only. */
export interface ShownDirectory {
  readonly directory: string;
  readonly shownAs: string;
}

/** For a shell that can open what this process has open. */
export function openChannel(pool: PipePool): Channel {
  return { takePipe: async () => await pool.take(), file: unnamedFile, close: async () => {} };
}

/** For a shell in a sandbox, where nothing of this process can be opened: all of it has a name in the directory, which is removed in the end. */
export function channelIn(shown: ShownDirectory, makers: PipeMakers): Channel {
  const pool = createPipePool(makers, shown);
  let files = 0;
  return {
    takePipe: async () => await pool.take(),
    file(text) {
      files += 1;
      const name = `text-${files}`;
      const path = join(shown.directory, name);
      const close = (): void => rmSync(path, { force: true });
      try {
        writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
      } catch (error) {
        close(); // Half of it, where the disk is full.
        throw error;
      }
      return { path: join(shown.shownAs, name), close };
    },
    async close() {
      // First: what is still being made would come into what is removed.
      await pool.close();
      rmSync(shown.directory, { recursive: true, force: true });
    },
  };
}
