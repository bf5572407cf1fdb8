import { bothStreams, type Capture } from '../../model/capture.ts';
import type { Denied, Ended, MovedToJob, Report } from '../../model/outcome.ts';
import { describeProblem } from '../../model/request.ts';
import { howToApprove } from '../approval-words.ts';
import { errorOfStart, errors } from './errors.ts';
import { placeIn, type Reading, readInput, rootOf } from './input.ts';
import type { EnvelopeOptions } from './options.ts';
import type { EnvelopeData, EnvelopeError, EnvelopeResult } from './result.ts';
import { isAboutDirectory } from './rules.ts';
import {
  asides,
  isCut,
  shown,
  textOf,
  warningsOfBlocked,
  warningsOfEnded,
  warningsOfMoved,
  warningsOfRefused,
} from './text.ts';

/** One call on its way to its answer. */
interface Telling {
  readonly report: Report;
  readonly reading: Reading;
}

/** Turns a finished call into the envelope. */
export function present(report: Report, options: EnvelopeOptions): EnvelopeResult {
  const { outcome } = report;
  const reading = readingOf(report, options);
  const telling = { report, reading };
  switch (outcome.kind) {
    case 'invalid': {
      const { outcome: read } = reading;
      if (read.kind === 'refused') return refused(telling, read.error, []);
      return refused(telling, errors.unusable(outcome.problems.map(describeProblem).join('; ')), []);
    }
    case 'denied':
      return refused(telling, errorOfDenial(outcome), [
        ...(outcome.by === 'person' ? warningsOfRefused(outcome) : warningsOfBlocked(outcome.findings)),
      ]);
    case 'needs_approval':
      return refused(telling, errors.blocked, [
        'Reason: it needs an approval, and nobody has given one.',
        ...howToApprove(outcome),
        ...warningsOfBlocked(outcome.findings),
      ]);
    case 'could_not_start':
      return refused(telling, errorOfStart(outcome.problem, reading.directory), []);
    case 'ended':
      return ended(telling, outcome);
    case 'moved_to_job':
      return moved(telling, outcome);
    case 'answered':
      throw new Error('a tool that runs commands was given the answer of a job');
  }
}

/** What was accepted has the place that it was accepted for: here no link can be followed. */
function readingOf({ input, workingDirectory, request }: Report, options: EnvelopeOptions): Reading {
  const around = { options, workingDirectory };
  const reading = readInput(input, around);
  return request === null ? reading : { ...reading, ...placeIn(rootOf(around), request.cwd) };
}

/** To leave the project is one thing, whether the directory is named beside the command or in it. */
function errorOfDenial({ by, findings: [first] }: Denied): EnvelopeError {
  return by === 'policy' && first !== undefined && isAboutDirectory(first) ? errors.outside : errors.blocked;
}

/** Nothing ran. */
function refused(telling: Telling, error: EnvelopeError, reasons: readonly string[]): EnvelopeResult {
  const warnings = [`Error: ${error.message}`, ...reasons];
  return answer(telling, { run: null, warnings, succeeded: false, error });
}

function ended(telling: Telling, outcome: Ended): EnvelopeResult {
  const { exit, capture } = outcome;
  const error = errorOfEnd(outcome);
  const warnings = [...(error === null ? [] : [`Error: ${error.message}`]), ...warningsOfEnded(outcome)];
  return answer(telling, {
    run: {
      capture,
      durationMs: outcome.durationMs,
      exitCode: exit.kind === 'exited' ? exit.code : null,
      signal: exit.kind === 'signalled' ? exit.signal : null,
    },
    warnings,
    succeeded: exit.kind === 'exited' && exit.code === 0,
    error,
  });
}

/** What was stopped before it had written anything has nothing to show. */
function errorOfEnd({ exit, capture }: Ended): EnvelopeError | null {
  const { stdout, stderr } = bothStreams(capture);
  if (stdout.bytes + stderr.bytes > 0) return null;
  if (exit.kind === 'timed_out') return errors.timedOut;
  return exit.kind === 'cancelled' ? errors.failed('it was cancelled before it had written anything.') : null;
}

function moved(telling: Telling, outcome: MovedToJob): EnvelopeResult {
  const { capture, durationMs } = outcome;
  return answer(telling, {
    run: { capture, durationMs, exitCode: null, signal: null },
    warnings: warningsOfMoved(outcome),
    succeeded: true,
    error: null,
  });
}

/** What an answer is made of. */
interface Answer {
  /** `null` when nothing ran. */
  readonly run: {
    readonly capture: Capture;
    readonly durationMs: number;
    readonly exitCode: number | null;
    readonly signal: string | null;
  } | null;
  readonly warnings: readonly string[];
  readonly succeeded: boolean;
  readonly error: EnvelopeError | null;
}

function answer({ report, reading }: Telling, { run, warnings, succeeded, error }: Answer): EnvelopeResult {
  const { command, place, resolved } = reading;
  const streams = run && bothStreams(run.capture);
  const data: EnvelopeData = {
    stdout: streams === null ? '' : shown(streams.stdout.text),
    stderr: streams === null ? '' : shown(streams.stderr.text),
    exit_code: run?.exitCode ?? null,
    signal: run?.signal ?? null,
    truncated: run !== null && isCut(run.capture),
    command,
    directory: place,
  };
  const timeMs = Math.round(run?.durationMs ?? 0);
  const text = textOf({
    ...{ succeeded, command, timeMs },
    exitCode: data.exit_code,
    warnings: [...warnings, ...asides(report)],
    capture: run?.capture ?? null,
  });
  const stats = {
    time_ms: timeMs,
    stdout_bytes: streams?.stdout.bytes ?? 0,
    stderr_bytes: streams?.stderr.bytes ?? 0,
  };
  const context = { cwd: place, params_input: report.input, directory_resolved: resolved };
  if (error !== null) return { status: 'error', data, error, text, stats, context };
  const status = succeeded && !data.truncated ? 'success' : 'partial';
  return { status, data, text, stats, context };
}
