import { Socket } from 'node:net';

/** Reads one pipe until its end, or until it is told to stop. */
export interface PipeReader {
  /** Settled when every writer has closed the pipe. */
  readonly ended: Promise<void>;
  /** When the last bytes came, or were last waited for by the sink; as `performance.now()` counts. */
  lastActiveMs(): number;
  /** Reads no more and lets go of the pipe. */
  stop(): void;
}

/** Hands over what comes; while a returned promise is open nothing is read, and the writer waits. */
export function readPipe(fd: number, push: (chunk: Buffer) => void | Promise<void>): PipeReader {
  const socket = new Socket({ fd, readable: true, writable: false });
  let lastActive = performance.now();
  let holding = false;

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
    ended: new Promise((resolve) => {
      // A pipe that breaks has nothing more to give: for the reader that is its end.
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
    }),
    lastActiveMs: () => (holding ? performance.now() : lastActive),
    stop: () => socket.destroy(),
  };
}
