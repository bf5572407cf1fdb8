import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The text of a file that nobody else can have written. Throws for any other, and for a link. */
export function readOwnFile(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { uid, mode } = fstatSync(descriptor);
    if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error('others can have written it');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
