import { statSync } from 'node:fs';
import { type Look, takeLook } from '../backends/local/processes/look.ts';
import { type FileId, fileIdOf } from '../backends/local/processes/process-table.ts';
import { findWaitingProcess, quietMs } from '../backends/local/waiting.ts';
import type { Job } from '../model/job.ts';
import { mayBeSpecial } from '../model/special-file.ts';
import { inputPath } from './input.ts';
import { processesOf } from './processes.ts';

/** The command line of the process of a job that waits for input; `null` when none does, or nobody can tell. `look`: one that is taken now. */
export function findWaitingIn(job: Job, look: Look = takeLook()): string | null {
  const { state, outputFile, supervisor } = job;
  if (state.kind !== 'running' || supervisor === null) return null;
  const writtenAtMs = lastWrittenMs(outputFile);
  // Where the clock was set back since, it was written at a time that is yet to come.
  if (writtenAtMs === null || Math.abs(Date.now() - writtenAtMs) < quietMs) return null;
  return findWaitingProcess(processesOf(job), inputOf(supervisor), look);
}

/** `null`: it is not there, or not ours to see, as that of a job of another user. */
function lastWrittenMs(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
}

/** The pipe that a job without a terminal has for its standard input. */
function inputOf(supervisor: NonNullable<Job['supervisor']>): ReadonlySet<FileId> {
  try {
    return new Set([fileIdOf(statSync(inputPath(supervisor), mayBeSpecial))]);
  } catch {
    return new Set(); // It has none, or it has been ended, or it is not ours to see.
  }
}
