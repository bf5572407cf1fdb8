import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { RequestId } from './bound-lines.ts';

/**
 * A transport that passes on no request whose id another one has that is not answered yet: the two would be taken for each
 * other, and a cancellation would end only the second.
 */
export function ownIds(transport: Transport, onTwice: (id: RequestId) => void): Transport {
  const asked = new Set<unknown>();

  /** Whether it is to be passed on. */
  const take = (message: JSONRPCMessage): boolean => {
    if (!('method' in message)) return true;
    if ('id' in message) {
      const isTwice = asked.has(message.id);
      if (isTwice) onTwice(message.id);
      asked.add(message.id);
      return !isTwice;
    }
    // What is cancelled is not answered.
    const { requestId }: { readonly requestId?: unknown } = Object(message.params);
    if (message.method === 'notifications/cancelled') asked.delete(requestId);
    return true;
  };

  const own: Transport = {
    async start() {
      transport.onmessage = (message, extra) => {
        if (take(message)) own.onmessage?.(message, extra);
      };
      transport.onclose = () => own.onclose?.();
      transport.onerror = (error) => own.onerror?.(error);
      await transport.start();
    },
    async send(message, options) {
      if (!('method' in message) && message.id !== undefined) asked.delete(message.id);
      await transport.send(message, options);
    },
    close: async () => await transport.close(),
  };
  return own;
}
