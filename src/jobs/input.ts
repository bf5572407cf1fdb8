import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { InputResult, Job, JobRequest } from '../model/job.ts';
import { keyBytes } from './keys.ts';

/** The descriptor under which a supervisor has the writing end of its command's input. */
const inputFd = 4;

/** Writes to the standard input of a job, and ends it if asked to. What the job has no room for is refused, not kept. */
export async function writeInput(
  job: Job,
  { text: typed, keys, end }: Pick<Extract<JobRequest, { kind: 'input' }>, 'text' | 'keys' | 'end'>,
): Promise<InputResult> {
  const { supervisor, state } = job;
  const text = typed + keys.map((key) => keyBytes[key]).join('');
  if (state.kind !== 'running' || supervisor === null) return refused('the job is not running');
  try {
    const bytes = text === '' ? 0 : await write(`/proc/${supervisor.pid}/fd/${inputFd}`, Buffer.from(text));
    if (end) process.kill(supervisor.pid, 'SIGUSR1');
    return { kind: 'written', bytes, ended: end };
  } catch (error) {
    return refused(describe(error));
  }
}

async function write(path: string, bytes: Buffer): Promise<number> {
  // Waiting for room would wait for a command that may never read.
  const file = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    const { bytesWritten } = await file.write(bytes);
    return bytesWritten;
  } finally {
    await file.close();
  }
}

function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'it has no input that can be written to, or its input has been ended';
  if (code === 'ENXIO' || code === 'EPIPE') return 'nothing of the job reads its input any more';
  if (code === 'EAGAIN') return 'the job does not read its input, and what was written before fills it';
  throw error;
}

function refused(reason: string): InputResult {
  return { kind: 'refused', reason };
}
