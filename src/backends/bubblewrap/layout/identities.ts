import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileSystemOf } from './file-systems.ts';
import type { Seen } from './remember-files.ts';

/**
 * Tells what is at paths from what comes in its place, also where that is given the same inode number: by when its inode was last
 * changed. A directory is changed with all that is put into it, and is told by when it was made.
 */
export function identitiesOf(paths: readonly string[]): string {
  return paths.map(identityOf).join(' ');
}

/** The same where some of the paths have been seen: they are not looked at again. The list must not be changed afterwards. */
export function identitiesSeen(paths: readonly string[], seen: Seen): string {
  const lists = known.get(seen) ?? new Map<readonly string[], readonly (string | null)[]>();
  known.set(seen, lists);
  const identities = lists.get(paths) ?? paths.map((path) => (seen.has(path) ? identityOf(path) : null));
  lists.set(paths, identities);
  return paths.map((path, at) => identities[at] ?? identityOf(path)).join(' ');
}

/** What is at paths that were seen, by the list they are in; `null` for others. */
const known = new WeakMap<Seen, Map<readonly string[], readonly (string | null)[]>>();

function identityOf(path: string): string {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return '';
  return `${found.dev}:${found.ino}:${found.isDirectory() ? found.birthtimeNs : found.ctimeNs}`;
}

/**
 * Whether `identitiesOf` tells whatever can come in the place of what is there. A file system of another machine may just forget it, and
 * some keep no time of birth. Where one does, what has none, being older, is told from what comes later.
 */
export function haveTellingIdentities(paths: readonly string[]): boolean {
  try {
    const all = paths.map((path) => ({ path, found: lstatSync(path, { bigint: true }) }));
    const dated = new Set(all.filter(({ found }) => found.birthtimeNs > 0n).map(({ found }) => found.dev));
    return all.every(({ path, found }) => {
      const fileSystem = fileSystemOf(found.isDirectory() ? path : dirname(path));
      return (
        fileSystem === 'kernel' || (fileSystem === 'times' && (!found.isDirectory() || dated.has(found.dev)))
      );
    });
  } catch {
    return false; // One is gone, or not to be looked at.
  }
}
