import fc from 'fast-check';
import type { CaptureRule } from '../../src/model/capture.ts';

/** Text with characters of every length in UTF-8, line ends, and the characters that decoders like to drop. */
const pieceOfText = fc.oneof(
  fc.constantFrom(
    'a',
    'bc',
    '\n',
    '\r\n',
    '\0',
    'é',
    '€',
    '😀',
    '\uFEFF',
    '\uFFFD',
    '👩‍👩‍👧',
    '\u{10FFFF}',
    '\x7F',
    '\u0080',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

/** Bytes that are no UTF-8: parts of characters, bytes that begin none, encoded surrogates, overlong forms. */
const pieceOfNoText = fc
  .oneof(
    fc.constantFrom(
      [0x80],
      [0xbf, 0xbf],
      [0xc3],
      [0xe2, 0x82],
      [0xf0, 0x9f, 0x98],
      [0xf0],
      [0xc0, 0x80],
      [0xe0, 0x80, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xf8, 0x88, 0x80, 0x80, 0x80],
      [0xff],
    ),
    fc.array(fc.nat(255), { maxLength: 5 }),
  )
  .map((bytes) => Buffer.from(bytes));

/** A stream that is valid UTF-8. */
export const textStream: fc.Arbitrary<Buffer> = fc
  .array(pieceOfText, { maxLength: 40 })
  .map((pieces) => Buffer.from(pieces.join('')));

/** A stream of anything. */
export const anyStream: fc.Arbitrary<Buffer> = fc
  .array(
    fc.oneof(
      pieceOfText.map((text) => Buffer.from(text)),
      pieceOfNoText,
    ),
    { maxLength: 40 },
  )
  .map((pieces) => Buffer.concat(pieces));

/** Sizes of chunks, taken in turn until a stream is used up. */
export const chunkSizes: fc.Arbitrary<readonly number[]> = fc
  .array(fc.nat(9), { minLength: 1, maxLength: 12 })
  .map((sizes) => [...sizes, 1]);

/** The stream in chunks; each is a copy of its own. */
export function chunksOf(stream: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < stream.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(Uint8Array.from(stream.subarray(at, at + size)));
    at += size;
  }
  return chunks;
}

/** Rules small enough for the streams above to be cut by them. */
export const anyRule: fc.Arbitrary<CaptureRule> = fc
  .record({
    headBytes: fc.nat(24),
    tailBytes: fc.nat(24),
    spare: fc.nat(12),
    cutAt: fc.constantFrom('character' as const, 'line' as const),
  })
  .map(({ headBytes, tailBytes, spare, cutAt }) => ({
    wholeBytes: headBytes + tailBytes + spare,
    headBytes,
    tailBytes,
    cutAt,
  }));

/** The text of all the bytes at once, as the standard decodes it. */
export function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** As many whole characters from the start as fit into so many bytes of UTF-8. */
export function longestHead(text: string, limit: number): string {
  let head = '';
  for (const character of text) {
    if (Buffer.byteLength(head + character) > limit) break;
    head += character;
  }
  return head;
}

/** As many whole characters from the end as fit into so many bytes of UTF-8. */
export function longestTail(text: string, limit: number): string {
  let tail = '';
  for (const character of [...text].reverse()) {
    if (Buffer.byteLength(character + tail) > limit) break;
    tail = character + tail;
  }
  return tail;
}
