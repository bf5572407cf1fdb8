import type { JobState } from '../model/job.ts';
import type { Status } from '../model/outcome.ts';
import type { Look } from './frame.ts';

/** A word with its sign and its look: each of them says the same. */
export interface Mark {
  readonly text: string;
  readonly look: Look;
}

const marks: Readonly<Record<Status, Mark>> = {
  ok: { text: '✓ ok', look: 'good' },
  failed: { text: '✗ failed', look: 'bad' },
  signalled: { text: '✗ signalled', look: 'bad' },
  timed_out: { text: '✗ timed out', look: 'bad' },
  moved_to_job: { text: '→ job', look: 'normal' },
  cancelled: { text: '■ cancelled', look: 'attention' },
  lost: { text: '! lost', look: 'bad' },
  denied: { text: '! denied', look: 'bad' },
  needs_approval: { text: '? approval', look: 'attention' },
  invalid: { text: '! invalid', look: 'attention' },
  could_not_start: { text: '! not started', look: 'bad' },
};

/** The widest of all marks. */
export const markColumns = 13;

export function markOf(status: Status | 'open'): Mark {
  return status === 'open' ? { text: '· open', look: 'attention' } : marks[status];
}

export function jobMark(state: JobState): Mark {
  switch (state.kind) {
    case 'running':
      return { text: '» running', look: 'good' };
    case 'lost':
      return marks.lost;
    case 'ended': {
      const { exit } = state;
      if (exit.kind === 'exited')
        return exit.code === 0 ? marks.ok : { text: `✗ exit ${exit.code}`, look: 'bad' };
      return exit.kind === 'signalled'
        ? { text: `✗ ${exit.signal}`, look: 'bad' }
        : { text: `✗ ${exit.kind === 'timed_out' ? 'timed out' : 'unknown'}`, look: 'bad' };
    }
  }
}

/** How long ago, in at most six characters: `7s`, `3m05s`, `2h10m`, `4d03h`. */
export function age(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (n: number): string => String(n).padStart(2, '0');
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h${two(Math.floor(seconds / 60) % 60)}m`;
  return `${Math.floor(seconds / 86_400)}d${two(Math.floor(seconds / 3_600) % 24)}h`;
}

/** A time of today as `15:04:05`, of another day as `01-31 15:04`. */
export function clockTime(at: number, now: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return `${time}:${two(date.getSeconds())}`;
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

/** A date and a time, in full. */
export function fullTime(at: number): string {
  return new Date(at).toISOString().replace('T', ' ');
}

export function hostWords(hosts: number): string {
  return hosts === 1 ? '1 host' : `${hosts} hosts`;
}
