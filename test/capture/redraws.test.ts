import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEscapeFilter } from '../../src/capture/escapes.ts';
import { createRedrawFolder } from '../../src/capture/redraws.ts';
import type { Stage } from '../../src/capture/stage.ts';
import { latin, redrawn, withoutEscapes, withoutLineControls } from './oracle.ts';
import { textThrough, through } from './stages.ts';
import { chunkSizes, chunksOf, terminalStream } from './streams.ts';

const folder = (next: Stage): Stage => createRedrawFolder(next);

/** With the stage before it, which tells it of control sequences. */
const screen = (next: Stage): Stage => createEscapeFilter(createRedrawFolder(next));

describe('a line that is drawn over itself', () => {
  it.each([
    ['is its last frame', '10%\r20%\r100%\ndone\n', '100%\ndone\n'],
    ['keeps what a shorter frame does not reach', 'downloading\rdone\n', 'doneloading\n'],
    ['ends with \\r\\n as with \\n', 'one\r\ntwo\r\r\n\r\nthree', 'one\ntwo\n\nthree'],
    ['is not empty because its last frame is to come yet', '10%\r', '10%'],
    ['is overwritten from one column back after a backspace', '_\bx -\b\\\b|\n', 'x |\n'],
    ['cannot be gone back in beyond its start', 'a\b\b\bbc\n', 'bc\n'],
    ['is counted in characters, whole ones', 'größe\rGRÖ\n😀😀\rx\n', 'GRÖße\nx😀\n'],
    ['loses the spaces that something was overwritten with', '100%\r    \rok\n', 'ok\n'],
    ['keeps its own spaces', 'a  \r\nb  \n', 'a  \nb  \n'],
  ])('%s', (_, text, expected) => {
    expect(textThrough(folder, text)).toBe(expected);
  });

  it.each([
    ['to its end', 'downloading\rdone\x1b[K\n', 'done\n'],
    ['to its start', 'abcdef\b\b\x1b[1K\n', '     f\n'],
    ['whole, with the cursor where it was', 'abc\x1b[2Kd\n', '   d\n'],
    ['as Node’s readline does it', '10%\x1b[2K\x1b[1G20%\x1b[2K\x1b[0Gdone\n', 'done\n'],
    ['behind its end, which changes nothing', '\x1b[01;31m\x1b[Kmatch\x1b[m\x1b[K  \n', 'match  \n'],
  ])('is erased %s', (_, text, expected) => {
    expect(textThrough(screen, text)).toBe(expected);
  });

  it('gives bytes that are no UTF-8 back as they came', () => {
    const bytes = Buffer.from([0xe2, 0x82, 0xff, 0x80, 0xf0, 0x9f, 0x08, 0x0d, 0x00]);
    expect([...through(folder, [bytes])]).toEqual([0x00, 0xff, 0x80, 0xf0, 0x9f]);
  });

  it('is passed on as it comes once it is too wide, and a carriage return ends it', () => {
    const wide = 'x'.repeat(4_097);
    expect(textThrough(folder, `${wide}\ry\r\n${wide}\r\nz\b\n`)).toBe(`${wide}\ny\n${wide}\nz\n`);
  });

  it('does the same however the stream is chunked, and whatever is too wide', () => {
    fc.assert(
      fc.property(terminalStream, chunkSizes, fc.integer({ min: 1, max: 12 }), (stream, sizes, columns) => {
        const chunks = chunksOf(stream, sizes);
        const plain = through((next) => createRedrawFolder(next, columns), chunks);
        expect(latin(plain)).toBe(redrawn(latin(stream), columns));
        const told = through((next) => createEscapeFilter(createRedrawFolder(next, columns)), chunks);
        const expected = redrawn(withoutEscapes(latin(stream)), columns);
        expect(latin(told)).toBe(withoutLineControls(expected));
      }),
      { numRuns: 1_000 },
    );
  });
});
