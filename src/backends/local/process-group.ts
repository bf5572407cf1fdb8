import { setTimeout as sleep } from 'node:timers/promises';
import { listProcessIds, readProcess } from './process-table.ts';

/** Milliseconds between two looks at whether a group is gone. */
const lookEveryMs = 10;

/** Milliseconds to wait for the kernel to end what was sent SIGKILL. A process it cannot end by then hangs in it. */
const killWaitMs = 2_000;

/** Whether a process of the group is still alive. One that has ended and was not waited for does not count. */
export function groupIsAlive(groupId: number): boolean {
  return signalGroup(groupId, 0) && livingMembers(groupId) !== 0;
}

/**
 * Ends every process of a group: SIGTERM, `graceMs` for them to end by themselves, SIGKILL. Resolves when none is
 * left. A stopped process is woken up, so that it can take the signal.
 */
export async function endGroup(groupId: number, graceMs: number): Promise<void> {
  signalGroup(groupId, 'SIGTERM');
  signalGroup(groupId, 'SIGCONT');
  if (await isGoneWithin(groupId, graceMs)) return;
  signalGroup(groupId, 'SIGKILL');
  await isGoneWithin(groupId, killWaitMs);
}

async function isGoneWithin(groupId: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (groupIsAlive(groupId)) {
    if (performance.now() >= deadline) return false;
    await sleep(lookEveryMs);
  }
  return true;
}

/** Whether there was anything to signal. */
function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-groupId, signal);
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return false;
    if (isErrno(error, 'EPERM')) return true; // There, but not ours to signal: a set-user-id program.
    throw error;
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** How many members of the group are alive; `null` where there is no /proc to tell from. */
function livingMembers(groupId: number): number | null {
  const ids = listProcessIds();
  if (ids === null) return null; // The signal's own answer has to do, which counts zombies too.
  return ids.filter((pid) => readProcess(pid)?.groupId === groupId).length;
}
