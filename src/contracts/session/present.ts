import { bothStreams, type Captured } from '../../model/capture.ts';
import type { Finding } from '../../model/decision.ts';
import type { Ended, Outcome, Recorded, Report } from '../../model/outcome.ts';
import { describeProblem } from '../../model/request.ts';
import { howToApprove } from '../approval-words.ts';
import { keptDescription } from './description.ts';
import { outputText, withLineEnd } from './output.ts';
import type { SessionErrorKind, SessionResult } from './result.ts';
import { describeExit, describeSession, describeSurvivors } from './words.ts';

/** Turns a finished call into its result. */
export function present({ request, outcome, recorded }: Report): SessionResult {
  switch (outcome.kind) {
    case 'invalid':
      return failure('InvalidParameters', outcome.problems.map(describeProblem).join('; '));
    case 'denied':
    case 'needs_approval':
      return failure('PermissionDenied', describeRefusal(outcome));
    case 'could_not_start':
      return failure('Failed', outcome.problem.message);
    case 'ended':
      return presentEnded(outcome, recorded, keptDescription(request?.description ?? null));
    case 'moved_to_job':
    case 'answered':
      throw new Error(`a contract without jobs was given the outcome ${outcome.kind}`);
  }
}

function failure(kind: SessionErrorKind, message: string): SessionResult {
  return { error: { kind, message } };
}

function describeRefusal(outcome: Extract<Outcome, { kind: 'denied' | 'needs_approval' }>): string {
  const why = reasons(outcome.findings);
  if (outcome.kind === 'needs_approval')
    return [
      `Permission denied: nobody was there to give it. It was asked for because ${why}.`,
      ...howToApprove(outcome),
    ].join(' ');
  if (outcome.by === 'person')
    return `Permission denied: ${outcome.reason}. It was asked for because ${why}.`;
  return [`Permission denied by a rule: ${why}.`, ...insteads(outcome.findings)].join(' ');
}

function reasons(findings: readonly Finding[]): string {
  return [...new Set(findings.map(({ reason }) => reason))].join('; ');
}

function insteads(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ instead }) => instead ?? []);
}

function presentEnded(ended: Ended, recorded: Recorded, description: string): SessionResult {
  const { exit, capture, startedAt, durationMs } = ended;
  const { stdout: captured } = bothStreams(capture);
  const output = outputText(captured);
  const start = Math.round(startedAt);
  return {
    text: textOf(output, [
      ...describeOutput(captured),
      ...describeExit(ended),
      ...describeSurvivors(ended),
      ...describeSession(ended.session),
      ...describeRecord(recorded),
    ]),
    metadata: {
      start_time: start,
      end_time: start + Math.round(durationMs),
      description,
      exit_code: exit.kind === 'exited' ? exit.code : null,
      output,
    },
  };
}

/** The output as it is, and what there is to say on lines of its own after it. */
function textOf(output: string, notes: readonly string[]): string {
  return notes.length === 0 ? output : `${withLineEnd(output)}${notes.join('\n')}`;
}

function describeOutput({ bytes }: Captured): readonly string[] {
  return bytes === 0 ? ['(no output)'] : [];
}

/** Said when the record of a call is not whole. */
function describeRecord(recorded: Recorded): readonly string[] {
  if (recorded.kind !== 'not_closed') return [];
  return [`The outcome of this call could not be written to the audit log: ${recorded.reason}`];
}
