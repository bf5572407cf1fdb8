import type { Survivor } from '../../model/exit.ts';
import { type CallIdentity, findCallProcesses } from './call-processes.ts';
import { canWriteTo, commandLine, type ProcessEntry, processesAreKnown } from './process-table.ts';

/** The processes of a session that its commands have left running, which are the session's own from then on. */
export interface Background {
  /** The processes of the command under way: neither the shell, nor the session's own, nor their children. */
  ofCommand(call: CallIdentity): readonly ProcessEntry[];
  /**
   * Called when a command is over: what it left is the session's own now. Each is told of once; of those that were not
   * there yet when `seen` was looked for nothing is told.
   */
  adopt(call: CallIdentity, seen?: readonly ProcessEntry[]): readonly Survivor[];
}

export function createBackground(): Background {
  let own: ReadonlySet<string> = new Set();

  const ofCommand = (call: CallIdentity): readonly ProcessEntry[] => {
    if (!processesAreKnown) return [];
    const all = findCallProcesses(call).filter(({ pid }) => pid !== call.shell?.pid);
    const byId = new Map(all.map((entry) => [entry.pid, entry]));
    const isOwn = (entry: ProcessEntry | undefined): boolean =>
      entry !== undefined && (own.has(identityOf(entry)) || isOwn(byId.get(entry.parentPid)));
    return all.filter((entry) => !isOwn(entry));
  };

  return {
    ofCommand,
    adopt(call, seen) {
      const before = seen && new Set(seen.map(identityOf));
      const left = ofCommand(call).filter((entry) => before?.has(identityOf(entry)) ?? true);
      const all = processesAreKnown ? findCallProcesses(call) : [];
      own = new Set(all.map(identityOf));
      return left.map(({ pid }) => ({
        pid,
        command: commandLine(pid),
        holdsOutput: canWriteTo(pid, call.outputFiles),
      }));
    },
  };
}

function identityOf({ pid, startTime }: ProcessEntry): string {
  return `${pid} ${startTime}`;
}
