import type { Exit, Run } from '../../model/exit.ts';
import { exitOfStop } from './abort.ts';

/** A run that was stopped, and of which nothing is left. */
export function endedBy(stop: AbortSignal): Run {
  return endedWith(exitOfStop(stop));
}

/** A run of which there is nothing to tell but how it ended. */
export function endedWith(exit: Exit): Extract<Run, { kind: 'ended' }> {
  return { kind: 'ended', exit, parts: null, survivors: [], kept: null, session: null };
}
