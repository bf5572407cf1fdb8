import { statOrNull } from '../backends/local/processes/process-table.ts';
import { writeOutputProblem } from './directory.ts';
import type { FoundJob, JobRegistry } from './registry.ts';

/**
 * How much of its output the conversation has read. Where the file has become shorter than that, as by `> output`, nothing of what it
 * has now was read: that is written down, for whoever asks for the output.
 */
export async function readSoFar(
  { job, directory, readBytes }: FoundJob,
  registry: Pick<JobRegistry, 'setReadBytes'>,
): Promise<number> {
  const found = statOrNull(job.outputFile);
  if (found === null || found.size >= readBytes) return readBytes;
  try {
    await registry.setReadBytes(job.id, 0);
    if (job.outputProblem === null) await writeOutputProblem(directory, shortened);
  } catch {
    // The disk is full: it is seen again the next time.
  }
  return 0;
}

const shortened = 'it was shortened after it had been read';
