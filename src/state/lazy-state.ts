import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { JobStore } from '../jobs/store.ts';
import type { ApprovalStore } from '../model/approval.ts';
import { HandrailError, isMissing } from '../model/errors.ts';
import type { Recorder } from '../model/ports.ts';
import { createApprovalStore } from './approval-store.ts';
import { rowOf } from './audit-chain.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';
import type { AuditRow } from './audit-row.ts';
import { type Database, openDatabase } from './database.ts';
import { createGrantStore, type KeptGrants } from './grant-store.ts';
import { isOfAnother } from './hand-over.ts';
import { createJobStore } from './job-store.ts';
import { withLeftQuestions } from './left-store.ts';
import { inStateWords, makeDirectoryIn } from './state-directory.ts';
import { takeWaiting, takeWaitingUnlessBusy } from './take-waiting.ts';
import { createWaitingRows, type WaitingRows } from './waiting-rows.ts';

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
  readonly waiting: WaitingRows;
  /** Whether what waited for the log has been taken into it. */
  hasTaken: boolean;
}

/** Directories in the state that others than it write to. */
export interface StateDirectories {
  /** What sandboxes show of it, made with it: were it made later, those of a conversation would not be alike any more, nor have one network. */
  readonly shown: readonly string[];
  /** All of them, made with it where this is root in the state of somebody else, who could use none that is made later. */
  readonly ofCalls: readonly string[];
}

const none: StateDirectories = { shown: [], ofCalls: [] };

/**
 * The state database of a directory, opened when it is first used: a state directory that cannot be used is then the
 * outcome of that call, and is tried again with the next.
 */
export function createLazyState(stateDir: string, { shown, ofCalls }: StateDirectories = none): State {
  let opened: Opened | null = null;
  const shut = (): void => {
    opened?.waiting.close();
    opened?.database.close();
    opened = null;
  };
  const inWords = (error: unknown): HandrailError => inStateWords(stateDir, error);
  const open = (): Opened => {
    // A database whose file is gone, or is another one by now, takes rows that nobody will ever read.
    if (opened !== null && !opened.database.isInPlace()) shut();
    if (opened === null) {
      const database = openDatabase(stateDir);
      try {
        const made = isOfAnother(stateDir) ? ofCalls : shown;
        for (const directory of made) makeDirectoryIn(stateDir, directory);
      } catch (error) {
        database.close();
        throw error;
      }
      const waiting = createWaitingRows(database, stateDir);
      opened = { database, log: createAuditLog(database), waiting, hasTaken: false };
    }
    return opened;
  };
  /** With all in the log that was recorded before now, here and by others. */
  const upToDate = (): Opened => {
    const state = open();
    try {
      state.waiting.flushUnlessBusy();
      if (state.hasTaken) takeWaitingUnlessBusy(state.database, stateDir);
      else takeWaiting(state.database, stateDir);
    } catch (error) {
      throw inWords(error);
    }
    state.hasTaken = true;
    return state;
  };
  const database = (): Database => open().database;
  /** To look for something makes no directory. */
  const existing = (): Database | null => {
    if (opened?.database.isInPlace() === true) return opened.database;
    return isNothingAt(stateDir) ? null : database();
  };
  const inState = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw inWords(error);
    }
  };
  /** What each call that goes on was opened in. */
  const openedIn = new Map<string, Opened>();
  /** The end of a call in a log that has not its beginning is in no list. */
  const isOpen = (call: string): boolean =>
    (opened !== null && openedIn.get(call) === opened) || rowOf(upToDate().database, call, 'opened') !== null;
  /** Keeps a row, unless `may` says that it must not be; in what took the place of what was moved away, if need be. */
  const keep = (row: AuditRow, may: () => boolean): Opened => {
    for (let tries = 0; tries < 2 && may(); tries += 1) {
      const state = opened ?? upToDate();
      if (state.waiting.add(row)) return state;
      shut();
    }
    throw movedAway(stateDir);
  };
  const recorder: Recorder = {
    open: async (call) =>
      await inState(async () => {
        if (opened?.waiting.isOverdue === true) await opened.waiting.flush();
        const row = rowOfNow(newId(), 'opened', { ...call, hostPid: process.pid });
        const state = keep(row, () => true);
        openedIn.set(row.call, state);
        return row.call;
      }),
    close: async (id, call) =>
      await inState(async () => {
        if (!openedIn.has(id)) throw new Error(`expected a call that is open, got ${id}`);
        try {
          keep(rowOfNow(id, 'closed', call), () => isOpen(id));
        } finally {
          openedIn.delete(id);
        }
      }),
  };
  return {
    recorder,
    jobs: withEach(createJobStore(database, existing), inState),
    grants: withEach(createGrantStore(database, existing), inState),
    approvals: withEach(
      withLeftQuestions(createApprovalStore(database, existing), stateDir, database),
      inState,
    ),
    audit: () => (isNothingAt(stateDir) ? null : upToDate().log),
    shut,
  };
}

/** A store of which each method is called by `call`. */
function withEach<Store extends object>(
  store: Store,
  call: <T>(work: () => Promise<T>) => Promise<T>,
): Store {
  const methods = Object.entries(store).map(([name, method]: [string, Method]) => {
    return [name, async (...given: readonly unknown[]) => await call(async () => await method(...given))];
  });
  return Object.fromEntries(methods) as Store; // The same methods, by the same names.
}

type Method = (...given: readonly unknown[]) => Promise<unknown>;

/** Ids that are made at a time: 32. To ask for random bytes takes as long for one as for many, and a third as long as to write a row. */
const idsAtOnce = 32;

const freshIds: string[] = [];

/** 64 random bits, as 16 hexadecimal digits. */
function newId(): string {
  if (freshIds.length === 0) {
    const digits = randomBytes(8 * idsAtOnce).toString('hex');
    for (let at = 0; at < digits.length; at += 16) freshIds.push(digits.slice(at, at + 16));
  }
  return freshIds.pop() ?? '';
}

function rowOfNow(call: string, kind: AuditRow['kind'], content: unknown): AuditRow {
  return { call, kind, at: Date.now(), body: JSON.stringify(content) };
}

function movedAway(stateDir: string): HandrailError {
  return new HandrailError(
    'state-unavailable',
    `expected the audit log that the call was opened in, got another one in ${stateDir}: that was moved or removed while the call went on`,
  );
}

/** Whether nothing is there; what cannot be looked at, or is no directory, is for whoever opens it to tell. */
function isNothingAt(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return isMissing(error);
  }
}
