import { closeSync, openSync, readSync } from 'node:fs';
import type { ProcessIdentity } from '../../../model/exit.ts';
import { processesAreKnown, startTimeField, statFieldsOf } from './process-table.ts';

/**
 * A process that is looked at again and again. What the kernel tells of it is held open, which takes a quarter of the time of opening it
 * for each look; and it tells of this process alone, whoever has its id by then.
 */
export interface HeldProcess {
  /** Whether it is still there, as far as can be told; not what is left of it until its parent asks (a zombie). */
  isThere(): boolean;
  /** Whether it is, and goes on by itself: one that is stopped waits for somebody to wake it. */
  goesOn(): boolean;
  /** It is not there from then on, as far as can be told. Can be called again. */
  letGo(): void;
}

/** Room for what proc(5)'s stat tells: 4 KiB, of which 52 numbers and a name take one. */
const told = Buffer.alloc(4_096);

/** Where no descriptor is left for it, it is not there, as far as can be told. */
export function holdProcess({ pid, startTime }: ProcessIdentity): HeldProcess {
  if (!processesAreKnown) return { isThere: () => true, goesOn: () => true, letGo: () => {} };
  let fd = openStat(pid);
  /** Its state, as one letter; `null`: it is gone. */
  const state = (): string | null => {
    if (fd === null) return null;
    try {
      const fields = statFieldsOf(told.toString('latin1', 0, readSync(fd, told, 0, told.length, 0)));
      return Number(fields[startTimeField]) === startTime ? (fields[0] ?? null) : null;
    } catch {
      return null; // The kernel has nothing more to tell.
    }
  };
  return {
    isThere: () => !/[ZX]/.test(state() ?? 'X'),
    goesOn: () => !/[ZXTt]/.test(state() ?? 'X'),
    letGo() {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}

function openStat(pid: number): number | null {
  try {
    return openSync(`/proc/${pid}/stat`, 'r');
  } catch {
    return null;
  }
}
