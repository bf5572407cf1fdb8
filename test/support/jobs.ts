import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createJobRegistry, type JobRegistry } from '../../src/jobs/registry.ts';
import { stopJob } from '../../src/jobs/stop.ts';
import type { Job } from '../../src/model/job.ts';
import { createLazyState } from '../../src/state/lazy-state.ts';

/** Uses the jobs of a state directory, as another process would. */
async function withJobs<T>(stateDir: string, use: (jobs: JobRegistry) => Promise<T>): Promise<T> {
  const state = createLazyState(stateDir);
  try {
    return await use(createJobRegistry(state.jobs, join(stateDir, 'jobs')));
  } finally {
    state.shut();
  }
}

/** Ends every job of a state directory, so that a test leaves nothing running. */
export async function endJobs(stateDir: string): Promise<void> {
  if (!existsSync(join(stateDir, 'state.db'))) return;
  await withJobs(stateDir, async (jobs) => {
    for (const job of await jobs.list()) {
      const look = async (): Promise<Job> => (await jobs.find(job.id))?.job ?? job;
      if (job.state.kind === 'running') await stopJob(job, null, look);
    }
  });
}
