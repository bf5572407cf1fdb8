import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InputResult, Job, JobRequest } from '../model/job.ts';
import { readSupervisor } from './directory.ts';
import { keyBytes } from './keys.ts';

/** The descriptor under which a supervisor has the writing end of its command's input. */
const inputFd = 4;

/** What the input of a job is opened by. */
export function inputPath({ pid }: NonNullable<Job['supervisor']>): string {
  return `/proc/${pid}/fd/${inputFd}`;
}

/** Writes to the standard input of a job, and ends it if asked to. What the job has no room for is refused, not kept. */
export async function writeInput(
  job: Job,
  { text: typed, keys, end }: Pick<Extract<JobRequest, { kind: 'input' }>, 'text' | 'keys' | 'end'>,
): Promise<InputResult> {
  const { supervisor, state } = job;
  const pressed = typed + keys.map((key) => keyBytes[key]).join('');
  const text = job.terminal === null ? pressed : typedOnTerminal(pressed, end);
  if (state.kind !== 'running' || supervisor === null) return refused('the job is not running');
  try {
    const bytes = text === '' ? 0 : await write(inputPath(supervisor), Buffer.from(text));
    // The input of a terminal stays open: its end is a character.
    if (end && job.terminal === null) {
      if (!(await isListening(job))) return refused('what watches over it has not begun to');
      process.kill(supervisor.pid, 'SIGUSR1');
    }
    return { kind: 'written', bytes, ended: end };
  } catch (error) {
    return refused(describe(error));
  }
}

/** Milliseconds in which a supervisor has to have begun: 5 s, several hundred times what it takes. */
const beginMs = 5_000;

/** Whether the supervisor takes signals: one that has not yet said who it is would be ended by them. */
async function isListening({ outputFile }: Job): Promise<boolean> {
  const deadline = performance.now() + beginMs;
  for (;;) {
    if (readSupervisor(dirname(outputFile)) !== null) return true;
    if (performance.now() >= deadline) return false;
    await sleep(10);
  }
}

/**
 * As a person types it: the Enter key sends a carriage return, which programs that take keys one by one wait for. The
 * end of the input is the terminal's character for it; in the middle of a line the first one only sends the line off.
 */
function typedOnTerminal(text: string, end: boolean): string {
  const endKeys = text === '' || text.endsWith('\n') ? endOfInput : endOfInput.repeat(2);
  return text.replaceAll('\n', '\r') + (end ? endKeys : '');
}

/** Ctrl-D, which a new terminal has for VEOF. */
const endOfInput = keyBytes['C-d'];

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
