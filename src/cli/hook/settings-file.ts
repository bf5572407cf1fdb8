import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../model/errors.ts';
import { isAbsent } from '../../settings/locate.ts';
import { whyNotOpened } from '../../settings/read-text.ts';
import { misuse } from '../terminal.ts';

/** A file of settings as it was found. */
export interface FoundFile {
  /** Where it really is: a link to it stays one. */
  readonly path: string;
  /** `null`: there is none. */
  readonly text: string | null;
}

/** Reads a file of settings that is to be changed. Throws for one that is there and is no text: it must not be written over. */
export function findFile(path: string): FoundFile {
  return readSettings(path, '; nothing was changed');
}

/** The same of one that is only read; `end`: what else is said of what cannot be. */
export function readSettings(path: string, end = ''): FoundFile {
  if (isAbsent(path)) return { path, text: null };
  try {
    const real = realpathSync(path);
    // To open a pipe is to wait for whoever writes to it, and nothing ends that.
    if (!statSync(real).isFile()) throw new Error('something that is no file');
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(real));
    return { path: real, text };
  } catch (error) {
    const got = whyNotOpened(path, error) ?? messageOf(error);
    throw misuse(`${path}: expected a file of settings that can be read, got ${got}${end}`);
  }
}

/** The first directory above a file that is not there; `null`: all of them are. */
export function firstMissing(path: string): string | null {
  const directory = dirname(path);
  return existsSync(directory) ? null : (firstMissing(directory) ?? directory);
}

/** Removes the directories that were made for a file, as far as nothing else is in them. */
export function removeMade(path: string, made: string): void {
  let directory = dirname(path);
  try {
    for (; `${directory}/`.startsWith(`${made}/`); directory = dirname(directory)) rmdirSync(directory);
  } catch {
    // Something else is in it by now, or it is gone: then it is not ours to remove.
  }
}

/** Writes a file as a whole or not at all, with the mode and the owner that it has; `null` removes it. */
export function replaceFile(path: string, text: string | null): void {
  if (text === null) {
    rmSync(path);
    return;
  }
  const draft = `${path}.handrail-${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    keepOwner(path, draft);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw misuse(`${path}: it could not be written (${messageOf(error)}); nothing was changed`);
  }
}

function keepOwner(path: string, draft: string): void {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before === undefined) return;
  const now = statSync(draft);
  if (before.uid !== now.uid || before.gid !== now.gid) chownSync(draft, before.uid, before.gid);
  chmodSync(draft, before.mode & 0o7777);
}
