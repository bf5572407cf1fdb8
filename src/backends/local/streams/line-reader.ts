import { Socket } from 'node:net';

/** Reads lines from a pipe until it is told to stop. */
export interface LineReader {
  /** Whether waiting for a line keeps this process from ending; at first it does not. */
  keepAlive(isKept: boolean): void;
  stop(): void;
}

export function readLines(readFd: number, onLine: (line: string) => void): LineReader {
  const socket = new Socket({ fd: readFd, readable: true, writable: false });
  socket.unref();
  socket.setEncoding('latin1');
  socket.on('data', createLineSplitter(onLine));
  // A pipe that breaks has nothing more to give.
  socket.on('error', () => socket.destroy());
  return {
    keepAlive: (isKept) => void (isKept ? socket.ref() : socket.unref()),
    stop: () => socket.destroy(),
  };
}

/** Bytes of a line that are kept: 4 KiB, many times what any report has. */
const longestLine = 4 * 1024;

/** Takes a stream in parts and gives its lines. What a command writes there without a line end is not kept for ever. */
export function createLineSplitter(onLine: (line: string) => void): (text: string) => void {
  let unfinished = '';
  return (text) => {
    const lines = (unfinished + text).split('\n');
    unfinished = (lines.pop() ?? '').slice(-longestLine);
    lines.forEach(onLine);
  };
}
