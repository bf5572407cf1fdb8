import { setTimeout as sleep } from 'node:timers/promises';
import { busyRetryMs, busyTimeoutMs, type Database, isBusy } from './database.ts';

/** Runs `work` as a write transaction; waits while another process is writing, and lets everything else go on meanwhile. */
export async function writeSoon<T>(database: Database, work: () => T): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return database.write(work);
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(busyRetryMs);
    }
  }
}
