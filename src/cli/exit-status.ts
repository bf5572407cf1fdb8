import { signalNumber } from '../backends/local/processes/signals.ts';
import { type Outcome, type Status, statusOf } from '../model/outcome.ts';
import { misuseStatus } from './misuse-status.ts';

/** What was to be printed could not be written, of which a success says nothing: sysexits.h has this number for it. */
export const unwritableStatus = 74;

/** What `handrail run` exits with when the command itself does not say: a record for help and documentation. */
export const exitStatuses: readonly { readonly status: number; readonly when: string }[] = [
  { status: misuseStatus, when: 'the call was not understood, or its input was invalid' },
  { status: unwritableStatus, when: 'all went well, but what was to be printed could not be written' },
  { status: 123, when: 'the command goes on as a job' },
  { status: 124, when: 'the command timed out' },
  { status: 125, when: 'the command could not be started, or how it ended is not known' },
  { status: 126, when: 'the command was refused, or needs an approval that nobody gave' },
  { status: 130, when: 'the call was cancelled' },
];

/** What `handrail call` exits with: a record for help and documentation. */
export const callStatuses: readonly { readonly status: number; readonly when: string }[] = [
  { status: 0, when: 'there is a result, which also tells how a command failed or why it was refused' },
  { status: misuseStatus, when: 'the call was not understood, or the input was invalid' },
  { status: unwritableStatus, when: 'all went well, but what was to be printed could not be written' },
];

/** What `handrail approve` and `handrail grants` exit with: a record for help and documentation. */
export const approveStatuses = [
  { name: 'done', status: 0, when: 'it was listed, shown, answered or taken back' },
  { name: 'unchanged', status: 1, when: 'it was answered before, is over, or was left as it is' },
  { name: 'misuse', status: misuseStatus, when: 'the call was not understood, or cannot be answered so' },
  { name: 'refused', status: 126, when: 'a command of an agent has called it' },
] as const;

/** The same by their names. */
export const approveStatus = Object.fromEntries(
  approveStatuses.map(({ name, status }) => [name, status]),
) as Readonly<Record<(typeof approveStatuses)[number]['name'], number>>; // Made of all of them.

const byStatus: Readonly<Record<Exclude<Status, 'ok' | 'failed' | 'signalled'>, number>> = {
  invalid: misuseStatus,
  timed_out: 124,
  moved_to_job: 123,
  could_not_start: 125,
  lost: 125,
  denied: 126,
  needs_approval: 126,
  cancelled: 130,
};

/** The command's own exit status, 128 and the number of the signal that ended it, or one of the above. */
export function exitStatusOf(outcome: Outcome): number {
  if (outcome.kind === 'ended' && outcome.exit.kind === 'exited') return outcome.exit.code;
  if (outcome.kind === 'ended' && outcome.exit.kind === 'signalled')
    return 128 + signalNumber(outcome.exit.signal);
  const status = statusOf(outcome);
  return status === 'ok' || status === 'failed' || status === 'signalled' ? 0 : byStatus[status];
}
