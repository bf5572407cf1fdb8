import type { Recorder } from '../model/ports.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';
import { type Database, openDatabase } from './database.ts';

/** A recorder that can be let go of. */
export interface ClosableRecorder extends Recorder {
  shut(): void;
}

/**
 * The audit log of a state directory, opened with the first call that is to be recorded: a state directory that cannot
 * be used is then the outcome of that call, and is tried again with the next.
 */
export function createLazyAuditLog(stateDir: string): ClosableRecorder {
  let opened: { readonly database: Database; readonly log: AuditLog } | null = null;
  const shut = (): void => {
    opened?.database.close();
    opened = null;
  };
  const auditLog = (): AuditLog => {
    // A database whose file is gone, or is another one by now, takes rows that nobody will ever read.
    if (opened !== null && !opened.database.isInPlace()) shut();
    if (opened === null) {
      const database = openDatabase(stateDir);
      opened = { database, log: createAuditLog(database) };
    }
    return opened.log;
  };
  return {
    open: async (call) => await auditLog().open(call),
    close: async (id, call) => await auditLog().close(id, call),
    shut,
  };
}
