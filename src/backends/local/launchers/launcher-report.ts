import type { Exit } from '../../../model/exit.ts';
import { signalName } from '../processes/signals.ts';

/** One line of what a launcher tells; see `launcherScript`. */
export type LauncherReport =
  | {
      readonly kind: 'shell';
      readonly order: number;
      readonly pid: number;
      readonly startTime: number | null;
    }
  | { readonly kind: 'ready' | 'entered' | 'started'; readonly order: number }
  | { readonly kind: 'parts'; readonly statuses: readonly number[] }
  /** `exitStatus`: `null` where it has not exited by itself. */
  | { readonly kind: 'change'; readonly pid: number; readonly exitStatus: number | null }
  | { readonly kind: 'status'; readonly order: number; readonly status: number }
  /** It could not be started in its sandbox. */
  | { readonly kind: 'unable'; readonly reason: string };

/** `null` for a line that no launcher writes: a command has written it. */
export function parseReport(line: string): LauncherReport | null {
  const [, word, rest = ''] =
    /^(shell|ready|entered|started|parts|status|unable|\[\d+\].) *(.*)$/.exec(line) ?? [];
  const values = rest.split(' ').map(Number);
  const [order = Number.NaN, first = Number.NaN, second] = values;
  switch (word) {
    case undefined:
      return null;
    case 'shell':
      return { kind: 'shell', order, pid: first, startTime: second || null };
    case 'ready':
    case 'entered':
    case 'started':
      return { kind: word, order };
    case 'parts':
      return { kind: 'parts', statuses: values };
    case 'status':
      return { kind: 'status', order, status: first };
    case 'unable':
      return { kind: 'unable', reason: rest };
    default:
      return { kind: 'change', pid: order, exitStatus: exitStatusIn(rest) };
  }
}

/** `3` in `17 Exit 3 …`, or in `17 Done(3) …` as bash has it in its POSIX mode; 0 in `17 Done …`. */
function exitStatusIn(change: string): number | null {
  const found = /^\d+ (?:Exit (\d+)|Done(?:\((\d+)\))?)(?= |$)/.exec(change);
  return found && Number(found[1] ?? found[2] ?? 0);
}

/** How a shell ended that bash says had this status: from 129 on it can be an exit status or stand for a signal. */
export function exitOf(status: number, exitedByItself: boolean): Exit {
  if (status <= 128 || exitedByItself) return { kind: 'exited', code: status };
  return { kind: 'signalled', signal: signalName(status - 128) };
}
