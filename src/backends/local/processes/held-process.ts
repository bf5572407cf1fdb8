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
  let fd = openStat({ pid, startTime });
  const state = (): string => (fd === null ? 'X' : stateIn(readStat(fd)));
  return {
    isThere: () => !'ZX'.includes(state()),
    goesOn: () => !'ZXTt'.includes(state()),
    letGo() {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}

/** `null` where it is another one by now, or gone. */
function openStat({ pid, startTime }: ProcessIdentity): number | null {
  try {
    const fd = openSync(`/proc/${pid}/stat`, 'r');
    if (Number(statFieldsOf(readStat(fd))[startTimeField]) === startTime) return fd;
    closeSync(fd);
    return null;
  } catch {
    return null;
  }
}

/** Empty where the kernel has nothing more to tell: it is gone. */
function readStat(fd: number): string {
  try {
    return told.toString('latin1', 0, readSync(fd, told, 0, told.length, 0));
  } catch {
    return '';
  }
}

/** One letter, which follows its name; `X`, dead, for one of which nothing is told. */
function stateIn(stat: string): string {
  return stat[stat.lastIndexOf(')') + 2] ?? 'X';
}
