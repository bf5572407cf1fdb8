import { type Dir, type Dirent, opendirSync } from 'node:fs';
import type { Entry } from '../policy/paths/matched-links.ts';

/** Entries that are read at once: 256, a page of names or two. */
const bufferSize = 256;

/**
 * What is in a directory, for the rules about paths: nothing, if it cannot be listed; `null` if there is more than `most`, or a link or a
 * directory whose name is not UTF-8, which could not be followed. It waits for the file system: a decision is one step.
 */
export function entriesOf(directory: string, most: number): readonly Entry[] | null {
  const opened = open(directory);
  if (opened === null) return [];
  try {
    return entriesIn(opened, most);
  } catch {
    return null; // It can be opened, and what is in it is not told.
  } finally {
    opened.closeSync();
  }
}

function open(directory: string): Dir | null {
  try {
    return opendirSync(directory, { bufferSize });
  } catch {
    return null;
  }
}

function entriesIn(directory: Dir, most: number): readonly Entry[] | null {
  const entries: Entry[] = [];
  for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
    const kind = kindOf(entry);
    if (entries.length === most || (kind !== 'other' && entry.name.includes('\ufffd'))) return null;
    entries.push({ name: entry.name, kind });
  }
  return entries;
}

function kindOf(entry: Dirent): Entry['kind'] {
  if (entry.isSymbolicLink()) return 'link';
  return entry.isDirectory() ? 'directory' : 'other';
}
