import { bothStreams, type Captured, type CapturedText } from '../../model/capture.ts';
import type { Finding } from '../../model/decision.ts';
import type { Exit, ExitNote, Survivor } from '../../model/exit.ts';
import type { Job } from '../../model/job.ts';
import {
  type Ended,
  type MovedToJob,
  type Outcome,
  type Report,
  type SessionUse,
  statusOf,
} from '../../model/outcome.ts';
import { describeProblem, describeReplacement } from '../../model/request.ts';
import { howToApprove, whyUnanswered } from '../approval-words.ts';
import { listProcesses } from '../processes.ts';
import { formatDuration } from '../units.ts';
import { allowOf } from './allow.ts';
import { confinementResult, denialResult, describeConfinement, describeDenials } from './present-sandbox.ts';
import type { BashResult } from './result.ts';
import {
  describeCleaned,
  describeEndedJobs,
  describeRecord,
  describeWaiting,
  jobResult,
  outputText,
} from './words.ts';

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

function sessionResult(session: SessionUse | null): BashResult['session'] {
  if (session === null) return null;
  const { name, found, left } = session;
  return { name, is_new: found.isNew, because: found.isNew ? found.because : null, shell_left: left };
}

function describeCut(text: CapturedText): BashResult['cut'] {
  if (text.kind === 'whole') return null;
  return {
    omitted_bytes: text.omittedBytes,
    omitted_lines: text.omittedLines,
    file: text.spill.path,
    file_problem: text.spill.kind === 'incomplete' ? text.spill.reason : null,
  };
}

/** The output first, then a line in brackets for each thing that has to be said. */
function describeOutcome(outcome: Outcome, wasToBeJob: boolean): readonly string[] {
  switch (outcome.kind) {
    case 'invalid':
      return outcome.problems.map((problem) => `[invalid input: ${describeProblem(problem)}]`);
    case 'denied':
      return [
        `[denied by ${outcome.by === 'policy' ? 'the policy' : 'the user'}: ${outcome.reason}]`,
        ...insteads(outcome.findings),
      ];
    case 'needs_approval':
      return [
        `[not run: it needs the user's approval (${outcome.reason}), and ${whyUnanswered(outcome)}]`,
        ...howToApprove(outcome).map((sentence) => `[${sentence}]`),
      ];
    case 'could_not_start':
      return [`[could not start: ${outcome.problem.message}]`];
    case 'ended':
      return describeEnded(outcome, wasToBeJob);
    case 'moved_to_job':
      return describeMoved(outcome);
    case 'answered':
      throw new Error('the tool that runs commands was given the answer of a job');
  }
}

/** What ran is not what the model wrote, and it goes on from what ran. */
function describeReplaced(command: string | null): readonly string[] {
  return command === null ? [] : [describeReplacement(command)];
}

function insteads(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ instead }) => (instead === null ? [] : [`[instead: ${instead}]`]));
}

function describeEnded(ended: Ended, wasToBeJob: boolean): readonly string[] {
  const { exit, note, capture, durationMs, survivors, job, refusal, session } = ended;
  const output = bothStreams(capture).stdout;
  return [
    ...describeOutput(output),
    ...describeExit(exit, note, { output, duration: formatDuration(durationMs), session }),
    ...describeSurvivors(survivors, job, session),
    ...describeSession(session),
    ...describeConfinement(ended.confinement),
    ...describeDenials(ended.denials, ended.grantable, session !== null),
    ...(refusal === null ? [] : [`[it could not go on as a job: ${refusal}]`]),
    ...(wasToBeJob && job === null
      ? ['[it was to run in the background and ended at once; there is no job]']
      : []),
  ];
}

function describeMoved(moved: MovedToJob): readonly string[] {
  const { because, waitsForInput, durationMs, job, capture } = moved;
  const output = bothStreams(capture).stdout;
  return [
    ...describeOutput(output),
    ...describeWaiting(waitsForInput),
    `${describeMove(because, job, formatDuration(durationMs))}${waitsForInput === null ? '' : '. bash_input types'}. bash_output reads on and can wait for it, bash_stop ends it; its output is in ${job.outputFile}]`,
    ...describeConfinement(moved.confinement),
    ...describeDenials(moved.denials, moved.grantable, false),
  ];
}

function describeMove(because: MovedToJob['because'], { id }: Job, duration: string): string {
  switch (because) {
    case 'background':
      return `[runs in the background as job ${id}`;
    case 'timeout':
      return `[still running after ${duration}; it goes on as job ${id}, nothing was ended`;
    case 'input':
      return `[it goes on as job ${id}`;
  }
}

function describeOutput(output: Captured): readonly string[] {
  return [...(output.bytes === 0 ? [] : [outputText(output)]), ...describeCleaned(output.text)];
}

function describeSurvivors(
  survivors: readonly Survivor[],
  job: Job | null,
  session: SessionUse | null,
): readonly string[] {
  if (survivors.length === 0) return [];
  const list = listProcesses(survivors);
  if (session?.left === null)
    return [
      `[what the command has left running goes on in session ${JSON.stringify(session.name)}: ${list}]`,
    ];
  if (job === null) return [`[ended what the command had left running: ${list}]`];
  return [`[what the command has left running goes on as job ${job.id}: ${list}]`];
}

/**
 * What bash makes of a program that a signal has ended, 128 and its number, the same on every system; a program can exit
 * with that too. In a session bash does not say which it was: what it says elsewhere is part of its prompt there.
 */
const statusSignals: Readonly<Record<number, string>> = {
  130: 'SIGINT',
  131: 'SIGQUIT',
  132: 'SIGILL',
  134: 'SIGABRT',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  141: 'SIGPIPE',
  143: 'SIGTERM',
};

const withoutState = 'without the variables, functions and directory of the one before';

/** Said only where a shell is not the one that a caller expects. */
function describeSession(session: SessionUse | null): readonly string[] {
  if (session === null) return [];
  const { found, left } = session;
  const name = JSON.stringify(session.name);
  const isAnother = found.isNew && found.because !== 'first';
  return [
    ...(isAnother ? [`[session ${name} had a new shell, ${withoutState}]`] : []),
    ...(left === 'ended'
      ? [`[the shell of session ${name} has ended; the next call there gets a new one]`]
      : []),
    ...(left === 'lost'
      ? [
          `[the command could only be ended with the shell of session ${name}; the next call there gets a new one, ${withoutState}]`,
        ]
      : []),
  ];
}

function describeExit(
  exit: Exit,
  note: ExitNote | null,
  {
    output,
    duration,
    session,
  }: { readonly output: Captured; readonly duration: string; readonly session: SessionUse | null },
): readonly string[] {
  const silent = output.bytes === 0 ? ', no output' : '';
  const answer = note?.answer ? ` (${note.answer})` : '';
  const signal = (session && exit.kind === 'exited' && statusSignals[exit.code]) || null;
  const meaning = signal === null ? answer : `, as of ${signal},`;
  switch (exit.kind) {
    case 'exited':
      return [
        ...(exit.code === 0 ? [] : [`[exit status ${exit.code}${meaning} after ${duration}${silent}]`]),
        ...(exit.code === 0 && output.bytes === 0 ? ['[no output]'] : []),
        ...describePipeline(exit.code, note?.pipeline ?? null),
      ];
    case 'signalled':
      return [`[ended by ${exit.signal} after ${duration}${silent}]`];
    case 'timed_out':
      return [`[timed out after ${formatDuration(exit.timeoutMs)} and was ended${silent}]`];
    case 'cancelled':
      return [`[cancelled after ${duration}${silent}]`];
  }
}

function describePipeline(code: number, pipeline: ExitNote['pipeline']): readonly string[] {
  if (pipeline === null) return [];
  const failed = pipeline.failed.map(({ part, status }) => `\`${part}\` ended with ${status}`);
  return [
    `[exit status ${code} is that of \`${pipeline.whose}\`; in the same pipeline ${failed.join(' and ')}]`,
  ];
}
