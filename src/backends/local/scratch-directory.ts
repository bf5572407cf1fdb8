import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What every Linux and macOS has; bash falls back to it, too. */
const fallback = '/tmp';

/**
 * Makes a directory of our own for temporary files. A TMPDIR that is not there, or that nothing can be written to, is the
 * affair of the commands that it is passed on to, and no reason not to run them.
 */
export function makeScratchDirectory(prefix = 'handrail-'): string {
  try {
    return makeIn(tmpdir(), prefix);
  } catch {
    return makeIn(fallback, prefix); // Where that fails as well, its error is told.
  }
}

function makeIn(parent: string, prefix: string): string {
  return mkdtempSync(join(parent, prefix));
}
