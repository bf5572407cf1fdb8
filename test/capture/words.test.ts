import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLineEnds, hasControl } from '../../src/capture/words.ts';

/** Bytes at any distance from the border of a word, long enough to be looked at by words. */
const anyBytes = fc
  .tuple(
    fc.nat(7),
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(fc.constantFrom(0x09, 0x0a, 0x0b, 0x0d, 0x08, 0x20, 0x61, 0x7e, 0x80, 0x8a, 0xff), {
        maxLength: 3_000,
      }),
      fc.array(fc.constantFrom(0x0a, 0x61), { minLength: 2_000, maxLength: 5_000 }),
    ),
  )
  .map(([offset, bytes]) => {
    const buffer = new Uint8Array(offset + bytes.length);
    buffer.set(bytes, offset);
    return buffer.subarray(offset);
  });

describe('counting line ends', () => {
  it('counts line feeds and nothing else', () => {
    expect(countLineEnds(Buffer.from('a\nb\r\n\n\r\u2028\u010a'))).toBe(3);
    expect(countLineEnds(Buffer.alloc(0))).toBe(0);
    expect(countLineEnds(Buffer.alloc(100_000, '\n'))).toBe(100_000);
  });

  it('counts as looking at every byte does', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(countLineEnds(bytes)).toBe(bytes.filter((byte) => byte === 0x0a).length);
      }),
    );
  });
});

describe('looking for controls', () => {
  const isOne = (byte: number): boolean =>
    (byte < 0x20 && ![0x08, 0x09, 0x0a, 0x0d].includes(byte)) || byte === 0x7f || byte === 0xc2;

  it('finds each of them, wherever it stands', () => {
    const wrong = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) =>
      [0, 1, 2, 3, 70, 97, 98, 99].some((at) => {
        const bytes = Buffer.alloc(100, 'a');
        bytes[at] = byte;
        return hasControl(bytes) !== isOne(byte);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('finds one exactly where looking at every byte does', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(hasControl(bytes)).toBe(bytes.some(isOne));
      }),
    );
  });
});
