import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { RequestId } from './bound-lines.ts';

/** The streams of a session on which its requests are answered: those that came together share one. */
export interface Streams {
  /**
   * Takes requests that came together, until the signal is aborted. Two of one id would be taken for each other: the first
   * would never be answered, and cancelling one would end the other. Several clients of a session can come to that. Returns the
   * id that is in use, and takes none then.
   */
  take(ids: readonly RequestId[], over: AbortSignal): RequestId | null;
  /** A request was cancelled, and is not answered. */
  leave(id: RequestId): void;
}

/**
 * The transport ends a stream when all that came on it is answered, which what was cancelled never is. So it is ended here, once
 * the rest is answered.
 */
export function createStreams(transport: WebStandardStreamableHTTPServerTransport): Streams {
  /** By its id, which of a request and those that came with it are not answered yet. */
  const asked = new Map<RequestId, Set<RequestId>>();

  const leave = (id: RequestId): void => {
    const open = asked.get(id);
    if (open?.delete(id) && open.size === 0) transport.closeSSEStream(id);
  };

  const send = transport.send.bind(transport);
  transport.send = async (message, options) => {
    await send(message, options);
    if (!('method' in message) && message.id !== undefined) leave(message.id);
  };

  return {
    take(ids, over) {
      const twice = ids.find((id, at) => asked.has(id) || ids.indexOf(id) !== at);
      if (twice !== undefined) return twice;
      const open = new Set(ids);
      for (const id of ids) asked.set(id, open);
      const end = (): void => {
        for (const id of ids) asked.delete(id);
      };
      if (over.aborted) end();
      else over.addEventListener('abort', end, { once: true });
      return null;
    },
    leave,
  };
}
