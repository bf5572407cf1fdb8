import type { ProcessIdentity } from '../../../model/exit.ts';

interface Kept {
  readonly startTime: number;
  /** The id of the launcher that has started it, and that has one shell at a time. */
  readonly launcher: number;
}

/** The shells that launchers of this process have started and that are not over, by their ids. */
const shells = new Map<number, Kept>();

/** Called when a launcher has told of its shell. What it returns is called when that is over. */
export function keepShell({ pid, startTime }: ProcessIdentity, launcher: number): () => void {
  if (startTime === null) return () => {};
  const kept = { startTime, launcher };
  shells.set(pid, kept);
  return () => {
    if (shells.get(pid) === kept) shells.delete(pid);
  };
}

/**
 * Whether a process is the shell of another launcher: it is of no call of this one. Of what else runs that has to be found out from its
 * environment and its files, which takes a tenth of a millisecond.
 */
export function isShellOfAnother(
  { pid, startTime }: ProcessIdentity,
  launcher: ProcessIdentity | null,
): boolean {
  const kept = shells.get(pid);
  if (kept === undefined || launcher === null) return false;
  return kept.startTime === startTime && kept.launcher !== launcher.pid;
}
