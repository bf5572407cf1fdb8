import type { Stage } from './stage.ts';

/** Joins small pieces on their way to the next stage, so that it is not called for each of them. */
export interface Joiner {
  /** Takes `bytes` from `from` to before `to`. */
  write(bytes: Buffer, from: number, to: number): void;
  /** Passes on what was joined. */
  flush(): void;
}

/** Bytes that are joined at most: 16 KiB. */
const joinedBytes = 16 * 1024;

/** A longer piece is passed on as it is: 2 KiB, from where on a call costs less than the copy. */
const longPiece = 2 * 1024;

/** A shorter piece is copied byte by byte, which is quicker than a native call: 32 bytes. */
const shortPiece = 32;

export function createJoiner(next: Stage): Joiner {
  let joined: Buffer | null = null;
  let used = 0;

  const flush = (): void => {
    if (joined === null || used === 0) return;
    next.push(joined.subarray(0, used));
    used = 0;
  };

  return {
    write(bytes, from, to) {
      const length = to - from;
      if (length <= 0) return;
      if (length >= longPiece) {
        flush();
        next.push(bytes.subarray(from, to));
        return;
      }
      if (used + length > joinedBytes) flush();
      joined ??= Buffer.allocUnsafeSlow(joinedBytes);
      if (length > shortPiece) bytes.copy(joined, used, from, to);
      else for (let at = 0; at < length; at += 1) joined[used + at] = bytes[from + at] ?? 0;
      used += length;
    },
    flush,
  };
}
