import type { Captured, CapturedText, Spill } from '../../model/capture.ts';
import type { Job, JobExit } from '../../model/job.ts';
import type { Recorded } from '../../model/outcome.ts';
import { shortenCommand } from '../processes.ts';
import { count, formatBytes, formatDuration } from '../units.ts';
import { whatWasEnded } from './present-exit.ts';
import type { JobResult } from './result.ts';

/** The text of an output without its last line end: what follows begins on a line of its own anyway. */
export function outputText({ text }: Captured): string {
  if (text.kind === 'whole') return withoutLastLineEnd(text.text);
  return [withoutLastLineEnd(text.head), cutMark(text), withoutLastLineEnd(text.tail)].join('\n');
}

function cutMark(cut: Extract<CapturedText, { kind: 'cut' }>): string {
  const lines = cut.omittedLines === 0 ? '' : `${count(cut.omittedLines, 'line')}, `;
  return `[… ${lines}${formatBytes(cut.omittedBytes)} left out here; ${describeSpill(cut.spill)} …]`;
}

/** Said only where the output fits because of what was taken out of it. */
export function describeCleaned(text: CapturedText): readonly string[] {
  if (text.kind === 'cut' || text.spill === null) return [];
  return [`[the output is shown cleaned up; ${describeSpill(text.spill)}]`];
}

function describeSpill(spill: Spill): string {
  if (spill.kind === 'file') return `the whole output is in ${spill.path}`;
  return `only the first ${formatBytes(spill.bytes)} of the output are in ${spill.path}: ${spill.reason}`;
}

function withoutLastLineEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** How a job is doing, as the rest of a sentence that begins with it. */
export function describeJobState({ state, startedAt }: Job): string {
  switch (state.kind) {
    case 'running':
      return state.shell === null
        ? 'is running'
        : `goes on; its shell has ended: ${describeJobExit(state.shell)}`;
    case 'ended':
      return [
        `has ended after ${formatDuration(state.at - startedAt)}: ${describeJobExit(state.exit)}`,
        ...(state.outOfMemory ? [whatWasEnded(state.outOfMemory)] : []),
      ].join('; ');
    case 'lost':
      return 'is lost: what watched over it is gone, and how it ended is not known';
  }
}

function describeJobExit(exit: JobExit): string {
  switch (exit.kind) {
    case 'exited':
      return `exit status ${exit.code}`;
    case 'signalled':
      return `ended by ${exit.signal}`;
    case 'timed_out':
      return 'its time was up';
    case 'unknown':
      return 'how is not known';
  }
}

/** Said when a process waits for somebody to type. */
export function describeWaiting(command: string | null): readonly string[] {
  return command === null ? [] : [`[it is waiting for input: ${shortenCommand(command)}]`];
}

/** What is said of jobs that ended since the conversation's last call. */
export function describeEndedJobs(jobs: readonly Job[]): readonly string[] {
  return jobs.map((job) => `[job ${job.id} ${describeJobState(job)} (${shortenCommand(job.command)})]`);
}

/** Said when the record of a call is not whole. */
export function describeRecord(recorded: Recorded): readonly string[] {
  if (recorded.kind !== 'not_closed') return [];
  return [`[the outcome of this call could not be written to the audit log: ${recorded.reason}]`];
}

/** A job as data. */
export function jobResult(job: Job, waitsForInput = false): JobResult {
  const exit = job.state.kind === 'ended' ? job.state.exit : null;
  return {
    id: job.id,
    state: job.state.kind,
    exit_code: exit?.kind === 'exited' ? exit.code : null,
    signal: exit?.kind === 'signalled' ? exit.signal : null,
    command: job.command,
    cwd: job.cwd,
    pid: job.shell.pid,
    started_at: new Date(job.startedAt).toISOString(),
    ended_at: job.state.kind === 'running' ? null : new Date(job.state.at).toISOString(),
    output_file: job.outputFile,
    waiting_for_input: waitsForInput,
  };
}
