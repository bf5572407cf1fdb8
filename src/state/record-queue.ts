import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HandrailError, isMissing, messageOf } from '../model/errors.ts';
import type { CallOpened, Recorder } from '../model/ports.ts';
import { type AuditRow, readRow, rowText } from './audit-row.ts';
import { ownersIn } from './hand-over.ts';
import { readFileOf, writeOwnFile } from './own-file.ts';
import { makeDirectoryIn, stateUnavailable } from './state-directory.ts';

/** A call that is over and waits in a file to be taken into the audit log: its two rows, in order. */
export interface QueuedCall {
  /** Absolute path. */
  readonly path: string;
  readonly rows: readonly [AuditRow, AuditRow];
}

/**
 * Records calls without the database, whose driver takes as long to load as all the rest of a guard's answer: each in a file of its own,
 * whole or not at all, for this user alone. Whoever uses the database next takes them in: `takeWaiting()` in `take-waiting.ts`. A call that is not closed
 * leaves nothing.
 */
export function createQueuedRecorder(stateDir: string): Recorder {
  const opened = new Map<string, AuditRow>();
  return {
    async open(call: CallOpened) {
      const id = unlikely() + unlikely();
      const body = JSON.stringify({ ...call, hostPid: process.pid });
      opened.set(id, { call: id, kind: 'opened', at: Date.now(), body });
      return id;
    },
    async close(id, call) {
      const first = opened.get(id);
      if (first === undefined) throw new Error(`expected a call that was opened here, got ${id}`);
      opened.delete(id);
      keep(stateDir, [first, { call: id, kind: 'closed', at: Date.now(), body: JSON.stringify(call) }]);
    },
  };
}

/** 32 bits as 8 digits. An id is no secret, and to load what makes those takes as long as to judge a command. */
function unlikely(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}

/** The files are in the order of opening when their names are: 15 digits do until the year 33658. */
function keep(stateDir: string, rows: QueuedCall['rows']): void {
  const [{ at, call }] = rows;
  const path = join(queueIn(stateDir), `${String(at).padStart(15, '0')}-${call}.json`);
  try {
    makeDirectoryIn(stateDir, queueIn(stateDir));
    writeOwnFile(path, `[${rows.map(rowText).join(',')}]`, stateDir);
  } catch (error) {
    throw stateUnavailable(stateDir, error);
  }
}

function queueIn(stateDir: string): string {
  return join(stateDir, 'queue');
}

const queuedName = /^\d{15}-[0-9a-f]{16}\.json$/;

/** Whether calls wait; a look into a directory, cheap enough for every call. */
export function isQueued(stateDir: string): boolean {
  return namesIn(stateDir).length > 0;
}

/**
 * The calls that wait, the oldest first. Throws a `HandrailError` of code `state-unavailable` for a file that is no call: nothing of the
 * record is passed over.
 */
export function readQueued(stateDir: string): readonly QueuedCall[] {
  const owners = ownersIn(stateDir);
  return queuedPaths(stateDir)
    .toSorted()
    .flatMap((path) => readCall(path, owners) ?? []);
}

/** The files of the calls that wait. */
export function queuedPaths(stateDir: string): readonly string[] {
  return namesIn(stateDir).map((name) => join(queueIn(stateDir), name));
}

/** Without drafts, whose writers have not answered yet, and what somebody else has put there. */
function namesIn(stateDir: string): readonly string[] {
  const directory = queueIn(stateDir);
  try {
    // Mostly there is none, and to make an error of that takes longer than to look.
    if (statSync(directory, { throwIfNoEntry: false }) === undefined) return [];
    return readdirSync(directory).filter((name) => queuedName.test(name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw stateUnavailable(stateDir, error);
  }
}

/** `null`: another process has taken it in meanwhile. */
function readCall(path: string, owners: ReturnType<typeof ownersIn>): QueuedCall | null {
  try {
    const rows: unknown = JSON.parse(readFileOf(path, owners).text);
    if (!Array.isArray(rows) || rows.length !== 2) throw new Error('expected two rows');
    const [opened, closed]: readonly unknown[] = rows;
    return { path, rows: [rowOf(opened, 'opened', path), rowOf(closed, 'closed', path)] };
  } catch (error) {
    if (isMissing(error)) return null;
    throw new HandrailError(
      'state-unavailable',
      `expected ${path} to be a record that waits for the audit log (${messageOf(error)}); keep a copy of it, and move it away`,
      { cause: error },
    );
  }
}

function rowOf(value: unknown, kind: AuditRow['kind'], path: string): AuditRow {
  const row = readRow(value);
  if (row.kind !== kind) throw new Error(`expected a row of kind ${kind}`);
  if (!path.endsWith(`-${row.call}.json`)) throw new Error('expected the call of its name');
  return row;
}
