/**
 * Cutting bytes between two characters of UTF-8, where some of the bytes may be no UTF-8 at all.
 *
 * Sizes of text are those of its decoded form: a byte that decodes to U+FFFD counts as the three bytes of that
 * character. So a bound on text holds whatever came.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** A byte becomes at most this many when it is decoded to U+FFFD and encoded again. */
const mostBytesPerByte = 3;

/** How many of the bytes, from their start, decode to at most `limit` bytes of text. */
export function headLength(bytes: Buffer, limit: number): number {
  let end = boundaryBefore(bytes, Math.min(limit, bytes.length));
  for (let excess = textSize(bytes.subarray(0, end)) - limit; excess > 0; ) {
    end = boundaryBefore(bytes, Math.max(0, end - Math.ceil(excess / mostBytesPerByte)));
    excess = textSize(bytes.subarray(0, end)) - limit;
  }
  return end;
}

/** From which of the bytes on they decode to at most `limit` bytes of text. */
export function tailStart(bytes: Buffer, limit: number): number {
  let start = boundaryAfter(bytes, Math.max(0, bytes.length - limit));
  for (let excess = textSize(bytes.subarray(start)) - limit; excess > 0; ) {
    start = boundaryAfter(bytes, Math.min(bytes.length, start + Math.ceil(excess / mostBytesPerByte)));
    excess = textSize(bytes.subarray(start)) - limit;
  }
  return start;
}

export function textSize(bytes: Uint8Array): number {
  return Buffer.byteLength(decodeUtf8(bytes));
}

/** The nearest place at or before `at` where no character is open. */
export function boundaryBefore(bytes: Uint8Array, at: number): number {
  return openCharacter(bytes, at)?.start ?? at;
}

/** The nearest place at or after `at` where no character is open. */
function boundaryAfter(bytes: Uint8Array, at: number): number {
  const open = openCharacter(bytes, at);
  return open === null ? at : Math.min(open.end, bytes.length);
}

/** The character that begins before `at` and is not finished there; a character has up to three bytes more. */
function openCharacter(
  bytes: Uint8Array,
  at: number,
): { readonly start: number; readonly end: number } | null {
  for (let start = at - 1; start >= 0 && start >= at - 3; start -= 1) {
    const byte = bytes[start] ?? 0;
    if (isContinuation(byte)) continue;
    const end = start + sequenceLength(byte);
    return end > at ? { start, end } : null;
  }
  return null;
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** How many bytes the character has that begins with this byte; 1 for one that begins none. */
function sequenceLength(lead: number): number {
  // The Unicode standard, table 3-7: no character begins with 0xc0, 0xc1, or anything over 0xf4.
  if (lead >= 0xf5 || lead < 0xc2) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
