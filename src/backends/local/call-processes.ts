import {
  canWriteTo,
  environmentValue,
  lastProcessId,
  listProcessIds,
  type ProcessEntry,
  readProcess,
} from './process-table.ts';

/** The variable that every process of a call inherits, so that those can be found that left its group and session. */
export const markVariable = 'HANDRAIL_CALL';

/** What the processes of one call are told by. */
export interface CallIdentity {
  /** A name that no other call has. In the environment it stands behind those of the calls that this one is within. */
  readonly mark: string;
  /** The shell's process id, which is also that of its group and its session. */
  readonly shellPid: number;
  /** When the shell started; `null` when it was over before one could look. */
  readonly shellStartTime: number | null;
  /** The inode numbers of the pipes that the command writes to, as far as somebody may still have them open. */
  readonly outputInodes: ReadonlySet<number>;
}

/** The mark of a call as its processes get it: behind those of the calls that it is within. */
export function markValue(mark: string, outerMark: string | null): string {
  return outerMark === null ? mark : `${outerMark}/${mark}`;
}

/**
 * Every living process of the call: those of the shell's group and session, those that carry its mark, those that hold
 * its output open, and the children of any of them. A process that got rid of all of that is not found.
 */
export function findCallProcesses(call: CallIdentity): readonly ProcessEntry[] {
  const candidates = youngerThan(call.shellPid)
    .map(readProcess)
    .filter((entry) => entry !== null);
  const isOurs = (entry: ProcessEntry): boolean =>
    isInSession(entry, call, candidates) ||
    carriesMark(entry, call.mark) ||
    canWriteTo(entry.pid, call.outputInodes);
  return withDescendants(candidates.filter(isOurs), candidates);
}

/** Ids are given out in order, so that all of a call come after its shell's; unless they began anew since. */
function youngerThan(shellPid: number): readonly number[] {
  const ids = listProcessIds();
  const began = lastProcessId() >= shellPid ? shellPid : 0;
  // This process holds the reading ends of the pipes, and is never one of the call's.
  return ids.filter((pid) => pid >= began && pid !== process.pid);
}

function isInSession(entry: ProcessEntry, call: CallIdentity, all: readonly ProcessEntry[]): boolean {
  if (entry.groupId !== call.shellPid && entry.sessionId !== call.shellPid) return false;
  // While a group or session has members its id is not given out again; after that a stranger may lead one of that id.
  const leader = all.find(({ pid }) => pid === call.shellPid);
  return leader === undefined || leader.startTime === call.shellStartTime;
}

function carriesMark({ pid }: ProcessEntry, mark: string): boolean {
  return environmentValue(pid, markVariable)?.split('/').includes(mark) ?? false;
}

function withDescendants(
  found: readonly ProcessEntry[],
  all: readonly ProcessEntry[],
): readonly ProcessEntry[] {
  const members = new Map(found.map((entry) => [entry.pid, entry]));
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const entry of all) if (members.has(entry.parentPid)) members.set(entry.pid, entry);
  }
  return [...members.values()];
}
