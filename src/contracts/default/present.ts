import { bothStreams, type Captured, type CapturedText, type Spill } from '../../model/capture.ts';
import type { Finding } from '../../model/decision.ts';
import type { Exit, Survivor } from '../../model/exit.ts';
import { type Ended, type Outcome, type Recorded, type Report, statusOf } from '../../model/outcome.ts';
import { describeProblem } from '../../model/request.ts';
import { count, formatBytes, formatDuration } from '../units.ts';
import type { DefaultResult } from './result.ts';

/** Turns a finished call into the result of `default`. */
export function present({ outcome, recorded }: Report): DefaultResult {
  const base = {
    status: statusOf(outcome),
    text: [...describeOutcome(outcome), ...describeRecord(recorded)].join('\n'),
    call_id: recorded.kind === 'not_opened' ? null : recorded.id,
    findings: 'findings' in outcome ? outcome.findings.map((finding) => ({ ...finding })) : [],
  };
  if (outcome.kind !== 'ended') return { ...base, ...didNotRun };
  const output = bothStreams(outcome.capture).stdout;
  return {
    ...base,
    exit_code: outcome.exit.kind === 'exited' ? outcome.exit.code : null,
    signal: outcome.exit.kind === 'signalled' ? outcome.exit.signal : null,
    duration_ms: Math.round(outcome.durationMs),
    total_bytes: output.bytes,
    total_lines: output.lines,
    cut: describeCut(output.text),
    survivors: outcome.survivors.map(({ pid, command, holdsOutput }) => ({
      pid,
      command,
      holds_output: holdsOutput,
    })),
  };
}

const didNotRun = {
  exit_code: null,
  signal: null,
  duration_ms: null,
  total_bytes: 0,
  total_lines: 0,
  cut: null,
  survivors: [],
};

function describeCut(text: CapturedText): DefaultResult['cut'] {
  if (text.kind === 'whole') return null;
  return {
    omitted_bytes: text.omittedBytes,
    omitted_lines: text.omittedLines,
    file: text.spill.path,
    file_problem: text.spill.kind === 'incomplete' ? text.spill.reason : null,
  };
}

/** The output first, then a line in brackets for each thing that has to be said. */
function describeOutcome(outcome: Outcome): readonly string[] {
  switch (outcome.kind) {
    case 'invalid':
      return outcome.problems.map((problem) => `[invalid input: ${describeProblem(problem)}]`);
    case 'denied':
      return [
        `[denied by ${outcome.by === 'policy' ? 'the policy' : 'the user'}: ${outcome.reason}]`,
        ...insteads(outcome.findings),
      ];
    case 'needs_approval':
      return [`[not run: it needs the user's approval (${outcome.reason}), and nobody has answered]`];
    case 'could_not_start':
      return [`[could not start: ${outcome.problem.message}]`];
    case 'ended':
      return describeEnded(outcome);
  }
}

function insteads(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap(({ instead }) => (instead === null ? [] : [`[instead: ${instead}]`]));
}

function describeEnded({ exit, capture, durationMs, survivors }: Ended): readonly string[] {
  const output = bothStreams(capture).stdout;
  return [
    ...(output.bytes === 0 ? [] : [outputText(output)]),
    ...describeCleaned(output.text),
    ...describeExit(exit, output, formatDuration(durationMs)),
    ...describeSurvivors(survivors),
  ];
}

/** At most this many survivors are named one by one. */
const namedSurvivors = 5;

/** The longest command line of a survivor that is told, in characters. */
const survivorLength = 80;

function describeSurvivors(survivors: readonly Survivor[]): readonly string[] {
  if (survivors.length === 0) return [];
  const named = survivors.slice(0, namedSurvivors).map(({ pid, command }) => `${pid} ${shorten(command)}`);
  const more = survivors.length - named.length;
  const list = more === 0 ? named : [...named, `${more} more`];
  return [`[ended what the command had left running: ${list.join('; ')}]`];
}

function shorten(command: string): string {
  const line = command.replaceAll('\n', ' ');
  return line.length <= survivorLength ? line : `${line.slice(0, survivorLength)}…`;
}

/** Without its last line end: what follows begins on a line of its own anyway. */
function outputText({ text }: Captured): string {
  if (text.kind === 'whole') return withoutLastLineEnd(text.text);
  return [withoutLastLineEnd(text.head), cutMark(text), withoutLastLineEnd(text.tail)].join('\n');
}

function cutMark(cut: Extract<CapturedText, { kind: 'cut' }>): string {
  const lines = cut.omittedLines === 0 ? '' : `${count(cut.omittedLines, 'line')}, `;
  return `[… ${lines}${formatBytes(cut.omittedBytes)} left out here; ${describeSpill(cut.spill)} …]`;
}

/** Said only where the output fits because of what was taken out of it. */
function describeCleaned(text: CapturedText): readonly string[] {
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

function describeExit(exit: Exit, output: Captured, duration: string): readonly string[] {
  const silent = output.bytes === 0 ? ', no output' : '';
  switch (exit.kind) {
    case 'exited':
      if (exit.code === 0) return output.bytes === 0 ? ['[no output]'] : [];
      return [`[exit status ${exit.code} after ${duration}${silent}]`];
    case 'signalled':
      return [`[ended by ${exit.signal} after ${duration}${silent}]`];
    case 'timed_out':
      return [
        `[timed out after ${formatDuration(exit.timeoutMs)} and was ended${silent}; if it needs longer, give a larger timeout_ms]`,
      ];
    case 'cancelled':
      return [`[cancelled after ${duration}${silent}]`];
  }
}

function describeRecord(recorded: Recorded): readonly string[] {
  if (recorded.kind !== 'not_closed') return [];
  return [`[the outcome of this call could not be written to the audit log: ${recorded.reason}]`];
}
