import { read } from 'node:fs';
import { promisify } from 'node:util';

const readSome = promisify(read);

/** Milliseconds in which an agent has to have sent its question: 10 s, far below the time that it waits for an answer. */
const patienceMs = 10_000;

/** The most that a question may have: 32 MiB. No command of that size could be run. */
const mostBytes = 32 * 1024 * 1024;

const chunkBytes = 64 * 1024;

/** Milliseconds between two looks at input that is not there yet. */
const pollMs = 2;

/** Everything on standard input, as UTF-8. Rejects for more than there may be, other bytes, and where it does not end. */
export async function readInput(descriptor: number): Promise<string> {
  let giveUp: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    giveUp = setTimeout(
      () => reject(new Error(`the question did not end within ${patienceMs / 1000} s`)),
      patienceMs,
    );
  });
  try {
    const bytes = await Promise.race([readBytes(descriptor), late]);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } finally {
    clearTimeout(giveUp);
  }
}

async function readBytes(descriptor: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const chunk = await readChunk(descriptor);
    if (chunk.length === 0) return Buffer.concat(chunks);
    total += chunk.length;
    if (total > mostBytes) throw new Error(`expected at most ${mostBytes} bytes on standard input`);
    chunks.push(chunk);
  }
}

/** Not by a stream, which takes some milliseconds to be made. Of a pipe that has nothing yet and does not wait, later. */
async function readChunk(descriptor: number): Promise<Buffer> {
  for (;;) {
    try {
      const { bytesRead, buffer } = await readSome(
        descriptor,
        Buffer.allocUnsafe(chunkBytes),
        0,
        chunkBytes,
        null,
      );
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}
