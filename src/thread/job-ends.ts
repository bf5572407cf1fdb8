import type { Job } from '../model/job.ts';
import type { Outcome } from '../model/outcome.ts';

/** The jobs of a bash in a thread whose ends are still to be told. */
export interface JobEnds {
  /** Called with what became of a call: the end of a job that it has left behind is waited for. */
  expect(outcome: Outcome): void;
  /** Called with a job that has ended. */
  told(job: Job): void;
  areAllTold(): boolean;
  /** Calls `then` when no end is waited for any more, whenever that is. */
  whenAllTold(then: () => void): void;
}

export function createJobEnds(): JobEnds {
  const awaited = new Set<string>();
  /** Those that have ended before what became of their call was known here. */
  const early = new Set<string>();
  let then: (() => void) | null = null;

  return {
    expect(outcome) {
      const job = jobOf(outcome);
      if (job !== null && !early.delete(job.id)) awaited.add(job.id);
    },
    told({ id }) {
      if (!awaited.delete(id)) early.add(id);
      if (awaited.size === 0) then?.();
    },
    areAllTold: () => awaited.size === 0,
    whenAllTold(given) {
      then = given;
    },
  };
}

function jobOf(outcome: Outcome): Job | null {
  return outcome.kind === 'ended' || outcome.kind === 'moved_to_job' ? outcome.job : null;
}
