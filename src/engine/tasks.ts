import type { JobRegistry } from '../jobs/registry.ts';
import { stopJob } from '../jobs/stop.ts';
import type { Job } from '../model/job.ts';

/** A command that runs: in the foreground of a call, or as a job. */
export interface Task {
  /** The id of its call in the audit log. */
  readonly callId: string;
  readonly conversationId: string;
  readonly command: string;
  readonly cwd: string;
  readonly description: string | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** `null`: a call waits for it. */
  readonly job: Job | null;
}

/** What runs for the conversations of one bash, in calls and as jobs. */
export interface Tasks {
  /** Called when a call starts its command; what it returns is called when the call is over. */
  begin(task: Omit<Task, 'job'>): () => void;
  /** `null`: of all conversations. */
  list(conversationId: string | null): Promise<readonly Task[]>;
  /** Ends the jobs of a conversation, with every process of them. */
  endJobs(conversationId: string): Promise<void>;
}

/** `contract`: only its jobs are meant, of all that are in the registry. */
export function createTasks(registry: JobRegistry, contract: string): Tasks {
  const inCalls = new Set<Task>();

  const runningJobs = async (conversationId: string | null): Promise<readonly Job[]> => {
    await registry.restore();
    return (await registry.list()).filter(
      (job) =>
        job.state.kind === 'running' &&
        job.contract === contract &&
        (conversationId === null || job.conversationId === conversationId),
    );
  };

  return {
    begin(given) {
      const task = { ...given, job: null };
      inCalls.add(task);
      return () => void inCalls.delete(task);
    },
    async list(conversationId) {
      const jobs = await runningJobs(conversationId);
      const calls = [...inCalls].filter(
        (task) => conversationId === null || task.conversationId === conversationId,
      );
      // What has just become a job is still in its call.
      const others = jobs.filter((job) => !calls.some(({ callId }) => callId === job.callId));
      return [...calls, ...others.map(toTask)].toSorted((a, b) => a.startedAt - b.startedAt);
    },
    async endJobs(conversationId) {
      const jobs = await runningJobs(conversationId);
      await Promise.all(
        jobs.map((job) => stopJob(job, null, async () => (await registry.find(job.id))?.job ?? job)),
      );
    },
  };
}

function toTask(job: Job): Task {
  const { callId, conversationId, command, cwd, description, startedAt } = job;
  return { callId, conversationId, command, cwd, description, startedAt, job };
}
