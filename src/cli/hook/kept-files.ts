import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { makeDirectory } from '../../state/state-directory.ts';

/** Where one process keeps what it has made for those to come. */
export interface KeptIn {
  /** What it is of, as a hash: what is kept of another build is not looked at. */
  readonly build: string;
  /** Path of the directory to keep it in; nobody but its user may write there. Nothing is kept in one that is relative. */
  readonly directory: string;
}

/** Where this process finds what others have made, and what it has made for those to come. */
export interface Place extends KeptIn {
  /** Whether something is kept. */
  readonly mayKeep: boolean;
  /** Whether what is kept is this user's. */
  readonly isTrusted: boolean;
  /** For one file after the other: each page of memory that was not used before takes as long as to fill it ten times. */
  readonly scratch: Buffer;
  /** What will be in each file, by its path. */
  readonly made: Map<string, () => string | Buffer>;
}

export function placeOf(where: KeptIn): Place {
  const { directory } = where;
  // A name that depends on the working directory would lead into a project.
  const mayKeep = directory.startsWith('/');
  const isTrusted = mayKeep && (isOwnDirectory(directory) || isMade(directory));
  const scratch = Buffer.allocUnsafeSlow(scratchBytes);
  return { ...where, mayKeep, isTrusted, scratch, made: new Map() };
}

export function keptAs({ directory, build }: Place, name: string): string {
  return `${directory}/${name}-${build}-${process.version}-${process.arch}.bin`;
}

/** More than any script has, or what is kept of one. */
const scratchBytes = 1024 * 1024;

function isOwnDirectory(path: string): boolean {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & constants.S_IFMT) === constants.S_IFDIR && isOwn(stats);
  } catch {
    return false; // Something on the way to it is no directory, or may not be looked into.
  }
}

/** Makes the directory, as one of this user's alone, and says whether that is what is there now. */
function isMade(path: string): boolean {
  try {
    makeDirectory(path);
  } catch {
    return false; // Something is in the way, or nobody may write there.
  }
  return isOwnDirectory(path);
}

/** Reads a file that only this user can have written, and says how many bytes it has; `null` if there is none. */
export function sizeOfOwn({ isTrusted, scratch }: Place, path: string): number | null {
  try {
    return isTrusted ? readWhole(path, constants.O_NOFOLLOW, isOwn, scratch) : null;
  } catch {
    return null; // not there, or not to be read: it is made anew
  }
}

type Owned = Pick<Stats, 'uid' | 'mode'>;

/** Reads a file that is as wanted, and says how many bytes it has; else `null`. By few functions of Node's, each of which would be compiled for it. */
export function readWhole(
  path: string,
  flags: number,
  isWanted: (stats: Owned) => boolean,
  scratch: Buffer,
): number | null {
  const descriptor = openSync(path, constants.O_RDONLY | flags);
  try {
    const stats = fstatSync(descriptor);
    return isWanted(stats) && readSync(descriptor, scratch) === stats.size ? stats.size : null;
  } finally {
    closeSync(descriptor);
  }
}

function isOwn({ uid, mode }: Owned): boolean {
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}

/** Once the work is done: what was compiled for it belongs to what is kept. */
export function keepLater(place: Place, path: string, contents: () => string | Buffer): void {
  if (!place.mayKeep) return;
  if (place.made.size === 0) process.once('exit', () => keepAll(place));
  place.made.set(path, contents);
}

function keepAll({ directory, made }: Place): void {
  for (const [path, contents] of made) keep(path, contents);
  try {
    removeOld(directory);
  } catch {
    // Another process is at it too: what is old goes with the next one that keeps something.
  }
}

function keep(path: string, contents: () => string | Buffer): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, contents(), { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch {
    removeDraft(draft); // It was only for speed: a full disk, a directory that may not be written.
  }
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // It was never there: something on the way to it is no directory, or may not be looked into.
  }
}

/** Milliseconds that what was kept stays: 30 days. It is of a build, and of a version of Node, that may long be gone; else it is made anew. */
const staysMs = 30 * 24 * 3_600_000;

/** What processes write there, and their drafts. */
const keptName = /^(?:.*\.cjs|rules-[0-9a-f]+-\d+)-.*\.bin(\.\d+)?$/;

function removeOld(directory: string): void {
  if (!isOwnDirectory(directory)) return;
  for (const name of readdirSync(directory).filter((one) => keptName.test(one))) {
    const path = `${directory}/${name}`;
    if (Date.now() - statSync(path).mtimeMs > staysMs) rmSync(path, { force: true });
  }
}
