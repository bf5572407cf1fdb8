import {
  bothStreams,
  type Capture,
  type Captured,
  type CapturedText,
  type Spill,
} from '../../model/capture.ts';
import type { Finding } from '../../model/decision.ts';
import type { Survivor } from '../../model/exit.ts';
import type { Job } from '../../model/job.ts';
import type { Denied, Ended, MovedToJob, Report } from '../../model/outcome.ts';
import { listProcesses, shortenCommand } from '../processes.ts';
import { formatBytes } from '../units.ts';

/** What the text of an answer is made of. */
export interface Told {
  readonly succeeded: boolean;
  readonly command: string;
  readonly exitCode: number | null;
  readonly timeMs: number;
  /** Lines beneath the headline. */
  readonly warnings: readonly string[];
  readonly capture: Capture | null;
}

/** The text of an answer: headline, exit, warnings, the streams that are not empty, and last that they were cut. */
export function textOf({ succeeded, command, exitCode, timeMs, warnings, capture }: Told): string {
  const head = [
    `Command ${succeeded ? 'succeeded' : 'failed'}: ${command}`,
    `(Exit code ${exitCode}. Took ${timeMs}ms)`,
    ...warnings,
  ].join('\n');
  return [head, ...sections(capture), ...(isCut(capture) ? [cutLine] : [])].join('\n\n');
}

const cutLine = '[Truncated: Output exceeded limit. Narrow command or redirect to file.]';

function sections(capture: Capture | null): readonly string[] {
  if (capture === null) return [];
  return byName(capture).flatMap(([name, { bytes, text }]) =>
    bytes === 0 ? [] : [`--- ${name.toUpperCase()} (${bytes} bytes) ---\n${shown(text).replace(/\n$/, '')}`],
  );
}

function byName(capture: Capture): readonly (readonly ['stdout' | 'stderr', Captured])[] {
  const { stdout, stderr } = bothStreams(capture);
  return [
    ['stdout', stdout],
    ['stderr', stderr],
  ];
}

/** The text of a stream, or what was kept of it, which is its start. */
export function shown(text: CapturedText): string {
  return text.kind === 'whole' ? text.text : text.head;
}

/** Whether something of a stream is missing. */
export function isCut(capture: Capture | null): boolean {
  if (capture === null) return false;
  const { stdout, stderr } = bothStreams(capture);
  return stdout.text.kind === 'cut' || stderr.text.kind === 'cut';
}

/** What is to be said of a command that is over. */
export function warningsOfEnded({ exit, capture, survivors, job, refusal }: Ended): readonly string[] {
  const lines: string[] = [];
  if (exit.kind === 'timed_out') lines.push(`[Timed out after ${exit.timeoutMs}ms, and was ended.]`);
  if (exit.kind === 'cancelled') lines.push('[Cancelled, and was ended.]');
  if (exit.kind === 'signalled') lines.push(`[Ended by signal ${exit.signal}.]`);
  if (exit.kind === 'lost') lines.push(`[Lost: ${exit.reason}.]`);
  lines.push(...warningsOfSurvivors(survivors, job));
  if (refusal !== null) lines.push(`[It could not go on in the background: ${refusal}.]`);
  return [...lines, ...warningsOfCut(capture)];
}

function warningsOfSurvivors(survivors: readonly Survivor[], job: Job | null): readonly string[] {
  if (survivors.length === 0) return [];
  const list = listProcesses(survivors);
  if (job === null) return [`[Was left running, and was ended: ${list}]`];
  return [`[Still running in the background: ${list}]`, ...linesOfJob(job, survivors)];
}

/** What is to be said of a command that goes on. */
export function warningsOfMoved({ because, waitsForInput, job, capture }: MovedToJob): readonly string[] {
  const why = because === 'background' ? 'Runs' : 'Goes on';
  const waits =
    waitsForInput === null
      ? []
      : [`[It waits for input: ${shortenCommand(waitsForInput)}. To type: handrail input ${job.id}]`];
  return [
    `[${why} in the background with pid ${job.shell.pid}.]`,
    ...linesOfJob(job),
    ...waits,
    ...warningsOfCut(capture),
  ];
}

/** So many processes are named to be stopped. */
const mostToStop = 100;

/** The shell leads a process group of its own. What it has left running may be in others (`setsid`), and nothing in that one. */
function linesOfJob({ id, shell, outputFile }: Job, left: readonly Survivor[] = []): readonly string[] {
  const others = left.slice(0, mostToStop).map(({ pid }) => ` ${pid}`);
  const stop = `kill -9 -- -${shell.pid}${others.join('')}`;
  return [`[Job: ${id}]`, `[Output file: ${outputFile}]`, `[To stop: ${stop}]`];
}

function warningsOfCut(capture: Capture): readonly string[] {
  return byName(capture).flatMap(([name, { text }]) =>
    text.kind === 'cut' ? [`[${whereRestIs(name, text.spill)}]`] : [],
  );
}

function whereRestIs(stream: string, spill: Spill): string {
  if (spill.kind === 'file') return `The whole ${stream} is in ${spill.path}`;
  return `Only the first ${formatBytes(spill.bytes)} of ${stream} are in ${spill.path}: ${spill.reason}`;
}

/** Why a command was blocked, and what to do instead; each thing once. */
export function warningsOfBlocked(findings: readonly Finding[]): readonly string[] {
  const lines = findings
    .filter(({ verdict }) => verdict !== 'allow')
    .flatMap(({ reason, instead }) => [
      `Reason: ${reason}.`,
      ...(instead === null ? [] : [`Hint: ${instead}`]),
    ]);
  return [...new Set(lines)];
}

/** What a person has said, and what they were asked for. The hints of rules are not theirs: they may want nothing in its stead. */
export function warningsOfRefused({ reason, findings }: Denied): readonly string[] {
  const asked = findings.map((finding) => ({ ...finding, instead: null }));
  return [`Reason: a person has refused it: ${reason}.`, ...warningsOfBlocked(asked)];
}

/** What is to be said of other things than the call itself. */
export function asides({ endedJobs, recorded }: Report): readonly string[] {
  return [
    ...endedJobs.map(
      ({ id, command, state }) => `[Job ${id} is over (${stateText(state)}): ${shortenCommand(command)}]`,
    ),
    ...(recorded.kind === 'not_closed'
      ? [`[The outcome of this call could not be recorded: ${recorded.reason}]`]
      : []),
  ];
}

function stateText(state: Job['state']): string {
  if (state.kind !== 'ended') return state.kind;
  const { exit } = state;
  switch (exit.kind) {
    case 'exited':
      return `exit code ${exit.code}`;
    case 'signalled':
      return `ended by ${exit.signal}`;
    case 'timed_out':
      return 'timed out';
    case 'unknown':
      return 'how is not known';
  }
}
