import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What every Linux and macOS has; bash falls back to it, too. */
const fallback = '/tmp';

/**
 * Makes a directory of our own for temporary files. A TMPDIR that is not there, or that nothing can be written to, is the
 * affair of the commands that it is passed on to, and no reason not to run them.
 */
export function makeScratchDirectory(prefix = 'handrail-', parents = scratchParents()): string {
  const [parent = fallback, ...others] = parents;
  try {
    return mkdtempSync(join(parent, prefix));
  } catch (error) {
    if (others.length === 0) throw error;
    return makeScratchDirectory(prefix, others);
  }
}

/** Where such directories are made, what is tried first before the others. */
export function scratchParents(): readonly string[] {
  return [tmpdir(), fallback];
}
