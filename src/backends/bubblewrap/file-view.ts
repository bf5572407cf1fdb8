import { lstatSync, realpathSync } from 'node:fs';
import { stubMode } from './keeper-script.ts';
import type { FileView } from './mounts.ts';

/** The files of this machine, as this user sees them. What it cannot see, its commands cannot either. */
export const fileView: FileView = {
  look(path) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    if (found.isSymbolicLink()) return 'link';
    if (!found.isDirectory()) return 'file';
    return (found.mode & 0o7777) === stubMode ? 'missing' : 'directory';
  },
  realPath(path) {
    try {
      return realpathSync(path);
    } catch {
      return null; // Nothing is there, or nothing that can be reached.
    }
  },
};
