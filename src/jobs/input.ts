import { constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalEach } from '../backends/local/processes/end-call.ts';
import { codeOf } from '../model/errors.ts';
import type { InputResult, Job, JobRequest } from '../model/job.ts';
import { mayBeSpecial } from '../model/special-file.ts';
import { cursorKeysOf } from './cursor-keys.ts';
import { readSupervisor } from './directory.ts';
import { keyBytes } from './keys.ts';

/** The descriptor under which a supervisor has the writing end of its command's input. */
const inputFd = 4;

/** What the input of a job is opened by; where it has none, that of a directory. */
export function inputPath({ pid }: NonNullable<Job['supervisor']>): string {
  return `/proc/${pid}/fd/${inputFd}`;
}

function hasInput(supervisor: NonNullable<Job['supervisor']>): boolean {
  const found = statSync(inputPath(supervisor), { ...mayBeSpecial, throwIfNoEntry: false });
  return found !== undefined && !found.isDirectory();
}

/**
 * Writes to the standard input of a job, and ends it if asked to. What the job has no room for is told, and not kept; the input
 * is not ended then, as that would pass for the end of what was meant.
 */
export async function writeInput(
  job: Job,
  { text: typed, keys, end }: Pick<Extract<JobRequest, { kind: 'input' }>, 'text' | 'keys' | 'end'>,
): Promise<InputResult> {
  const { supervisor, state } = job;
  if (state.kind !== 'running' || supervisor === null) return refused('the job is not running');
  try {
    const sent = { ...keyBytes, ...(await cursorKeysOf(job, keys)) };
    const pressed = typed + keys.map((key) => sent[key]).join('');
    const text = job.terminal === null ? pressed : typedOnTerminal(pressed, end);
    const given = Buffer.from(text);
    const bytes = text === '' ? 0 : await write(inputPath(supervisor), given);
    const left = given.length - bytes;
    if (left > 0 && bytes === 0)
      return refused('the job does not read its input, and what was written before fills it');
    const hasLongLine = job.terminal !== null && longestLine(given.subarray(0, bytes)) > mostOfLine;
    const written = { kind: 'written', bytes, left, hasLongLine } as const;
    if (left > 0 || !end) return { ...written, end: 'open' };
    // The input of a terminal stays open: its end is a character.
    const isEnded = job.terminal !== null || (await endInput(job, supervisor));
    return { ...written, end: isEnded ? 'ended' : 'unanswered' };
  } catch (error) {
    return refused(describe(error));
  }
}

/** Milliseconds in which a supervisor has to have begun, and to have closed the input: 10 s, several hundred times what it takes. */
const endMs = 10_000;

/**
 * Has the supervisor close the writing end; resolves to whether it has. One that has not yet said who it is would be ended by the signal. And
 * one that is just about to wait for what comes next would take it in only then, as bash looks for signals before: it is sent again.
 */
async function endInput({ outputFile }: Job, supervisor: NonNullable<Job['supervisor']>): Promise<boolean> {
  const deadline = performance.now() + endMs;
  do {
    // One that was stopped takes in no other signal.
    if (readSupervisor(dirname(outputFile)) !== null) signalEach([supervisor], ['SIGUSR1', 'SIGCONT']);
    await sleep(10);
    if (!hasInput(supervisor)) return true;
  } while (performance.now() < deadline);
  return false;
}

/**
 * As a person types it: the Enter key sends a carriage return, which programs that take keys one by one wait for. A line that
 * ends as on Windows has one too: of two the second would be the answer to what is asked next. The
 * end of the input is the terminal's character for it; in the middle of a line the first one only sends the line off.
 */
function typedOnTerminal(text: string, end: boolean): string {
  const endKeys = text === '' || text.endsWith('\n') ? endOfInput : endOfInput.repeat(2);
  return text.replaceAll(/\r?\n/g, '\r') + (end ? endKeys : '');
}

/** Bytes of a line that Linux keeps for a program that reads lines of a terminal, as most do that draw nothing (termios(3)); the rest is thrown away. */
const mostOfLine = 4_095;

/** Bytes between what ends a line for a terminal: the Enter key, and the end of the input. */
function longestLine(typed: Buffer): number {
  const lines = typed.toString('latin1').replaceAll(endOfInput, '\r').split('\r');
  return lines.reduce((most, { length }) => Math.max(most, length), 0);
}

/** Ctrl-D, which a new terminal has for VEOF. */
const endOfInput = keyBytes['C-d'];

/** Milliseconds in which a job has to take all of it: 2 s, in which one that reads takes megabytes. */
const roomMs = 2_000;

/** Writes what the job makes room for, and says how much that was. */
async function write(path: string, bytes: Buffer): Promise<number> {
  // Waiting for room without end would wait for a command that may never read.
  const file = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const deadline = performance.now() + roomMs;
  let written = 0;
  try {
    for (;;) {
      written += await writeNow(file, bytes.subarray(written));
      if (written === bytes.length || performance.now() >= deadline) return written;
      await sleep(10);
    }
  } finally {
    await file.close();
  }
}

async function writeNow(file: FileHandle, bytes: Buffer): Promise<number> {
  try {
    return (await file.write(bytes)).bytesWritten;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return 0; // There is no room.
    throw error;
  }
}

function describe(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'EISDIR')
    return 'there is none to write to, as what was not started in the background or on a terminal has none, or it has been ended';
  if (code === 'ENXIO' || code === 'EPIPE') return 'nothing of the job reads its input any more';
  throw error;
}

function refused(reason: string): InputResult {
  return { kind: 'refused', reason };
}
