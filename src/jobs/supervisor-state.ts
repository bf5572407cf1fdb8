import { isStill, processesAreKnown, startTimeOf } from '../backends/local/processes/process-table.ts';
import type { ProcessIdentity } from '../model/exit.ts';
import { readBootId } from './boot-id.ts';

/** Tells this start of the machine from others; `null` where there is no /proc to tell. */
export const bootId = readBootId();

/** This process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, startTime: startTimeOf(process.pid) };
}

/** Whether that very process is alive: of this start of the machine, and not another one that was given its id since. */
export function isAlive({ pid, startTime }: ProcessIdentity, ofBoot: string | null): boolean {
  if (ofBoot !== bootId) return false;
  if (processesAreKnown) return isStill({ pid, startTime });
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // No such process, or a stranger's, which is not ours to signal.
  }
}
