import type { CallIdentity } from '../backends/local/processes/call-processes.ts';
import { type FileId, fileIdOf, startTimeOf, statOrNull } from '../backends/local/processes/process-table.ts';
import type { Job } from '../model/job.ts';

/** What the processes of a job are told by. On a terminal its launcher leads their group, and is not one of them. */
export function processesOf(job: Job): CallIdentity {
  const { mark, shell, terminal } = job;
  return {
    mark,
    shell,
    launcher: terminal && shell,
    begin: null,
    sandbox: null,
    outputFiles: outputFilesOf(job),
  };
}

/** The descriptors under which a supervisor has the reading ends of the pipes that its job writes to: at first, and later. */
const outputFds = [1, 2, 5, 6];

/** What a job writes to. To a terminal's pipe a program of ours writes, which is to take the job's last words. */
function outputFilesOf({ supervisor, terminal, state }: Job): ReadonlySet<FileId> {
  if (supervisor?.startTime == null || terminal !== null || state.kind !== 'running') return new Set();
  const files = outputFds.map((fd) => statOrNull(`/proc/${supervisor.pid}/fd/${fd}`));
  const pipes = files.flatMap((file) => (file?.isFIFO() ? [fileIdOf(file)] : []));
  // Looked at last: what was found is the supervisor's if it is the same process still.
  const isSame = startTimeOf(supervisor.pid) === supervisor.startTime;
  return new Set(isSame ? pipes : []);
}
