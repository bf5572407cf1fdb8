import type { Finding } from '../../model/decision.ts';
import type { Job } from '../../model/job.ts';
import type { Denied, Ended, Report } from '../../model/outcome.ts';
import { describeProblem } from '../../model/request.ts';
import { howToApprove } from '../approval-words.ts';
import { formatSeconds } from '../units.ts';
import { outputText } from './output.ts';

/** What a call of `modes` answers with. */
export interface ModesResult {
  readonly kind: 'success' | 'error';
  /** What the model reads. */
  readonly text: string;
}

/** Turns a finished call into its result. */
export function present({ request, outcome }: Report): ModesResult {
  switch (outcome.kind) {
    case 'invalid':
      return error(`invalid input: ${outcome.problems.map(describeProblem).join('; ')}`);
    case 'denied':
      return error(describeDenied(outcome));
    case 'needs_approval':
      return error(
        [
          `permission denied: it needs an approval that nobody has given (${outcome.reason})`,
          ...howToApprove(outcome),
        ].join('. '),
      );
    case 'could_not_start':
      return error(`[command could not be started: ${outcome.problem.message}]`);
    case 'ended':
      return request?.lifetime.kind === 'job' ? presentNoJob(outcome) : presentEnded(outcome);
    case 'moved_to_job':
      return success(describeJob(outcome.job));
    case 'answered':
      throw new Error('a contract without tools for jobs was given the answer of one');
  }
}

/** The contract's own messages stand alone; rules that others have added may know something better. */
function describeDenied({ by, reason, findings: [first] }: Denied): string {
  if (by === 'person') return `permission denied: ${reason}`;
  return first === undefined ? reason : describeFinding(first);
}

function describeFinding({ reason, instead }: Finding): string {
  return instead === null ? reason : `${reason}. ${instead}`;
}

function presentEnded({ exit, capture }: Ended): ModesResult {
  const output = outputText(capture);
  switch (exit.kind) {
    case 'cancelled':
      return error(withOutput(cancelled, output));
    case 'timed_out':
      return error(withOutput(`[command timed out after ${formatSeconds(exit.timeoutMs)}]`, output));
    case 'lost':
      return error(withOutput(`[command lost: ${exit.reason}]`, output));
    case 'signalled':
      return error(failed(-1, output));
    case 'exited':
      return exit.code === 0 ? success(output) : error(failed(exit.code, output));
  }
}

const cancelled = '[command cancelled]';

/** The output begins on the line below, also where there is none. A shell that a signal has ended has no code, which is -1. */
function failed(exitCode: number, output: string): string {
  return `[command failed: exit code ${exitCode}]\n${output}`;
}

function withOutput(message: string, output: string): string {
  return output === '' ? message : `${message}\n${output}`;
}

function describeJob({ shell: { pid }, outputFile }: Job): string {
  return [
    `<pid>${pid}</pid>`,
    `<output_file>${outputFile}</output_file>`,
    `<reminder>To stop: kill -9 -${pid}</reminder>`,
  ].join('\n');
}

/** What was to run in the background and is no job: nothing of it runs any more. */
function presentNoJob({ exit, refusal }: Ended): ModesResult {
  if (exit.kind === 'cancelled') return error(cancelled);
  const reason = refusal ?? 'it did not start in time';
  return error(`[background process could not be started: ${reason}]`);
}

function success(text: string): ModesResult {
  return { kind: 'success', text };
}

function error(text: string): ModesResult {
  return { kind: 'error', text };
}
