import { bothStreams, type CapturedText } from '../../model/capture.ts';
import type { Finding } from '../../model/decision.ts';
import { type Outcome, type Report, statusOf } from '../../model/outcome.ts';
import { allowOf } from './allow.ts';
import { describeOutcome, describeReplaced } from './present-outcome.ts';
import { confinementResult, denialResult } from './present-sandbox.ts';
import { sessionResult } from './present-session.ts';
import type { BashResult } from './result.ts';
import { describeEndedJobs, describeRecord, jobResult } from './words.ts';

/** Turns a finished call of `bash` into its result. */
export function presentBash({ request, replaced, outcome, recorded, endedJobs }: Report): BashResult {
  const wasToBeJob = request?.lifetime.kind === 'job';
  const edited = replaced === undefined ? null : (request?.command ?? null);
  const lines = [
    ...describeReplaced(edited),
    ...describeOutcome(outcome, wasToBeJob),
    ...describeEndedJobs(endedJobs),
    ...describeRecord(recorded),
  ];
  return {
    status: statusOf(outcome),
    text: lines.join('\n'),
    ...describeRun(outcome),
    edited_command: edited,
    approval: outcome.kind === 'needs_approval' ? { id: outcome.approval, because: outcome.because } : null,
    findings: 'findings' in outcome ? outcome.findings.map(findingResult) : [],
    ended_jobs: endedJobs.map((job) => jobResult(job)),
    call_id: recorded.kind === 'not_opened' ? null : recorded.id,
  };
}

/** Without its place, which is for who looks at the analysis. */
function findingResult({ id, verdict, reason, instead }: Finding): BashResult['findings'][number] {
  return { id, verdict, reason, instead };
}

type RunResult = Omit<
  BashResult,
  'status' | 'text' | 'findings' | 'ended_jobs' | 'call_id' | 'edited_command' | 'approval'
>;

function describeRun(outcome: Outcome): RunResult {
  if (outcome.kind !== 'ended' && outcome.kind !== 'moved_to_job') return didNotRun;
  const output = bothStreams(outcome.capture).stdout;
  const exit = outcome.kind === 'ended' ? outcome.exit : null;
  const note = outcome.kind === 'ended' ? outcome.note : null;
  const survivors = outcome.kind === 'ended' ? outcome.survivors : [];
  return {
    exit_code: exit?.kind === 'exited' ? exit.code : null,
    exit_meaning: note?.answer ?? null,
    hidden_failures: (note?.pipeline?.failed ?? []).map((failed) => ({ ...failed })),
    signal: exit?.kind === 'signalled' ? exit.signal : null,
    duration_ms: Math.round(outcome.durationMs),
    total_bytes: output.bytes,
    total_lines: output.lines,
    cut: describeCut(output.text),
    job:
      outcome.job &&
      jobResult(outcome.job, outcome.kind === 'moved_to_job' && outcome.waitsForInput !== null),
    survivors: survivors.map(({ pid, command, holdsOutput }) => ({
      pid,
      command,
      holds_output: holdsOutput,
    })),
    session: outcome.kind === 'ended' ? sessionResult(outcome.session) : null,
    confinement: confinementResult(outcome.confinement),
    denials: outcome.denials.map(denialResult),
    allow: allowOf(outcome.grantable),
  };
}

const didNotRun: RunResult = {
  exit_code: null,
  exit_meaning: null,
  hidden_failures: [],
  signal: null,
  duration_ms: null,
  total_bytes: 0,
  total_lines: 0,
  cut: null,
  job: null,
  survivors: [],
  session: null,
  confinement: null,
  denials: [],
  allow: null,
};

function describeCut(text: CapturedText): BashResult['cut'] {
  if (text.kind === 'whole') return null;
  return {
    omitted_bytes: text.omittedBytes,
    omitted_lines: text.omittedLines,
    file: text.spill.path,
    file_problem: text.spill.kind === 'incomplete' ? text.spill.reason : null,
  };
}
