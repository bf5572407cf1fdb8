import type { Stop } from '../model/exit.ts';
import type { Clock } from '../model/ports.ts';

/** A signal for a backend, whose reason is a `Stop`. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Called when the run is over: stops the clock. */
  clear(): void;
}

/** Ends a run when the caller cancels or when its time is up, whichever is first; at once, the caller is. */
export function deadline(clock: Clock, timeoutMs: number, cancel: AbortSignal): Deadline {
  const controller = new AbortController();
  const stop = (reason: Stop): void => controller.abort(reason);
  const onCancel = (): void => stop({ kind: 'cancelled' });

  if (cancel.aborted) onCancel();
  cancel.addEventListener('abort', onCancel, { once: true });
  const disarm = clock.after(timeoutMs, () => stop({ kind: 'timed_out', timeoutMs }));
  return {
    signal: controller.signal,
    clear() {
      disarm();
      cancel.removeEventListener('abort', onCancel);
    },
  };
}
