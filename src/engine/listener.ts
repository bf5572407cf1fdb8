import type { ToolContext } from '../model/context.ts';
import type { Event } from '../model/event.ts';

/**
 * The caller's listener, who might throw: then the command is stopped, the call is recorded as it ended, and only after
 * that the caller gets what was thrown.
 */
export interface Listener {
  /** Never throws; `null` when nobody listens. */
  readonly tell: ((event: Event) => void) | null;
  /** Aborted when the listener has thrown; it is told of nothing more. */
  readonly failed: AbortSignal;
  /** Throws what the listener threw, if it did. */
  rethrow(): void;
}

export function guardListener(onEvent: ToolContext['onEvent']): Listener {
  const failure = new AbortController();
  let thrown: unknown;
  return {
    tell:
      onEvent &&
      ((event) => {
        if (failure.signal.aborted) return;
        try {
          onEvent(event);
        } catch (error) {
          thrown = error;
          failure.abort();
        }
      }),
    failed: failure.signal,
    rethrow() {
      if (failure.signal.aborted) throw thrown;
    },
  };
}
