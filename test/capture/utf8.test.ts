import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, headLength, tailStart, textSize } from '../../src/capture/utf8.ts';
import { anyStream, decodeWhole, longestHead, longestTail, textStream } from './streams.ts';

const euros = Buffer.from('€€'); // 3 bytes each
const limits = [0, 1, 2, 3, 4, 5, 6, 7];

describe('decoding', () => {
  it('keeps a byte order mark, which is a character that the command wrote', () => {
    expect(decodeUtf8(Buffer.from([0xef, 0xbb, 0xbf, 0x61]))).toBe('\uFEFFa');
  });

  it('puts U+FFFD in the place of what is no UTF-8', () => {
    expect(decodeUtf8(Buffer.from([0x61, 0xff, 0xe2, 0x82, 0x62]))).toBe('a\uFFFD\uFFFDb');
  });

  it('counts a byte that is no UTF-8 as the three bytes of the character that stands for it', () => {
    expect(textSize(Buffer.from([0x61, 0xff]))).toBe(4);
  });
});

describe('cutting a head', () => {
  it('takes whole characters only', () => {
    expect(limits.map((limit) => headLength(euros, limit))).toEqual([0, 0, 0, 3, 3, 3, 6, 6]);
  });

  it('takes as many whole characters as fit', () => {
    fc.assert(
      fc.property(textStream, fc.nat(60), (stream, limit) => {
        const head = stream.subarray(0, headLength(stream, limit));
        expect(head.toString()).toBe(longestHead(stream.toString(), limit));
      }),
    );
  });

  it('never gives more text than asked for, whatever the bytes are', () => {
    fc.assert(
      fc.property(anyStream, fc.nat(60), (stream, limit) => {
        const text = decodeWhole(stream.subarray(0, headLength(stream, limit)));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('counts bytes that are no UTF-8 by the text they become', () => {
    const noText = Buffer.alloc(10, 0x80);
    expect([3, 5, 6, 30].map((limit) => headLength(noText, limit))).toEqual([1, 1, 2, 10]);
  });
});

describe('bytes that begin no character', () => {
  it.each([0xc0, 0xc1, 0xf5, 0xf8, 0xff])('%i is cut behind and before, as one by itself', (byte) => {
    const bytes = Buffer.alloc(4, byte);
    expect([headLength(bytes, 6), tailStart(bytes, 6)]).toEqual([2, 2]);
  });
});

describe('cutting a tail', () => {
  it('takes whole characters only', () => {
    expect(limits.map((limit) => tailStart(euros, limit))).toEqual([6, 6, 6, 3, 3, 3, 0, 0]);
  });

  it('takes as many whole characters as fit', () => {
    fc.assert(
      fc.property(textStream, fc.nat(60), (stream, limit) => {
        const tail = stream.subarray(tailStart(stream, limit));
        expect(tail.toString()).toBe(longestTail(stream.toString(), limit));
      }),
    );
  });

  it('never gives more text than asked for, whatever the bytes are', () => {
    fc.assert(
      fc.property(anyStream, fc.nat(60), (stream, limit) => {
        const text = decodeWhole(stream.subarray(tailStart(stream, limit)));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      }),
    );
  });

  it('counts bytes that are no UTF-8 by the text they become', () => {
    const noText = Buffer.alloc(10, 0x80);
    expect([3, 5, 6, 30].map((limit) => tailStart(noText, limit))).toEqual([9, 9, 8, 0]);
  });
});
