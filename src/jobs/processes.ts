import type { CallIdentity } from '../backends/local/call-processes.ts';
import type { Job } from '../model/job.ts';

/** What the processes of a job are told by. On a terminal its launcher leads their group, and is not one of them. */
export function processesOf({ mark, shell, terminal }: Job): CallIdentity {
  return { mark, shell, launcher: terminal && shell, outputFiles: new Set() };
}
