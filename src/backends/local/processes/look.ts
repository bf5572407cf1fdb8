import { softLimitOf } from './call-limit.ts';
import { beingReplaced, environmentOf, environmentValue } from './process-environment.ts';
import {
  lastProcessId,
  listProcessIds,
  type OpenFile,
  openFilesOf,
  type ProcessEntry,
  readProcess,
} from './process-table.ts';

/** One look at the processes of this machine: what has been looked at is not looked at again. Good for that moment only. */
export interface Look {
  /** When it began, as `performance.now()` counts. */
  readonly atMs: number;
  lastProcessId(): number;
  processIds(): readonly number[];
  process(pid: number): ProcessEntry | null;
  /** The value of a variable; `null` when not set, or not to be seen. */
  environmentValue(pid: number, name: string): string | null;
  /** What it inherits of a call; see `callLimit`. */
  softLimit(pid: number): string | null;
  /** What it has open. */
  openFiles(pid: number): readonly OpenFile[];
  /** Whether another program is taking the place of the process: what its environment is cannot be told at this moment. */
  isBeingReplaced(pid: number): boolean;
}

export function takeLook(): Look {
  let last: number | null = null;
  let ids: readonly number[] | null = null;
  const process = remembering(readProcess);
  const environment = remembering(environmentOf);
  const valuesOf = remembering((name: string) =>
    remembering((pid: number) => {
      const all = environment(pid);
      return all === null || all === beingReplaced ? null : environmentValue(all, name);
    }),
  );
  return {
    atMs: performance.now(),
    lastProcessId() {
      last ??= lastProcessId();
      return last;
    },
    processIds() {
      ids ??= listProcessIds();
      return ids;
    },
    process,
    environmentValue: (pid, name) => valuesOf(name)(pid),
    softLimit: remembering(softLimitOf),
    openFiles: remembering(openFilesOf),
    isBeingReplaced: (pid) => environment(pid) === beingReplaced,
  };
}

/** Whether somebody has had a look in this turn of the event loop. */
let hasLooked = false;
/** The look that the others of this turn will have. */
let next: Promise<Look> | null = null;

/**
 * A look that begins after it was asked for: at once for the first who asks in a turn of the event loop, right after the turn
 * for all others, together. Of many commands that end at the same time each would look at the processes of all.
 */
export async function nextLook(): Promise<Look> {
  if (!hasLooked) {
    hasLooked = true;
    setImmediate(() => {
      hasLooked = false;
    });
    return takeLook();
  }
  next ??= new Promise((resolve) => {
    setImmediate(() => {
      next = null;
      resolve(takeLook());
    });
  });
  return await next;
}

function remembering<Key, Value>(look: (key: Key) => Value): (key: Key) => Value {
  const seen = new Map<Key, Value>();
  return (key) => {
    const value = seen.has(key) ? (seen.get(key) as Value) : look(key);
    seen.set(key, value);
    return value;
  };
}
