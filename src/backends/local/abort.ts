import type { Stop, StopReason } from '../../model/exit.ts';

/** Settled as `awaited` is, or with `stopped` when the signal is aborted before. Nothing listens to the signal afterwards. */
export async function unlessAborted<Awaited>(
  awaited: Promise<Awaited>,
  signal: AbortSignal,
): Promise<Awaited | 'stopped'> {
  let stop = (): void => {};
  const stopped = new Promise<'stopped'>((resolve) => {
    stop = () => resolve('stopped');
  });
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([awaited, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
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
