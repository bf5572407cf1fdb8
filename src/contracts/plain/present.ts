import { bothStreams, type Capture, type Captured } from '../../model/capture.ts';
import type { Ended, Report } from '../../model/outcome.ts';
import { describeProblem } from '../../model/request.ts';
import { howToApprove } from '../approval-words.ts';
import { formatSeconds } from '../units.ts';

/** What a call of `plain` answers with. */
export type PlainResult =
  | {
      readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
      readonly details: { readonly exit_code: number; readonly success: boolean };
    }
  | { readonly error: { readonly kind: PlainErrorKind; readonly message: string } };

/** What can go wrong besides the command itself. */
export type PlainErrorKind = 'InvalidArgs' | 'Failed' | 'Cancelled';

/** Turns a finished call into its result. */
export function present({ outcome }: Report): PlainResult {
  switch (outcome.kind) {
    case 'invalid':
      return failure('InvalidArgs', outcome.problems.map(describeProblem).join('; '));
    case 'denied':
      return failure(
        'Failed',
        outcome.by === 'person' ? notConfirmed : (outcome.findings[0]?.reason ?? outcome.reason),
      );
    case 'needs_approval':
      return failure(
        'Failed',
        [
          `Command was not run: it needs an approval that nobody has given (${outcome.reason}).`,
          ...howToApprove(outcome),
        ].join(' '),
      );
    case 'could_not_start':
      return failure('Failed', `Failed to execute: ${outcome.problem.message}`);
    case 'ended':
      return presentEnded(outcome);
    case 'moved_to_job':
    case 'answered':
      throw new Error(`a contract whose calls wait for their commands was given the outcome ${outcome.kind}`);
  }
}

const notConfirmed = 'Command was not confirmed by the user.';

function presentEnded({ exit, capture }: Ended): PlainResult {
  switch (exit.kind) {
    case 'cancelled':
      return failure('Cancelled', 'Command was cancelled.');
    case 'timed_out':
      return failure('Failed', `Command timed out after ${formatSeconds(exit.timeoutMs)}`);
    case 'lost':
      return failure('Failed', `Command was lost: ${exit.reason}\n${outputOf(capture)}`.trimEnd());
    case 'signalled':
      return success(-1, capture);
    case 'exited':
      return success(exit.code, capture);
  }
}

function failure(kind: PlainErrorKind, message: string): PlainResult {
  return { error: { kind, message } };
}

function success(exitCode: number, capture: Capture): PlainResult {
  const text = `Exit code: ${exitCode}\n${outputOf(capture)}`;
  return { content: [{ type: 'text', text }], details: { exit_code: exitCode, success: exitCode === 0 } };
}

function outputOf(capture: Capture): string {
  const streams = bothStreams(capture);
  const stdout = textOf(streams.stdout);
  const stderr = textOf(streams.stderr);
  return stderr === '' ? stdout : `STDOUT:\n${stdout}\nSTDERR:\n${stderr}`;
}

function textOf({ text }: Captured): string {
  return text.kind === 'whole' ? text.text : `${text.head}\n... (output truncated)`;
}
