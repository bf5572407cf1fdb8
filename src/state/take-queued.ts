import { rmSync } from 'node:fs';
import { appendToChain } from './audit-chain.ts';
import { type Database, isBusy, whileBusy } from './database.ts';
import { isQueued, readQueued } from './record-queue.ts';

/**
 * Takes the calls that wait in files into the audit log, in the order of their opening. All of them are in the log before the first
 * file is removed: a process that ends in between leaves files of calls that the log has, and the next one only removes these. Waits
 * for another process that is writing.
 */
export function takeQueued(database: Database, stateDir: string): void {
  if (isQueued(stateDir)) whileBusy(() => takeAll(database, stateDir));
}

/** The same, for who is in the middle of other things: where another process is writing it is left for the next time. */
export function takeQueuedUnlessBusy(database: Database, stateDir: string): void {
  try {
    if (isQueued(stateDir)) takeAll(database, stateDir);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

function takeAll(database: Database, stateDir: string): void {
  const taken = database.write(() => {
    // Read anew: what another process took in until now is gone, or in the log.
    const queued = readQueued(stateDir);
    for (const { rows } of queued) {
      const [{ call }] = rows;
      if (database.all('SELECT seq FROM audit WHERE call = ?', call).length > 0) continue;
      for (const row of rows) appendToChain(database, row);
    }
    return queued;
  });
  for (const { path } of taken) rmSync(path, { force: true });
}
