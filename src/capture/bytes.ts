/** Names for bytes of ASCII that mean something to a terminal. */
export const nul = 0x00;
export const bell = 0x07;
export const backspace = 0x08;
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const cancel = 0x18;
export const substitute = 0x1a;
export const esc = 0x1b;
export const space = 0x20;
export const del = 0x7f;

/** The first byte of the characters U+0080 to U+00BF in UTF-8; U+0080 to U+009F are the C1 controls. */
export const c1Lead = 0xc2;

/** A chunk as a `Buffer`, without a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
