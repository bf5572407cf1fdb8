import type { JobRegistry } from '../jobs/registry.ts';
import type { Job } from '../model/job.ts';
import type { Clock } from '../model/ports.ts';

/**
 * Milliseconds for which it holds that a conversation has no job: 100, about what a person takes for at once. One that is started and over
 * meanwhile is told with the call after that.
 */
const noJobMs = 100;

/** Hands out the jobs that are over at the end of a call. Whether there are any is asked while the command runs: nothing waits for that. */
export type EndedJobs = (conversationId: string) => () => Promise<readonly Job[]>;

export function createEndedJobs(jobs: Pick<JobRegistry, 'hasUntold' | 'claimEnds'>, clock: Clock): EndedJobs {
  return (conversationId) => {
    let hadNoneAtMs = Number.NEGATIVE_INFINITY;
    const look = async (): Promise<void> => {
      const atMs = clock.elapsedMs();
      if (!(await jobs.hasUntold(conversationId))) hadNoneAtMs = atMs;
    };
    const looking = setImmediate(() => void look().catch(() => {})); // Who claims is told the same.
    return async () => {
      clearImmediate(looking);
      if (clock.elapsedMs() - hadNoneAtMs < noJobMs) return [];
      // What cannot be told now, because the state cannot be used, is told with a later call.
      return await jobs.claimEnds(conversationId).catch(() => []);
    };
  };
}
