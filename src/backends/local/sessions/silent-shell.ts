import type { ProcessIdentity } from '../../../model/exit.ts';
import { readBlocked } from '../processes/blocked-process.ts';
import { type FileId, isStill, processesAreKnown } from '../processes/process-table.ts';
import { waitsForInput } from '../waiting.ts';

/** Milliseconds between two looks: 500 ms; a look reads some ten files of /proc. */
const lookEveryMs = 500;

/**
 * Calls `found` once when a shell waits for its next line in two looks after each other: it is through with all that it was
 * given, and what it was to say of that would have been read in between. The returned function has nobody look any more.
 */
export function watchForSilence(shell: ProcessIdentity, lines: FileId, found: () => void): () => void {
  if (!processesAreKnown) return () => {};
  let waited = false;
  const timer = setInterval(() => {
    const blocked = isStill(shell) ? readBlocked(shell.pid) : null;
    const waits = blocked !== null && waitsForInput(blocked, new Set([lines]));
    if (waits && waited) {
      clearInterval(timer);
      found();
    }
    waited = waits;
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
