import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createByteWindow } from '../../src/capture/window.ts';
import { anyStream, chunkSizes, chunksOf } from './streams.ts';

/** Everything that a window tells, as plain values. */
function told(window: ReturnType<typeof createByteWindow>) {
  const { total, lineEnds } = window;
  return {
    total,
    lineEnds,
    first: [...window.first()],
    last: [...window.last()],
  };
}

function windowOn(firstBytes: number, lastBytes: number, ...chunks: readonly string[]) {
  const window = createByteWindow(firstBytes, lastBytes);
  for (const chunk of chunks) window.push(Buffer.from(chunk));
  return window;
}

describe('the window on a stream', () => {
  it('is empty before anything came', () => {
    expect(told(createByteWindow(4, 4))).toEqual({
      total: 0,
      lineEnds: 0,
      first: [],
      last: [],
    });
  });

  it('keeps the first and the last bytes and counts all of them', () => {
    const window = windowOn(4, 3, 'ab', 'c\nd', 'ef\n');
    expect({
      total: window.total,
      lineEnds: window.lineEnds,
      first: window.first().toString(),
      last: window.last().toString(),
    }).toEqual({ total: 8, lineEnds: 2, first: 'abc\n', last: 'ef\n' });
  });

  it('keeps the end of a chunk that is longer than both of its parts', () => {
    const window = windowOn(2, 3, '0123456789');
    expect([window.first().toString(), window.last().toString()]).toEqual(['01', '789']);
  });

  it('is not moved by an empty chunk', () => {
    const window = windowOn(4, 4, 'a\n', '');
    expect(told(window)).toEqual({
      total: 2,
      lineEnds: 1,
      first: [97, 10],
      last: [97, 10],
    });
  });

  it('keeps nothing where it was told to keep nothing', () => {
    const window = windowOn(0, 0, 'abc');
    expect(told(window)).toEqual({ total: 3, lineEnds: 0, first: [], last: [] });
  });

  it('copies what it keeps, so that a chunk can be used again', () => {
    const window = createByteWindow(4, 4);
    const chunk = Buffer.from('ab');
    window.push(chunk);
    chunk.fill('x');
    window.push(chunk);
    expect([window.first().toString(), window.last().toString()]).toEqual(['abxx', 'abxx']);
  });

  it('tells the same of a stream however it was chunked', () => {
    fc.assert(
      fc.property(anyStream, chunkSizes, fc.nat(40), fc.nat(40), (stream, sizes, firstBytes, lastBytes) => {
        const window = createByteWindow(firstBytes, lastBytes);
        for (const chunk of chunksOf(stream, sizes)) {
          window.push(chunk);
          chunk.fill(0x0a);
        }
        expect(told(window)).toEqual({
          total: stream.length,
          lineEnds: [...stream].filter((byte) => byte === 10).length,
          first: [...stream].slice(0, firstBytes),
          last: lastBytes === 0 ? [] : [...stream].slice(-lastBytes),
        });
      }),
    );
  });
});
