import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { mayBeSpecial } from '../model/special-file.ts';
import { type AuditRow, rowText } from './audit-row.ts';
import { handOver, refuseLink } from './hand-over.ts';
import { journalsIn, newJournalIn } from './journal-files.ts';
import { makeDirectory } from './state-directory.ts';

/**
 * A file of this host alone with rows that are not in the audit log yet. To write a line takes a fifth of what it takes to add a row to the
 * database, where a call waits for it; a host that is killed leaves the file, and whoever uses the log next takes its rows in: `take-waiting.ts`.
 */
export interface Journal {
  /**
   * Adds rows. `false`: it was taken or removed meanwhile, and they may be nowhere; the next ones begin another file. Or they would begin one now,
   * and none may be begun. Throws where they cannot be written, and nothing of them is there then.
   */
  append(rows: readonly AuditRow[]): boolean;
  /** Whether there is one, and nobody has taken or removed it. */
  isInPlace(): boolean;
  /**
   * Removes all rows: they are in the log. The next ones come into another file, which is made now, while no call waits. Nothing is cut off
   * from a file: whoever reads or copies it meanwhile has it as it was.
   */
  renew(): void;
  /** Lets go of it. One without rows is removed. */
  close(): void;
}

interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
  readonly inode: bigint;
  /** Bytes. */
  size: number;
}

/** `mayBegin` is asked before a file is made, and its directory. */
export function createJournal(stateDir: string, mayBegin: () => boolean): Journal {
  let file: OpenFile | null = null;
  const letGo = (): void => {
    if (file !== null) closeSync(file.descriptor);
    file = null;
  };
  return {
    append(rows) {
      if (file === null && !mayBegin()) return false;
      file ??= create(stateDir);
      writeWhole(file, rows.map((row) => `${rowText(row)}\n`).join(''));
      if (isInPlace(file)) return true;
      letGo();
      return false;
    },
    isInPlace: () => file !== null && isInPlace(file),
    renew() {
      if (file === null) return;
      rmSync(file.path, { force: true });
      letGo();
      try {
        if (mayBegin()) file = create(stateDir);
      } catch {
        // The call that comes next tries it again, and is told.
      }
    },
    close() {
      try {
        if (file !== null && file.size === 0) rmSync(file.path, { force: true });
      } catch {
        // Whoever reads a day later removes it: there is nothing in it.
      }
      letGo();
    },
  };
}

function create(stateDir: string): OpenFile {
  const directory = journalsIn(stateDir);
  makeDirectory(directory);
  refuseLink(stateDir, directory);
  const path = newJournalIn(stateDir);
  const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND } = constants;
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0o600);
  try {
    handOver(stateDir, directory);
    handOver(stateDir, descriptor);
    return { path, descriptor, inode: fstatSync(descriptor, mayBeSpecial).ino, size: 0 };
  } catch (error) {
    closeSync(descriptor);
    rmSync(path, { force: true });
    throw error;
  }
}

/** All of it or nothing: half of a row before another one would be no row. */
function writeWhole(file: OpenFile, text: string): void {
  const size = Buffer.byteLength(text);
  try {
    // A text takes less time than bytes of it; those are for what is left of it, which hardly ever is anything.
    let written = writeSync(file.descriptor, text);
    while (written < size) written += writeSync(file.descriptor, Buffer.from(text), written);
    file.size += size;
  } catch (error) {
    ftruncateSync(file.descriptor, file.size);
    throw error;
  }
}

function isInPlace({ path, inode }: OpenFile): boolean {
  try {
    return statSync(path, { ...mayBeSpecial, throwIfNoEntry: false })?.ino === inode;
  } catch {
    return false; // A part of the path is no directory any more.
  }
}
