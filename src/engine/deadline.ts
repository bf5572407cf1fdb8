import type { Stop, StopReason } from '../model/exit.ts';
import { onAbort } from '../model/on-abort.ts';
import type { Clock, TimeLimit } from '../model/ports.ts';
import type { Request } from '../model/request.ts';
import { pausableTimer } from './pausable-timer.ts';

/** A signal for a backend, whose reason is a `StopReason`. */
export interface Deadline extends TimeLimit {
  readonly signal: AbortSignal;
  /** Ends the run. */
  cancel(): void;
  /** Called when the run is over: stops the clock. */
  clear(): void;
}

/** The limits of a request. `waitedMs`: what of its time has gone by before. */
interface Limits extends Pick<Request, 'timeoutMs' | 'lifetime'> {
  readonly waitedMs?: number;
}

/** Milliseconds in all that a time limit waits while what the command is to run in is made: 30 s. A shell takes 5 ms, a sandbox 0.1 s, a container some seconds. */
const mostPausedMs = 30_000;

/**
 * Ends a run when `caller` is aborted or when its time is up, whichever is first; at once, the caller is. What is to be
 * a job is handed over instead when its time is up, or when the caller's patience is; the time of a job from the start is
 * that in which it may end early. What may then not go on after all has had just the time that went by.
 */
export function deadline(
  clock: Clock,
  { timeoutMs, lifetime, waitedMs = 0 }: Limits,
  caller: AbortSignal,
  patience: AbortSignal | null = null,
): Deadline {
  const controller = new AbortController();
  const stop = (reason: StopReason): void => controller.abort(reason);
  const cancel = (): void => stop({ kind: 'cancelled' });
  const timedOut: Stop = { kind: 'timed_out', timeoutMs };
  const timer = pausableTimer(clock, mostPausedMs);
  const keepEarly = (): void =>
    stop({ kind: 'kept', otherwise: { ...timedOut, timeoutMs: Math.round(timer.ranMs()) } });
  const onTime = (): void => {
    if (lifetime.kind === 'call') stop(timedOut);
    else if (lifetime.kind === 'job') keepEarly();
    else stop({ kind: 'kept', otherwise: timedOut });
  };
  const onImpatience = (): void => {
    if (lifetime.kind === 'call-then-job') keepEarly();
  };

  if (caller.aborted) cancel();
  if (patience?.aborted) onImpatience();
  const letGo = [onAbort(caller, cancel), ...(patience === null ? [] : [onAbort(patience, onImpatience)])];
  timer.start(Math.max(0, (lifetime.kind === 'job' ? lifetime.settleMs : timeoutMs) - waitedMs), onTime);
  return {
    signal: controller.signal,
    cancel,
    pause: timer.pause,
    clear() {
      timer.stop();
      for (const stopListening of letGo) stopListening();
    },
  };
}
