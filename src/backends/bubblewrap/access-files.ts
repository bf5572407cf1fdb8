import { accessSync, constants, lstatSync } from 'node:fs';
import { fileView } from './file-view.ts';

/**
 * What is at an absolute path, links not followed; `other`: a socket, a device and the like. What may not be looked at counts
 * as missing, and so does what only stands in for a file while sandboxes are there.
 */
export function look(path: string): 'file' | 'directory' | 'other' | 'missing' {
  try {
    if (fileView.look(path) === 'missing') return 'missing';
    const found = lstatSync(path);
    if (found.isDirectory()) return 'directory';
    return found.isFile() ? 'file' : 'other';
  } catch {
    return 'missing'; // It may not be looked at, or has gone meanwhile.
  }
}

/** Whether this user may write to what is at an absolute path. */
export function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false; // That is what was asked.
  }
}
