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

/**
 * The state database of a directory, opened when it is first used: a state directory that cannot be used is then the
 * outcome of that call, and is tried again with the next. `directories` in it are made with it.
 */
export function createLazyState(stateDir: string, directories: readonly string[] = []): State {
  let opened: { readonly database: Database; readonly log: AuditLog; hasTaken: boolean } | null = null;
  const shut = (): void => {
    opened?.database.close();
    opened = null;
  };
  const open = (): NonNullable<typeof opened> => {
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
  /** The log with all that was recorded before now: guards of other agents record without the database. */
  const log = (): AuditLog => {
    const state = open();
    if (state.hasTaken) takeQueuedUnlessBusy(state.database, stateDir);
    else takeQueued(state.database, stateDir);
    state.hasTaken = true;
    return state.log;
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
  return {
    recorder: {
      open: async (call) => await inState(async () => await log().open(call)),
      close: async (id, call) => await inState(async () => await open().log.close(id, call)),
    },
    jobs: createJobStore(database, existing),
    grants: createGrantStore(database, existing),
    approvals: withLeftQuestions(createApprovalStore(database, existing), stateDir, database),
    audit: () => (isMissing(stateDir) ? null : log()),
    shut,
  };
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
