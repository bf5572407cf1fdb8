import { readFileSync } from 'node:fs';

/** What has ended may be listed until its parent has asked how. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false; // There is no such process.
  }
}
