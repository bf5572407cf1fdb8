import { isUtf8 } from 'node:buffer';
import { read } from 'node:fs';

/** Milliseconds in which an agent has to have sent its question: 10 s, far below the time that it waits for an answer. */
const patienceMs = 10_000;

/** The most that a question may have: 32 MiB. No command of that size could be run. */
const mostBytes = 32 * 1024 * 1024;

const chunkBytes = 64 * 1024;

/** Milliseconds between two looks at input that is not there yet. */
const pollMs = 2;

/** Standard input has not ended, and is still being read: a process that exits waits for that, for as long as it takes. */
export class UnendedInput extends Error {}

/** Everything on standard input, as UTF-8. Rejects for more than there may be, other bytes, and, with an `UnendedInput`, where it does not end. */
export async function readInput(descriptor: number): Promise<string> {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const giveUp = () => reject(new UnendedInput(`the question did not end within ${patienceMs / 1000} s`));
    void after(patienceMs).then(giveUp);
    readBytes(descriptor, [], (error, whole) => {
      if (error === null) resolve(whole);
      else reject(error);
    });
  });
  // What is no UTF-8 would be read as something else.
  if (!isUtf8(bytes)) throw new Error('expected UTF-8 on standard input, got bytes that are none');
  const text = bytes.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/**
 * Resolves after a time, while something else keeps the process going. By V8's own clock: for Node's timers two dozen functions would
 * be compiled, which takes a millisecond.
 */
async function after(ms: number): Promise<void> {
  await Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms).value;
}

type Done = (error: Error | null, whole: Buffer) => void;

/**
 * Reads until nothing more comes. Not by a stream, nor by what makes promises of callbacks: their code takes longer to be loaded
 * than most questions to be read.
 */
function readBytes(descriptor: number, before: readonly Buffer[], done: Done): void {
  const chunk = Buffer.allocUnsafeSlow(chunkBytes);
  read(descriptor, chunk, 0, chunkBytes, null, (error, bytesRead) => {
    // Of a pipe that has nothing yet and does not wait, later.
    if (error?.code === 'EAGAIN') return void setTimeout(readBytes, pollMs, descriptor, before, done);
    if (error !== null || bytesRead === 0) return done(error, joined(before));
    const chunks = [...before, chunk.subarray(0, bytesRead)];
    if (chunks.reduce((sum, { length }) => sum + length, 0) > mostBytes)
      return done(new Error(`expected at most ${mostBytes} bytes on standard input, got more`), chunk);
    readBytes(descriptor, chunks, done);
  });
}

/** Nearly every question is one chunk. */
function joined([first, ...others]: readonly Buffer[]): Buffer {
  return first !== undefined && others.length === 0
    ? first
    : Buffer.concat(first === undefined ? [] : [first, ...others]);
}
