import { bothStreams, type Captured } from '../../model/capture.ts';
import type { Finding } from '../../model/decision.ts';
import type { Survivor } from '../../model/exit.ts';
import type { Job } from '../../model/job.ts';
import type { Ended, MovedToJob, Outcome, SessionUse } from '../../model/outcome.ts';
import { describeProblem, describeReplacement } from '../../model/request.ts';
import { howToApprove, whyUnanswered } from '../approval-words.ts';
import { listProcesses } from '../processes.ts';
import { formatDuration } from '../units.ts';
import { describeExit, whatWasEnded } from './present-exit.ts';
import { describeConfinement, describeDenials } from './present-sandbox.ts';
import { describeSession } from './present-session.ts';
import { describeCleaned, describeWaiting, outputText } from './words.ts';

/** The output first, then a line in brackets for each thing that has to be said. */
export function describeOutcome(outcome: Outcome, wasToBeJob: boolean): readonly string[] {
  switch (outcome.kind) {
    case 'invalid':
      return outcome.problems.map((problem) => `[invalid input: ${describeProblem(problem)}]`);
    case 'denied':
      return [
        `[denied by ${outcome.by === 'policy' ? 'the policy' : 'the user'}: ${outcome.reason}]`,
        // What a person has refused, a rule has nothing to say about: they may want nothing in its stead.
        ...(outcome.by === 'policy' ? insteads(outcome.findings) : []),
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
export function describeReplaced(command: string | null): readonly string[] {
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
    ...(ended.outOfMemory ? [`[${whatWasEnded(ended.outOfMemory)}]`] : []),
    ...describeSurvivors(survivors, job, session),
    ...describeSession(session),
    ...describeConfinement(ended.confinement),
    ...describeDenials(ended.denials, ended.grantable, session !== null, ended.moreDeniedHosts),
    ...(refusal === null ? [] : [`[it could not go on as a job: ${refusal}]`]),
    ...(wasToBeJob && job === null && refusal === null
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
    ...describeDenials(moved.denials, moved.grantable, false, moved.moreDeniedHosts),
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
