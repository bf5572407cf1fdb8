import { neverAborted } from '../model/never-aborted.ts';
import { onAbort } from '../model/on-abort.ts';

/** The calls that are under way, so that they can be ended with their conversation or with the host. */
export interface RunningCalls {
  /** Runs `call` with a signal that is aborted by `signal` or by one of the two below. */
  track<T>(
    conversationId: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Cancels the calls of a conversation and waits until they are over. */
  endConversation(conversationId: string): Promise<void>;
  endAll(): Promise<void>;
}

interface RunningCall {
  readonly conversationId: string;
  readonly controller: AbortController;
  readonly over: Promise<unknown>;
}

export function createRunningCalls(): RunningCalls {
  const running = new Set<RunningCall>();

  const end = async (calls: readonly RunningCall[]): Promise<void> => {
    for (const call of calls) call.controller.abort();
    // Whoever made the call is told how it ended; here only that it did matters.
    await Promise.allSettled(calls.map((call) => call.over));
  };

  return {
    async track(conversationId, signal, call) {
      // Not `AbortSignal.any`, which takes longer than all of the rest here.
      const controller = new AbortController();
      const cancel = (): void => controller.abort(signal.reason);
      if (signal.aborted) cancel();
      const letGo = signal === neverAborted ? () => {} : onAbort(signal, cancel);
      const over = call(controller.signal);
      const entry = { conversationId, controller, over };
      running.add(entry);
      try {
        return await over;
      } finally {
        running.delete(entry);
        letGo();
      }
    },
    endConversation: (conversationId) =>
      end([...running].filter((call) => call.conversationId === conversationId)),
    endAll: () => end([...running]),
  };
}
