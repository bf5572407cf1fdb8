import type { ToolContext } from '../model/context.ts';

/**
 * The caller's listener, who might throw: then the command is stopped, the call is recorded as it ended, and only after
 * that the caller gets what was thrown.
 */
export interface Listener {
  /** Never throws and never rejects; `null` when nobody listens. */
  readonly tell: ToolContext['onEvent'];
  /** Aborted when the listener has thrown; it is told of nothing more. `null` when nobody listens. */
  readonly failed: AbortSignal | null;
  /** Throws what the listener threw, if it did. */
  rethrow(): void;
}

export function guardListener(onEvent: ToolContext['onEvent']): Listener {
  if (onEvent === null) return { tell: null, failed: null, rethrow() {} };
  const failure = new AbortController();
  let thrown: unknown;
  const fail = (error: unknown): void => {
    if (!failure.signal.aborted) thrown = error;
    failure.abort();
  };
  return {
    tell: (event) => {
      if (failure.signal.aborted) return;
      try {
        const answer = onEvent(event);
        return answer instanceof Promise ? answer.catch(fail) : undefined;
      } catch (error) {
        return fail(error);
      }
    },
    failed: failure.signal,
    rethrow() {
      if (failure.signal.aborted) throw thrown;
    },
  };
}
