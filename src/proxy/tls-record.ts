/** The kind of records that greetings are in; see RFC 8446, 5.1. */
export const handshakeRecord = 22;

/** Its kind, its version, its length. */
export const recordHead = 5;

/** Where the record ends that begins there, of which the head is there. */
export function recordEnd(bytes: Uint8Array, at: number): number {
  return at + recordHead + ((bytes[at + 3] ?? 0) << 8) + (bytes[at + 4] ?? 0);
}
