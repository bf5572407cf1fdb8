import fc from 'fast-check';
import type { SpillQuota } from '../../src/capture/spill.ts';
import type { CaptureRule, CleanRule } from '../../src/model/capture.ts';

/** Leaves a stream as it came. */
export const untouched: CleanRule = { escapes: false, redraws: false, repeats: false, secrets: false };

/** Cleans all that can be cleaned. */
export const cleaned: CleanRule = { escapes: true, redraws: true, repeats: true, secrets: true };

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
    clean: untouched,
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

/** A quota without an end. */
export const unlimited: SpillQuota = async (bytes) => ({ bytes, reason: null });

/** What a terminal would act on, whole and in parts, among text that is easily overwritten, masked and repeated. */
export const terminalStream: fc.Arbitrary<Buffer> = fc
  .array(
    fc
      .oneof(
        {
          weight: 6,
          arbitrary: fc.constantFrom(
            ...[
              'a',
              'b',
              'same\n',
              'same\n',
              'same\n',
              '\n',
              ' ',
              '\t',
              'é',
              '€',
              '😀',
              'hunter22',
              'hunt',
              'er22',
            ],
            ...['s3cret\nlines', 's3cret', '\nlines', 'aaaaaa', 'aaa'],
          ),
        },
        {
          weight: 3,
          arbitrary: fc.constantFrom(
            '\r',
            '\r',
            '\b',
            '\r\n',
            '10%\r',
            '100%',
            '\x1b[K',
            '\x1b[1K',
            '\x1b[2K',
          ),
        },
        {
          weight: 3,
          arbitrary: fc.constantFrom(
            ...[
              '\x1b',
              '\x1b[',
              '\x1b[31m',
              '\x1b[0;1m',
              '\x1b[?25l',
              '\x1b[1',
              ';',
              '5',
              ' q',
              'm',
              'K',
              '\x1b[G',
              '\x1b[1G',
            ],
            ...[
              '\x1b[J',
              '\x1b]0;title',
              '\x07',
              '\x1b\\',
              '\x1bP',
              '\x1bX',
              '\x1b^',
              '\x1b_',
              '\x1b(B',
              '\x1bM',
              '\x1b7',
            ],
            ...[
              '\u009b31m',
              '\u009d',
              '\u009c',
              '\u0090',
              '\u0085',
              '\x18',
              '\x1a',
              '\0',
              '\x01',
              '\x0b',
              '\x0c',
              '\x7f',
            ],
          ),
        },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
      )
      .map((text) => Buffer.from(text)),
    { maxLength: 60 },
  )
  .chain((pieces) =>
    fc
      .array(fc.tuple(fc.nat(60), pieceOfNoText), { maxLength: 4 })
      .map((breaks) => breaks.reduce((all, [at, bytes]) => all.toSpliced(at, 0, bytes), pieces)),
  )
  .map((pieces) => Buffer.concat(pieces));

/** Secrets that overlap each other and themselves, that have a line end, and that are the beginning of one another. */
export const secrets: readonly string[] = ['s3cret\nlines', 'hunter22', 'hunter', 'er22aa', 'aaaaaa'];
