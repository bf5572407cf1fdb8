import { accessSync, constants, lstatSync } from 'node:fs';
import { mayBeSpecial } from '../../../model/special-file.ts';
import { fileView } from './file-view.ts';
import { otherNames as otherNamesIn } from './second-names.ts';

/**
 * What is at an absolute path, links not followed; `other`: a socket, a device and the like. What may not be looked at counts
 * as missing, and so does what only stands in for a file while sandboxes are there.
 */
export function look(path: string): 'file' | 'directory' | 'other' | 'missing' {
  try {
    const found = lstatSync(path, mayBeSpecial);
    if (!found.isDirectory() && !found.isFile()) return 'other';
    if (fileView.look(path) === 'missing') return 'missing';
    return found.isFile() ? 'file' : 'directory';
  } catch {
    return 'missing'; // It may not be looked at, or has gone meanwhile.
  }
}

/** The other paths by which this machine shows what is at a path without links, or is beneath it. */
export function otherNames(path: string): readonly string[] {
  return otherNamesIn(path, fileView);
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
