/** The text that bytes are, or `null` if they are no UTF-8: with other characters in it, it would be another command. */
export function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // That is what `fatal` says of bytes that are no UTF-8.
  }
}
