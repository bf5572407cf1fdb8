import { statSync } from 'node:fs';
import type { JobStore } from '../jobs/store.ts';
import type { ApprovalStore } from '../model/approval.ts';
import { HandrailError } from '../model/errors.ts';
import type { Recorder } from '../model/ports.ts';
import { createApprovalStore } from './approval-store.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';
import { type Database, openDatabase } from './database.ts';
import { createGrantStore, type KeptGrants } from './grant-store.ts';
import { createJobStore } from './job-store.ts';
import { withLeftQuestions } from './left-store.ts';
import { makeDirectory, stateUnavailable } from './state-directory.ts';
import { takeQueued, takeQueuedUnlessBusy } from './take-queued.ts';

/** What is kept in a state directory. */
export interface State {
  readonly recorder: Recorder;
  readonly jobs: JobStore;
  readonly grants: KeptGrants;
  readonly approvals: ApprovalStore;
  /** To read in it; `null` where nothing was ever kept. Throws when it cannot be used. */
  readonly audit: () => AuditLog | null;
  /** Lets go of the database; it is opened again with the next use. */
  shut(): void;
}

interface Opened {
  readonly database: Database;
  readonly log: AuditLog;
  /** Whether what waited for the log has been taken into it. */
  hasTaken: boolean;
}

/**
 * The state database of a directory, opened when it is first used: a state directory that cannot be used is then the
 * outcome of that call, and is tried again with the next. `directories` in it are made with it.
 */
export function createLazyState(stateDir: string, directories: readonly string[] = []): State {
  let opened: Opened | null = null;
  const shut = (): void => {
    opened?.database.close();
    opened = null;
  };
  const open = (): Opened => {
    // A database whose file is gone, or is another one by now, takes rows that nobody will ever read.
    if (opened !== null && !opened.database.isInPlace()) shut();
    if (opened === null) {
      const database = openDatabase(stateDir);
      try {
        directories.forEach(makeDirectory);
      } catch (error) {
        database.close();
        throw error;
      }
      opened = { database, log: createAuditLog(database), hasTaken: false };
    }
    return opened;
  };
  /** With all in the log that was recorded before now: guards of other agents record without the database. */
  const upToDate = (): Opened => {
    const state = open();
    if (state.hasTaken) takeQueuedUnlessBusy(state.database, stateDir);
    else takeQueued(state.database, stateDir);
    state.hasTaken = true;
    return state;
  };
  const database = (): Database => open().database;
  /** To look for something makes no directory. */
  const existing = (): Database | null => {
    if (opened?.database.isInPlace() === true) return opened.database;
    return isMissing(stateDir) ? null : database();
  };
  /** What SQLite says of a disk that is full names no place, and so nothing that could be mended. */
  const inState = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof HandrailError ? error : stateUnavailable(stateDir, error);
    }
  };
  /** What each call that goes on was opened in. */
  const openedIn = new Map<string, Opened>();
  /** The end of a call in a log that has not its beginning is in no list. */
  const logOf = (id: string): AuditLog => {
    const state = open();
    const isIn = openedIn.get(id) === state || state.log.find(id).length > 0;
    openedIn.delete(id);
    if (!isIn) throw movedAway(stateDir);
    return state.log;
  };
  return {
    recorder: {
      open: async (call) =>
        await inState(async () => {
          const state = upToDate();
          const id = await state.log.open(call);
          openedIn.set(id, state);
          return id;
        }),
      close: async (id, call) => await inState(async () => await logOf(id).close(id, call)),
    },
    jobs: createJobStore(database, existing),
    grants: createGrantStore(database, existing),
    approvals: withLeftQuestions(createApprovalStore(database, existing), stateDir, database),
    audit: () => (isMissing(stateDir) ? null : upToDate().log),
    shut,
  };
}

function movedAway(stateDir: string): HandrailError {
  return new HandrailError(
    'state-unavailable',
    `expected the audit log that the call was opened in, got another one in ${stateDir}: that was moved or removed while the call went on`,
  );
}

/** Whether nothing is there; what cannot be looked at, or is no directory, is for whoever opens it to tell. */
function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
