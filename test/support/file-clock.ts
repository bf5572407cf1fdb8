import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until the clock of the file system has moved on: what changes before and after has different times. From Linux 6.13 on that
 * is so at once for what was looked at; the milliseconds of `Date.now()` have moved on, too.
 */
export async function nextTick(directory: string): Promise<void> {
  const file = join(directory, 'clock');
  const timeOf = (): bigint => {
    writeFileSync(file, 'x');
    return statSync(file, { bigint: true }).ctimeNs;
  };
  const before = timeOf();
  const moment = Date.now();
  while (timeOf() === before || Date.now() === moment) await sleep(1);
}
