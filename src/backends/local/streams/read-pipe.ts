import { type OnReadOpts, Socket, type SocketConstructorOpts } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileId } from '../processes/process-table.ts';
import type { Pipe } from './pipes.ts';

/** Reads one pipe until its end, or until it is told to stop. */
export interface PipeReader {
  /** Settled when every writer has closed the pipe. */
  readonly ended: Promise<void>;
  /** Whether it has ended, or was stopped. */
  hasEnded(): boolean;
  /** Calls `then` before the pipe is let go of, or at once when it was. */
  beforeEnd(then: () => void): void;
  /** What the command has open to write to. */
  readonly fileId: FileId;
  /** When the last bytes came, or were last waited for by the sink; as `performance.now()` counts. */
  lastActiveMs(): number;
  /** How often something came. */
  chunks(): number;
  /** Whether it waits for the sink, and reads nothing meanwhile. */
  isHeldUp(): boolean;
  /**
   * Reads no more. What is still to come stays in the pipe, for another process to read from the descriptor that this
   * returns; `null` when nothing can come any more. The sink may still be busy with what it was given.
   */
  hold(): number | null;
  /** Reads on after `hold`: nobody else could have it. */
  release(): void;
  /**
   * Throws away what comes from now on, as slowly as it likes: a writer is neither ended nor held up for ever, nor does
   * a flood of it take this process's time. It keeps this process from ending no more.
   */
  discard(): void;
  /** Reads no more and lets go of the pipe. */
  stop(): void;
}

/**
 * The pipes, or the terminal, that are still open, now and whenever it is looked at. One that is closed is no more a
 * sign of the call: the kernel gives its inode number to the next file that is made, and that can be anybody's.
 */
export function openFiles(readers: Iterable<PipeReader>): ReadonlySet<FileId> {
  const open = new Set<FileId>();
  for (const reader of readers) {
    open.add(reader.fileId);
    reader.beforeEnd(() => void open.delete(reader.fileId));
  }
  return open;
}

/** Bytes that are read at once: 64 KiB, which is what a pipe holds. */
const readBytes = 64 * 1024;

/** Buffers of readers that are closed, for the next ones: at most 16. */
const spareBuffers: Buffer[] = [];
const mostSpare = 16;

function takeBuffer(): Buffer {
  return spareBuffers.pop() ?? Buffer.allocUnsafeSlow(readBytes);
}

function giveBack(buffer: Buffer): void {
  if (spareBuffers.length < mostSpare) spareBuffers.push(buffer);
}

/** Milliseconds between two reads of what is thrown away: 10 ms, which lets 6 MiB a second pass. */
const discardPauseMs = 10;

/**
 * Is handed what comes; while a promise that it has returned is open nothing is read, and the writer waits. The bytes are the reader's again
 * when it has returned, or its promise is settled.
 */
type Push = (chunk: Buffer) => void | Promise<void>;

/** Hands over what comes. */
export function readPipe(pipe: Pick<Pipe, 'readFd' | 'fileId'>, push: Push): PipeReader {
  return openReader(pipe).begin(push);
}

/** What reads one pipe when it is told to. Until then it does not keep this process from ending. */
export interface WaitingReader {
  /** Hands over what comes, and has come. To be called once. */
  begin(push: Push): PipeReader;
  /** Lets go of the pipe. */
  stop(): void;
}

/** A reader that waits. */
export function openReader({ readFd, fileId }: Pick<Pipe, 'readFd' | 'fileId'>): WaitingReader {
  let push: Push | null = null;
  /** What came before it was told to begin: what bash has to say of its locale, for example. */
  let early: Buffer | null = null;
  let lastActive = performance.now();
  let chunks = 0;
  let room: Promise<void> | null = null;
  let held = false;
  let over = false;
  let discards = false;

  const take = (length: number, buffer: Uint8Array): boolean => {
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length);
    if (push !== null) return handOver(chunk, push);
    early = Buffer.from(chunk);
    return false; // Nothing more comes then.
  };
  const handOver = (chunk: Buffer, push: Push): boolean => {
    lastActive = performance.now();
    chunks += 1;
    const pushed = discards ? sleep(discardPauseMs, undefined, { ref: false }) : push(chunk);
    if (pushed === undefined) return !held;
    room = pushed.finally(() => {
      room = null;
      lastActive = performance.now();
      if (!held) socket.resume();
    });
    socket.pause();
    return false;
  };
  const buffer = takeBuffer();
  // One buffer for all that comes: a stream would make a new one each time, and the garbage of a flood adds up.
  const options: SocketConstructorOpts & { onread: OnReadOpts } = {
    fd: readFd,
    readable: true,
    writable: false,
    onread: { buffer, callback: take },
  };
  const socket = new Socket(options).unref();
  let endings: (() => void)[] = [];
  const beOver = (): void => {
    over = true;
    for (const then of endings) then();
    endings = [];
  };
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      beOver();
      resolve();
    };
    // A pipe that breaks has nothing more to give: for the reader that is its end.
    socket.on('error', end);
    socket.on('end', end);
    socket.on('close', end);
    socket.on('close', () => void (room ?? Promise.resolve()).finally(() => giveBack(buffer)));
  });

  const reader: PipeReader = {
    ended,
    hasEnded: () => over,
    beforeEnd(then) {
      if (over) then();
      else endings.push(then);
    },
    fileId,
    chunks: () => chunks,
    isHeldUp: () => room !== null,
    lastActiveMs: () => (room === null ? lastActive : performance.now()),
    hold() {
      held = true;
      socket.pause();
      return over ? null : readFd;
    },
    release() {
      held = false;
      if (room === null && !over) socket.resume();
    },
    discard() {
      discards = true;
      socket.unref();
    },
    stop() {
      beOver();
      socket.destroy();
    },
  };
  return {
    begin(then) {
      push = then;
      lastActive = performance.now();
      socket.ref();
      if (early === null || handOver(early, then)) socket.resume();
      return reader;
    },
    stop: reader.stop,
  };
}
