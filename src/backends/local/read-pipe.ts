import { Socket } from 'node:net';
import type { Pipe } from './pipes.ts';

/** Reads one pipe until its end, or until it is told to stop. */
export interface PipeReader {
  /** Settled when every writer has closed the pipe. */
  readonly ended: Promise<void>;
  /** Whether it has ended. */
  hasEnded(): boolean;
  readonly inode: number;
  /** When the last bytes came, or were last waited for by the sink; as `performance.now()` counts. */
  lastActiveMs(): number;
  /** Reads no more and lets go of the pipe. */
  stop(): void;
}

/** Hands over what comes; while a returned promise is open nothing is read, and the writer waits. */
export function readPipe({ readFd, inode }: Pipe, push: (chunk: Buffer) => void | Promise<void>): PipeReader {
  const socket = new Socket({ fd: readFd, readable: true, writable: false });
  let lastActive = performance.now();
  let holding = false;
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      over = true;
      resolve();
    };
    // A pipe that breaks has nothing more to give: for the reader that is its end.
    socket.on('error', end);
    socket.on('close', end);
  });

  socket.on('data', (chunk: Buffer) => {
    lastActive = performance.now();
    const room = push(chunk);
    if (room === undefined) return;
    holding = true;
    socket.pause();
    void room.finally(() => {
      holding = false;
      lastActive = performance.now();
      socket.resume();
    });
  });

  return {
    ended,
    hasEnded: () => over,
    inode,
    lastActiveMs: () => (holding ? performance.now() : lastActive),
    stop: () => socket.destroy(),
  };
}
