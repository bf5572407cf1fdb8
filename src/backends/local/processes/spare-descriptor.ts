import { closeSync, openSync } from 'node:fs';
import { codeOf } from '../../../model/errors.ts';

/**
 * Does what needs one descriptor, and closes it again, also when this process has as many open as it may: it holds one
 * back for that. Who could not look at the processes of a call would take them for gone, and leave them.
 *
 * There is one for this process, as its descriptors are, and it is opened with the first use.
 */
export function withDescriptor<T>(use: () => T): T {
  spare ??= openSpare();
  try {
    return use();
  } catch (error) {
    if (!isOutOfDescriptors(error) || spare === null) throw error;
    closeSync(spare);
    spare = null;
    try {
      return use();
    } finally {
      spare = openSpare();
    }
  }
}

let spare: number | null = null;

/** Lets go of the one that is held back. The next use opens another. */
export function letGoOfSpare(): void {
  if (spare !== null) closeSync(spare);
  spare = null;
}

function openSpare(): number | null {
  try {
    return openSync('/dev/null', 'r');
  } catch {
    return null; // There are none left; the next use tries again.
  }
}

/** Whether this process, or the whole machine, has as many descriptors open as it may. */
export function isOutOfDescriptors(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'EMFILE' || code === 'ENFILE';
}
