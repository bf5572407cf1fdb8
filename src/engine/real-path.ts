import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { mayBeSpecial } from '../model/special-file.ts';

/** As many links as the kernel follows: 40, as in path_resolution(7). */
const mostLinks = 40;

/**
 * Follows the symbolic links of an absolute path. Of what is not there the nearest directory that is decides, and a link to
 * nothing leads to where that would be made. It waits for the file system: a decision is one step.
 */
export function realPath(path: string): string {
  return follow(path, mostLinks);
}

function follow(path: string, linksLeft: number): string {
  const real = isThere(path) ? attempt(() => realpathSync.native(path)) : null;
  if (real !== null) return real;
  const mayBeLink = linksLeft > 0 && isAnythingAt(path);
  const target = mayBeLink ? attempt(() => readlinkSync(path)) : null;
  const parent = dirname(path);
  if (target !== null) return follow(resolve(follow(parent, linksLeft - 1), target), linksLeft - 1);
  return parent === path ? path : join(follow(parent, linksLeft), basename(path));
}

/** Whether there is anything at an absolute path, a link that leads to nothing included. What may not be looked at is there. */
export function isAnythingAt(path: string): boolean {
  try {
    return lstatSync(path, { ...mayBeSpecial, throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Nothing is below a file. Of all else the file system does not say that nothing is there.
    return !(error instanceof Error && 'code' in error && error.code === 'ENOTDIR');
  }
}

/** Most of what is asked for and is not there is told so: to make an error of it takes longer than all the rest. */
function isThere(path: string): boolean {
  return attempt(() => statSync(path, { ...mayBeSpecial, throwIfNoEntry: false })) !== undefined;
}

/** `null` where the file system gives an error: the path is not there, is no link, or may not be looked at. */
function attempt<Found>(look: () => Found): Found | null {
  try {
    return look();
  } catch {
    return null;
  }
}
