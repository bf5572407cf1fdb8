import type { IncomingMessage } from 'node:http';

/**
 * Looks on as the body of a request is read: what stands for bytes that are no UTF-8, once it is text, would be another
 * command. Whether it was UTF-8 is known when it has been read.
 */
export function watchText(request: IncomingMessage): () => boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isText = true;
  const look = (chunk?: Uint8Array): void => {
    try {
      if (isText) decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isText = false; // The decoder throws at bytes that are none, and for nothing else.
    }
  };
  const read = request[Symbol.asyncIterator].bind(request);
  request[Symbol.asyncIterator] = async function* () {
    for await (const chunk of read()) {
      look(chunk);
      yield chunk;
    }
    look();
  };
  return () => isText;
}
