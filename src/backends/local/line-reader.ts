import { Socket } from 'node:net';

/** Reads lines from a pipe until it is told to stop. */
export interface LineReader {
  /** Whether waiting for a line keeps this process from ending; at first it does not. */
  keepAlive(isKept: boolean): void;
  stop(): void;
}

export function readLines(readFd: number, onLine: (line: string) => void): LineReader {
  const socket = new Socket({ fd: readFd, readable: true, writable: false });
  let unfinished = '';
  socket.unref();
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    const lines = (unfinished + text).split('\n');
    unfinished = lines.pop() ?? '';
    lines.forEach(onLine);
  });
  // A pipe that breaks has nothing more to give.
  socket.on('error', () => socket.destroy());
  return {
    keepAlive: (isKept) => void (isKept ? socket.ref() : socket.unref()),
    stop: () => socket.destroy(),
  };
}
