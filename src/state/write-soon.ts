import { setTimeout as sleep } from 'node:timers/promises';
import { busyRetryMs, busyTimeoutMs, type Database, isBusy } from './database.ts';

/** Runs `work` as a write transaction; waits while another process is writing, and lets everything else go on meanwhile. */
export async function writeSoon<T>(database: Database, work: () => T): Promise<T> {
  return await onceFree(() => database.write(work));
}

/** The same for work that makes its own transactions. */
export async function onceFree<T>(work: () => T): Promise<T> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(busyRetryMs);
    }
  }
}
