import type { Survivor } from '../../../model/exit.ts';
import type { CallIdentity } from '../processes/call-processes.ts';
import { createKnown, type Known } from '../processes/known-processes.ts';
import { nextLook } from '../processes/look.ts';
import { type ProcessEntry, processesAreKnown } from '../processes/process-table.ts';
import { toSurvivor } from '../processes/survivors.ts';

/** The processes of a session that its commands have left running, which are the session's own from then on. */
export interface Background {
  /** The processes of the command under way: neither the shell, nor the session's own, nor their children. */
  ofCommand(call: CallIdentity): Promise<Known>;
  /**
   * Called when a command is over: what it left is the session's own now. Each is told of once; of those that were not
   * there yet when `seen` was looked for nothing is told.
   */
  adopt(call: CallIdentity, seen: Known): Promise<readonly Survivor[]>;
}

export function createBackground(look: typeof nextLook = nextLook): Background {
  const known = createKnown();
  let own: ReadonlySet<string> = new Set();

  const ofCommand = async (call: CallIdentity): Promise<Known> => {
    if (!processesAreKnown) return { found: [], isSure: true };
    const { found, isSure } = known.find(call, await look());
    const all = found.filter(({ pid }) => pid !== call.shell?.pid);
    const byId = new Map(all.map((entry) => [entry.pid, entry]));
    const isOwn = (entry: ProcessEntry | undefined): boolean =>
      entry !== undefined && (own.has(identityOf(entry)) || isOwn(byId.get(entry.parentPid)));
    const owned = all.filter(isOwn);
    // Also what has been started by one of them that is gone when it is looked at again.
    own = new Set(owned.map(identityOf));
    return { found: all.filter((entry) => !own.has(identityOf(entry))), isSure };
  };

  return {
    ofCommand,
    async adopt(call, seen) {
      const before = new Set(seen.found.map(identityOf));
      const { found } = await ofCommand(call);
      own = new Set([...own, ...found.map(identityOf)]);
      return found.filter((entry) => before.has(identityOf(entry))).map((entry) => toSurvivor(entry, call));
    },
  };
}

function identityOf({ pid, startTime }: ProcessEntry): string {
  return `${pid} ${startTime}`;
}
