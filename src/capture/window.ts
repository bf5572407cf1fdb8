import { countLineEnds } from './words.ts';

/** The start and the end of a stream of bytes, in bounded memory. */
export interface ByteWindow {
  push(chunk: Uint8Array): void;
  /** Bytes that were pushed. */
  readonly total: number;
  /** Line ends (`\n`) that were pushed. */
  readonly lineEnds: number;
  /** The first bytes: all that came, or `firstBytes` of them. */
  first(): Buffer;
  /** The last bytes: all that came, or `lastBytes` of them. */
  last(): Buffer;
}

/** Keeps the first `firstBytes` and the last `lastBytes`; chunks are copied, so the caller may use theirs again. */
export function createByteWindow(firstBytes: number, lastBytes: number): ByteWindow {
  const start = createStart(firstBytes);
  const ring = createRing(lastBytes);
  let total = 0;
  let lineEnds = 0;
  return {
    push(chunk) {
      if (chunk.length === 0) return;
      start.push(chunk);
      ring.push(chunk);
      total += chunk.length;
      lineEnds += countLineEnds(chunk);
    },
    get total() {
      return total;
    },
    get lineEnds() {
      return lineEnds;
    },
    first: () => start.bytes(),
    last: () => ring.bytes(),
  };
}

interface Bytes {
  push(chunk: Uint8Array): void;
  bytes(): Buffer;
}

/** Grows by doubling up to `limit`, then takes no more: most commands write little. */
export function createStart(limit: number): Bytes {
  let kept = Buffer.alloc(0);
  let used = 0;
  return {
    push(chunk) {
      const part = chunk.subarray(0, limit - used);
      if (part.length === 0) return;
      if (used + part.length > kept.length) {
        const grown = Buffer.alloc(Math.min(limit, Math.max(2 * kept.length, used + part.length)));
        kept.copy(grown, 0, 0, used);
        kept = grown;
      }
      kept.set(part, used);
      used += part.length;
    },
    bytes: () => kept.subarray(0, used),
  };
}

/** Overwrites its oldest bytes. */
function createRing(limit: number): Bytes {
  let ring: Buffer | null = null;
  let used = 0;
  let at = 0;
  return {
    push(chunk) {
      if (limit === 0) return;
      ring ??= Buffer.alloc(limit);
      const part = chunk.subarray(-limit);
      const untilEnd = part.subarray(0, limit - at);
      ring.set(untilEnd, at);
      ring.set(part.subarray(untilEnd.length), 0);
      at = (at + part.length) % limit;
      used = Math.min(limit, used + part.length);
    },
    bytes() {
      if (ring === null) return Buffer.alloc(0);
      return used < limit ? ring.subarray(0, used) : Buffer.concat([ring.subarray(at), ring.subarray(0, at)]);
    },
  };
}
