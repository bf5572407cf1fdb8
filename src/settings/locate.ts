import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { settingsFileName } from '../confine/sandbox-places.ts';

/**
 * The settings file of the project that a directory is in: the nearest one upwards that is not the user's own; `null`
 * when there is none.
 */
export function findProjectFile(directory: string, userFile: string): string | null {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const candidate = join(at, settingsFileName);
    if (candidate !== userFile && isThere(candidate)) return candidate;
    if (at === dirname(at)) return null;
  }
}

/**
 * An empty directory is none: a sandbox has one in the place of the file, where none is to be made. One with something in it is no sandbox's, and
 * reading it says so. A link is one wherever it leads: reading it says where it leads nowhere.
 */
function isThere(path: string): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && !(stats.isDirectory() && readdirSync(path).length === 0);
  } catch {
    return false; // Nobody here can look into the directory, nor into the one that is asked about.
  }
}

/**
 * Whether there is no file of that name. One that is there and cannot be read is not absent: it may hold rules, and
 * reading it says what is wrong.
 */
export function isAbsent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false; // It may not be looked at, and is there for all that is known.
  }
}
