import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { mayBeSpecial } from '../model/special-file.ts';
import { isAbsent } from './locate.ts';

/** The most that a file of settings or rules may have: 1 MiB, a hundred times what is usual. */
const mostBytes = 1024 ** 2;

const chunkBytes = 64 * 1024;

/** What some editors put before a text, where nobody sees it. */
const byteOrderMark = /^\u{feff}/u;

/**
 * The text of a file that people write. A project brings its own, and could have a pipe, a terminal or a device in its place, by a
 * link too: to read one of these never ends, and whoever waits for an answer goes on without. Throws for those, and for more than there may be.
 */
export function readTextFile(path: string): string {
  // A pipe that nobody writes to is opened at once, and no terminal becomes that of this process.
  const descriptor = opened(path);
  try {
    if (!fstatSync(descriptor, mayBeSpecial).isFile()) throw new Error('something that is no plain file');
    const bytes = readAtMost(descriptor);
    // With other characters in it, a rule would be about another program, and a path another one.
    if (!isUtf8(bytes)) throw new Error('bytes that are no UTF-8');
    return bytes.toString('utf8').replace(byteOrderMark, '');
  } finally {
    closeSync(descriptor);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    const words = whyNotOpened(path, error);
    throw words === null ? error : new Error(words, { cause: error });
  }
}

/** In words, why the file at a path could not be opened, said after what was expected there; `null`: there are none for it. */
export function whyNotOpened(path: string, error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' && !isAbsent(path)) return 'a link that leads to no file';
  return Object.hasOwn(notOpened, code) ? (notOpened[code] ?? null) : null;
}

const notOpened: Readonly<Record<string, string>> = {
  ENOENT: 'no file of that name',
  ENOTDIR: 'no file of that name',
  ELOOP: 'a link that leads to itself',
  EACCES: 'one that this user may not read',
};

/** What a file says of its size need not be so: those of /proc have none. */
function readAtMost(descriptor: number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; ; ) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks);
    total += length;
    if (total > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    chunks.push(chunk.subarray(0, length));
  }
}
