/**
 * How many tools the model has called with its last message; 1 where that cannot be seen. A graph hands the answers to the
 * questions of one step out by their order, or to whoever asks first.
 */
export function callsAtOnce(state: unknown): number {
  const calls = messagesIn(state).findLast(hasToolCalls)?.tool_calls ?? [];
  return Math.max(1, calls.length);
}

function messagesIn(state: unknown): readonly unknown[] {
  if (Array.isArray(state)) return state;
  if (typeof state !== 'object' || state === null || !('messages' in state)) return [];
  return Array.isArray(state.messages) ? state.messages : [];
}

function hasToolCalls(message: unknown): message is { readonly tool_calls: readonly unknown[] } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'tool_calls' in message &&
    Array.isArray(message.tool_calls)
  );
}
