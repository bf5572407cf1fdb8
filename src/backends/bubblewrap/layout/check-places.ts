import { lstatSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessIdentity } from '../../../model/exit.ts';
import { type EnclosedProcess, findEnclosed, WorthAnotherTry } from '../../local/enclosure.ts';
import { findWithoutMount, mountsOf } from '../../local/processes/process-places.ts';
import { foundChildren, listedChildren, readProcess } from '../../local/processes/process-table.ts';
import { hasMountedWhatIsAt } from './held-place.ts';

export const couldNotBeMade = 'what its sandbox is in could not be made';

/** What was to be shown, or to have something laid over it, was put elsewhere or replaced meanwhile. What is made anew need not meet that. */
export class PutElsewhere extends WorthAnotherTry {
  constructor(path: string, over = async () => {}) {
    super(`${couldNotBeMade}: ${path} was put elsewhere meanwhile; run it again`, over);
  }
}

/** What the files of a sandbox are to be, by paths without links. */
interface Places {
  /** Where something is laid over what is there. */
  readonly mountPoints: readonly string[];
  /** Where it shows what is there on this machine. */
  readonly shown: readonly string[];
}

/** Throws a `PutElsewhere` where a process does not have them so; `mounts` as `mountsOf` has told of it. */
export function checkPlaces(
  looked: { readonly pid: number; readonly mounts: string },
  { mountPoints, shown }: Places,
  over?: () => Promise<void>,
): void {
  const elsewhere =
    findWithoutMount(looked.mounts, mountPoints) ??
    shown.find((path) => !hasMountedWhatIsAt(path, looked)) ??
    null;
  if (elsewhere !== null) throw new PutElsewhere(elsewhere, over);
}

/** Milliseconds between two looks for what is in a sandbox that is being made: 2 ms. It takes some ten. */
const lookEveryMs = 2;

/** Milliseconds in which it has to be there: 30 s, as long as a base may take. */
const mostMakingMs = 30_000;

/**
 * The same of a sandbox that is made as a whole, as soon as its program is there, which waits to be told what to run. Of one that has ended, who
 * tells it that is told.
 */
export async function checkPlacesOf(
  { pid, startTime, over }: Pick<EnclosedProcess, 'pid' | 'startTime' | 'over'>,
  places: Places,
): Promise<void> {
  for (
    const until = performance.now() + mostMakingMs;
    isThere({ pid, startTime });
    await sleep(lookEveryMs)
  ) {
    // By then all of its files are laid out.
    const within = findEnclosed(pid, 0)?.launcher.pid;
    const mounts = within === undefined ? null : mountsOf(within);
    if (within !== undefined && mounts !== null) return checkPlaces({ pid: within, mounts }, places, over);
    if (isOver(pid) || performance.now() > until) throw new Error(couldNotBeMade);
  }
}

/** Whether what a keeper has started is there no more. With that begun it closes its standard input, which is for that. */
function isOver(keeperPid: number): boolean {
  if (hasInput(keeperPid) || listedChildren(keeperPid).length > 0) return false;
  return foundChildren(keeperPid).length === 0;
}

function hasInput(pid: number): boolean {
  return lstatSync(`/proc/${pid}/fd/0`, { throwIfNoEntry: false }) !== undefined;
}

function isThere({ pid, startTime }: ProcessIdentity): boolean {
  return readProcess(pid)?.startTime === startTime;
}
