import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Spill } from '../model/capture.ts';
import { codeOf, messageOf } from '../model/errors.ts';
import { asBuffer } from './bytes.ts';

/** A file that takes the whole of a stream. Writing to it never throws: what went wrong is told when it is closed. */
export interface SpillFile {
  /** A returned promise settles when there is room for more, and until then the chunk is in use. */
  write(chunk: Uint8Array): void | Promise<void>;
  close(): Promise<Spill>;
}

/** Says how many of the next bytes may be written; fewer than asked for come with the reason, and are the last. */
export type SpillQuota = (
  bytes: number,
) => Promise<{ readonly bytes: number; readonly reason: string | null }>;

/** Bytes that wait while others are written: 256 KiB, four times what a pipe gives at once. */
const waitingBytes = 256 * 1024;

/**
 * Bytes that are given back to a disk that a file has filled: 128 KiB, or half of a small file. Without a record nothing runs, not even what would make room; that of a call
 * takes some pages of 4 KiB.
 */
const givenBackBytes = 128 * 1024;

/** Opens `path` for its owner alone; it must not exist yet. */
export function createSpillFile(path: string, quota: SpillQuota): SpillFile {
  const file = openNew(path);
  file.catch(fail);
  let waiting: Buffer | null = null;
  let used = 0;
  let spare: Buffer | null = null;
  let bytes = 0;
  let failure: string | null = null;
  let isDiskFull = false;
  let writing: Promise<void> | null = null;
  /** Settles when every chunk that had no room has found it. */
  let turn: Promise<void> | null = null;

  return {
    write(chunk) {
      if (failure !== null) return;
      const from = asBuffer(chunk);
      if (turn === null && used + from.length <= waitingBytes) {
        put(from);
        return;
      }
      const next = (turn ?? Promise.resolve()).then(() => putInParts(from));
      turn = next;
      return next.then(() => {
        if (turn === next) turn = null;
      });
    },
    async close() {
      await turn;
      while (writing !== null) await writing;
      try {
        const handle = await file;
        await settle(handle).finally(() => handle.close());
      } catch (error) {
        fail(error); // A disk may say only now that it has no room.
      }
      return failure === null ? { kind: 'file', path } : { kind: 'incomplete', path, bytes, reason: failure };
    },
  };

  /** What was written elsewhere is lost; of what has filled the disk some is given back. */
  async function settle(handle: FileHandle): Promise<void> {
    const lost = await whyLost(handle, path);
    if (lost !== null) {
      bytes = 0;
      failure ??= lost;
    } else if (isDiskFull) {
      const left = bytes - Math.min(givenBackBytes, Math.floor(bytes / 2));
      await handle.truncate(left);
      bytes = left;
    }
  }

  async function putInParts(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length && failure === null; ) {
      at += put(chunk.subarray(at));
      if (at < chunk.length) await writing;
    }
  }

  /** Takes as much as there is room for. */
  function put(chunk: Buffer): number {
    waiting ??= Buffer.allocUnsafeSlow(waitingBytes);
    const taken = chunk.copy(waiting, used);
    used += taken;
    writing ??= writeWaiting();
    return taken;
  }

  async function writeWaiting(): Promise<void> {
    const block = waiting;
    const length = used;
    waiting = spare;
    used = 0;
    if (block !== null && failure === null) await append(block.subarray(0, length)).catch(fail);
    spare = block;
    writing = used > 0 && failure === null ? writeWaiting() : null;
  }

  async function append(block: Buffer): Promise<void> {
    const handle = await file;
    const granted = await quota(block.length);
    for (let at = 0; at < granted.bytes; ) {
      const { bytesWritten } = await handle.write(block, at, granted.bytes - at);
      at += bytesWritten;
      bytes += bytesWritten;
    }
    failure = granted.reason;
  }

  function fail(error: unknown): void {
    isDiskFull ||= fullDiskOf(error) !== undefined;
    failure ??= describeFailure(error);
  }
}

/** Why what was written to a file is not at its path; `null`: it is. */
async function whyLost(handle: FileHandle, path: string): Promise<string | null> {
  const { nlink, dev, ino } = await handle.stat();
  if (nlink === 0) return 'it was removed while it was written';
  // Whatever keeps it from being looked at keeps it from being read, too.
  const there = await lstat(path).catch(() => null);
  if (there?.dev === dev && there.ino === ino) return null;
  return 'its directory was put elsewhere while it was written';
}

async function openNew(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return await open(path, 'wx', 0o600);
}

/** What a full disk is called where the error has only its code. */
const fullDisks: Readonly<Partial<Record<string, string>>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the user’s quota on the disk is used up',
};

function fullDiskOf(error: unknown): string | undefined {
  return fullDisks[codeOf(error) ?? ''];
}

function describeFailure(error: unknown): string {
  const message = messageOf(error);
  const full = fullDiskOf(error);
  return full === undefined ? message : `${full} (${message})`;
}
