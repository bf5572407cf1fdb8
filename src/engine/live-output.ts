import type { StreamName } from '../model/capture.ts';
import type { ToolContext } from '../model/context.ts';

/** Live text for a listener who might throw: then the command is stopped and the call fails with what was thrown. */
export interface LiveOutput {
  /** Never throws; `null` when nobody listens. */
  readonly onText: ((stream: StreamName, text: string) => void) | null;
  /** Aborted when the listener has thrown; it is told of nothing more. */
  readonly failed: AbortSignal;
  /** Throws what the listener threw, if it did. */
  rethrow(): void;
}

export function liveOutput(callId: string, onEvent: ToolContext['onEvent']): LiveOutput {
  const failure = new AbortController();
  return {
    onText:
      onEvent &&
      ((stream, text) => {
        if (failure.signal.aborted) return;
        try {
          onEvent({ kind: 'output', callId, stream, text });
        } catch (error) {
          failure.abort(error);
        }
      }),
    failed: failure.signal,
    rethrow: () => failure.signal.throwIfAborted(),
  };
}
