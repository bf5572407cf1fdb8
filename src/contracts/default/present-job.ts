import type { Job, JobAnswer } from '../../model/job.ts';
import { type Report, statusOf } from '../../model/outcome.ts';
import { describeProblem } from '../../model/request.ts';
import { shortenCommand } from '../processes.ts';
import { count, formatDuration } from '../units.ts';
import type { JobListResult, JobToolResult } from './result.ts';
import {
  describeCleaned,
  describeEndedJobs,
  describeJobState,
  describeRecord,
  describeWaiting,
  jobResult,
  outputText,
} from './words.ts';

/** Turns the answer of a job into the result of `bash_output`, `bash_input` or `bash_stop`. */
export function presentJob(report: Report): JobToolResult {
  const answer = answerOf(report);
  const job = answer === null || answer.kind === 'list' ? null : answer.job;
  return {
    ...common(report, job),
    job: job && jobResult(job, answer?.kind === 'output' && answer.waitsForInput !== null),
    waited: answer?.kind === 'output' ? answer.waited : null,
    total_bytes: answer?.kind === 'output' ? answer.output.totalBytes : null,
  };
}

/** Turns the list of jobs into the result of `bash_jobs`. */
export function presentJobList(report: Report): JobListResult {
  const answer = answerOf(report);
  return { ...common(report, null), jobs: answer?.kind === 'list' ? listResults(answer) : [] };
}

function listResults({ jobs, waiting }: Extract<JobAnswer, { kind: 'list' }>): JobListResult['jobs'] {
  return jobs.map((job) => jobResult(job, waiting.has(job.id)));
}

/** `told`: the job that the result is about, whose end need not be told twice. */
function common({ outcome, recorded, endedJobs }: Report, told: Job | null) {
  const others = endedJobs.filter(({ id }) => id !== told?.id);
  const lines = [...describe(outcome), ...describeEndedJobs(others), ...describeRecord(recorded)];
  return {
    status: statusOf(outcome),
    text: lines.join('\n'),
    ended_jobs: endedJobs.map((job) => jobResult(job)),
    call_id: recorded.kind === 'not_opened' ? null : recorded.id,
  };
}

function answerOf({ outcome }: Report): JobAnswer | null {
  return outcome.kind === 'answered' ? outcome.answer : null;
}

function describe(outcome: Report['outcome']): readonly string[] {
  switch (outcome.kind) {
    case 'answered':
      return describeAnswer(outcome.answer);
    case 'invalid':
      return outcome.problems.map((problem) => `[invalid input: ${describeProblem(problem)}]`);
    case 'could_not_start':
      return [`[not done: ${outcome.problem.message}]`];
    case 'denied':
    case 'needs_approval':
    case 'ended':
    case 'moved_to_job':
      throw new Error(`a tool that runs nothing was given the outcome ${outcome.kind}`);
  }
}

function describeAnswer(answer: JobAnswer): readonly string[] {
  switch (answer.kind) {
    case 'output':
      return [
        ...describeOutput(answer),
        ...describeWait(answer),
        ...describeWaiting(answer.waitsForInput),
        `[job ${answer.job.id} ${describeJobState(answer.job)}]`,
      ];
    case 'input':
      return [describeInput(answer)];
    case 'stop':
      return [`[job ${answer.job.id} ${describeStop(answer)}]`];
    case 'list':
      if (answer.jobs.length === 0) return ['[there are no jobs]'];
      return answer.jobs.map((job) => {
        const waits = answer.waiting.has(job.id) ? ' and waits for input' : '';
        return `job ${job.id} ${describeJobState(job)}${waits} (${shortenCommand(job.command)})`;
      });
  }
}

function describeStop({ job, wasRunning, done }: Extract<JobAnswer, { kind: 'stop' }>): string {
  if (done === 'ended')
    return 'still ran, with nothing to watch over it, and has been ended; how it ended is not known';
  if (done !== null) return `${describeJobState(job)}; what still ran of it was sent ${done}`;
  return wasRunning ? describeJobState(job) : `was over before: it ${describeJobState(job)}`;
}

function describeOutput({ output, job }: Extract<JobAnswer, { kind: 'output' }>): readonly string[] {
  const problem =
    job.outputProblem === null ? [] : [`[${job.outputFile} does not have all: ${job.outputProblem}]`];
  switch (output.kind) {
    case 'text':
      return [
        output.captured.bytes === 0 ? describeNothing(output) : outputText(output.captured),
        ...describeCleaned(output.captured.text),
        ...problem,
      ];
    case 'matches':
      return [
        ...(output.matches.length === 0 ? ['[no line matches]'] : []),
        ...output.matches.map(({ line, text }) => `${line}: ${text}`),
        ...(output.more === 0 ? [] : [`[${count(output.more, 'more line')} match]`]),
        ...(output.isCut
          ? [
              `[what was above line 1 is not on the screen any more, and was not searched; ${job.outputFile} has it]`,
            ]
          : []),
        ...problem,
      ];
  }
}

function describeNothing({ linesThere }: { readonly linesThere: number | null }): string {
  if (linesThere === null) return '[nothing new]';
  return `[no such line: the whole output has ${count(linesThere, 'line')}]`;
}

function describeWait(answer: Extract<JobAnswer, { kind: 'output' }>): readonly string[] {
  const { waited, toldBefore, output, job } = answer;
  if (waited === null) return [];
  if (waited.met) {
    // Else it is seen: the output has it, or the job has ended.
    const isSeen = job.state.kind !== 'running' || output.kind !== 'text' || output.captured.bytes > 0;
    return isSeen ? [] : [`[what was waited for came about after ${formatDuration(waited.ms)}]`];
  }
  const before = toldBefore === null ? '' : `; line ${toldBefore}, which was told before, matches`;
  return [`[what was waited for did not come about within ${formatDuration(waited.ms)}${before}]`];
}

function describeInput({ job, result }: Extract<JobAnswer, { kind: 'input' }>): string {
  if (result.kind === 'refused') return `[job ${job.id} was not given the input: ${result.reason}]`;
  const given = `[job ${job.id} was given ${count(result.bytes, 'byte')}`;
  const cut = result.hasLongLine ? `; ${longLine}` : '';
  if (result.left > 0)
    return `${given}, and not the last ${count(result.left, 'byte')}: it does not read its input, which has not been ended${cut}]`;
  return `${given}${describeEnd(result.end, job)}${cut}]`;
}

const longLine =
  'a program that reads line by line is given no more than 4,095 bytes of a line by a terminal, and the rest of a longer one is lost: write it in several lines, or to a file';

type Written = Extract<Extract<JobAnswer, { kind: 'input' }>['result'], { kind: 'written' }>;

function describeEnd(end: Written['end'], { terminal }: Pick<Job, 'terminal'>): string {
  switch (end) {
    case 'open':
      return '';
    case 'ended':
      return terminal === null
        ? '; its input has been ended'
        : '; the last of them tells the end of the input';
    case 'unanswered':
      return '; its input was not ended: what watches over it does not answer';
  }
}
