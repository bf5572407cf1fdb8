import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Spill } from '../model/capture.ts';
import { messageOf } from '../model/errors.ts';

/**
 * The most that is kept of one stream: 256 MiB, the upper end of what agents in the field keep of a command. More is
 * counted and thrown away, and the result says so.
 */
const maxSpillBytes = 256 * 1024 * 1024;

/** A file that takes the whole of a stream. Writing to it never throws: what went wrong is told when it is closed. */
export interface SpillFile {
  write(chunk: Uint8Array): Promise<void>;
  close(): Promise<Spill>;
}

/** Opens `path` for its owner alone; it must not exist yet. */
export function createSpillFile(path: string): SpillFile {
  const file = openNew(path);
  let failure: string | null = null;
  let bytes = 0;
  let done: Promise<void> = file.then(
    () => {},
    (error: unknown) => {
      failure = messageOf(error);
    },
  );

  const append = async (chunk: Uint8Array): Promise<void> => {
    if (failure !== null) return;
    const room = chunk.subarray(0, maxSpillBytes - bytes);
    try {
      await (await file).appendFile(room);
      bytes += room.length;
    } catch (error) {
      failure = messageOf(error);
      return;
    }
    if (room.length < chunk.length) failure = `only the first ${maxSpillBytes} bytes of a stream are kept`;
  };

  return {
    write(chunk) {
      done = done.then(() => append(chunk));
      return done;
    },
    async close() {
      await done;
      await file.then(
        (handle) => handle.close(),
        () => {}, // It could not be opened: `failure` says so, and there is nothing to close.
      );
      return failure === null ? { kind: 'file', path } : { kind: 'incomplete', path, bytes, reason: failure };
    },
  };
}

async function openNew(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return await open(path, 'wx', 0o600);
}
