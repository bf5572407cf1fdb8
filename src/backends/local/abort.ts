import type { Stop, StopReason } from '../../model/exit.ts';

/** Settled when the signal is aborted; at once when it is already. Once `over` is aborted nothing listens any more; with a reason, as without one an error is made. */
export function whenAborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
}

/** The reason that the `Backend` port promises for an aborted signal. */
export function stopReason(signal: AbortSignal): StopReason {
  // The port's contract: whoever aborts the signal of a run gives a `StopReason`. An AbortSignal's reason has no type.
  return signal.reason as StopReason;
}

/** How a run ends that was stopped and does not go on. */
export function exitOfStop(signal: AbortSignal): Stop {
  const reason = stopReason(signal);
  return reason.kind === 'kept' ? reason.otherwise : reason;
}
