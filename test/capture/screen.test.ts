import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createCollector } from '../../src/capture/collector.ts';
import { drawnBytes, drawScreen } from '../../src/capture/screen.ts';
import { createSpillFile } from '../../src/capture/spill.ts';
import type { CaptureRule } from '../../src/model/capture.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { chunkSizes, chunksOf, cleaned, terminalStream, unlimited } from './streams.ts';

const size = { columns: 20, rows: 5 };
const rule: CaptureRule = {
  wholeBytes: 2_000,
  headBytes: 800,
  tailBytes: 1_200,
  cutAt: 'line',
  clean: cleaned,
};

/** What is read on the screen after these were written. */
async function read(written: string, before = ''): Promise<string> {
  const bytes = Buffer.from(before + written);
  const { text, isCut } = await drawScreen(size, {
    bytes,
    newFrom: Buffer.byteLength(before),
    isTail: false,
  });
  return isCut ? `(cut)${text}` : text;
}

describe('the text of a screen', () => {
  test.each([
    ['is what was written, without what no one sees', 'one\r\n\x1b[31mtwo\x1b[0m  \r\n\r\n', 'one\ntwo\n'],
    ['is empty when nothing was', '', ''],
    ['has the last of what was drawn in one place', '10%\r50%\r\x1b[Kdone\r\n', 'done\n'],
    ['has several lines that were drawn anew', 'a 1\r\nb 1\r\n\x1b[2Aa 2\r\nb 2\r\n', 'a 2\nb 2\n'],
    ['has what was put somewhere', '\x1b[2;3Hx\x1b[1;1Hy', 'y\n  x\n'],
    ['has a long line as one', `${'0123456789'.repeat(5)}\r\n`, `${'0123456789'.repeat(5)}\n`],
    ['has blanks within a long line', `${'a'.repeat(18)}    b\r\n`, `${'a'.repeat(18)}    b\n`],
    ['has wide characters once', '漢字 é e\u0301 x\r\n', '漢字 é e\u0301 x\n'],
    ['has what has left the screen above', '1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7', '1\n2\n3\n4\n5\n6\n7\n'],
    ['is that of a full-screen program while it runs', 'shell\r\n\x1b[?1049h\x1b[Hfull', 'full\n'],
    ['is what was before once such a program is over', 'a\r\n\x1b[?1049h\x1b[Hb\x1b[?1049lc', 'a\nc\n'],
    ['takes bytes that are no text', 'a\xff\r\n'.replace('\xff', '\ufffd'), 'a\ufffd\n'],
    ['says that something was cleared away', 'gone\r\n\x1b[H\x1b[2Jnew', '(cut)new\n'],
  ])('%s', async (_title, written, expected) => {
    expect(await read(written)).toBe(expected);
  });
});

describe('of a screen that was read before, the text', () => {
  test.each([
    ['is from the line on that the cursor was on', 'one\r\nname? ', 'bob\r\nhi\r\n', 'name? bob\nhi\n'],
    ['is from where something has changed above it', 'a\r\nb 1\r\nc\r\n', '\x1b[2Ab 2\r\n', 'b 2\nc\n'],
    ['is from the start of a long line', `x\r\n${'y'.repeat(30)}`, 'z\r\n', `${'y'.repeat(30)}z\n`],
    ['is all of what a full-screen program shows', '\x1b[?1049h\x1b[Hab', '\x1b[1;2Hc', 'ac\n'],
    ['is all of what is left by one', 'a\r\n\x1b[?1049hb', '\x1b[?1049l', 'a\n'],
    ['is all when the screen was cleared', 'a\r\nb\r\n', '\x1b[H\x1b[2Jc', '(cut)c\n'],
    ['has what a sequence does that is only half read', 'a\r\nred: \x1b[3', '1mb\r\n', 'red: b\n'],
    ['is not held up by a count that is only half read', 'a\x1b[9', '99999999Lb', '(cut)b\n'],
    ['moves with what was dropped', 'x\r\n'.repeat(6_000), 'y\r\n', 'y\n'],
  ])('%s', async (_title, before, written, expected) => {
    expect(await read(written, before)).toBe(expected);
  });
});

describe('a screen', () => {
  test('keeps 5,000 lines above, and says that there were more', async () => {
    const lines = Array.from({ length: 6_000 }, (_, index) => `${index}\r\n`);
    const [first, ...others] = (await read(lines.join(''))).split('\n');
    expect(first).toBe('(cut)996');
    expect(others.slice(-2)).toEqual(['5999', '']);
  });

  test('is the same for the end of what was written as for all of it', async () => {
    const line = (n: number): string => `\x1b[3${n % 8}mline ${n}\x1b[0m\r\n`;
    const bytes = Buffer.from(Array.from({ length: 120_000 }, (_, n) => line(n)).join(''));
    expect(bytes.length).toBeGreaterThan(2 * drawnBytes);
    const { text } = await drawScreen(size, { bytes, newFrom: 0, isTail: false });
    const tail = bytes.subarray(-drawnBytes);
    expect(await drawScreen(size, { bytes: tail, newFrom: 0, isTail: true })).toEqual({ text, isCut: true });
    expect(text.split('\n').slice(-3)).toEqual(['line 119998', 'line 119999', '']);
  });

  test('is drawn from the last 32,768 sequences', async () => {
    expect(await read(`above\r\n${'\x1b[m'.repeat(32_767)}end`)).toBe('above\nend\n');
    expect(await read(`above\r\n${'\x1b[m'.repeat(40_000)}end`)).toBe('(cut)end\n');
  });

  // Each of these would take hours, or all memory, if it was done as it says.
  test.each([
    ['scroll', '\x1b[2147483647S'],
    ['scroll, in two parts that a control divides', '\x1b[99999\b99999S'],
    ['scroll, by U+009B', '\u009b2147483647T'],
    ['insert lines', '\x1b[999999999L'],
    ['repeat', 'a\x1b[2000000000b'],
    ['insert', '\x1b[2000000000@'],
    ['tabs', '\x1b[2000000000I'],
    ['a scroll whose number has a thousand digits', `\x1b[${'9'.repeat(1_000)}S`],
  ])('is not held up by a count out of all reason: %s', async (_title, sequence) => {
    expect(await read(`${sequence.repeat(100)}\x1bc\x1b[Hend`)).toMatch(/^(\(cut\))?end\n$/);
  });

  test.each([
    ['clearing', '\x1b[2J'],
    ['resetting', '\x1bc'],
    ['scrolling', '\x1b[40S'],
    ['marks on one letter', '\u0301'],
    ['links', `\x1b]8;;${'h'.repeat(500)}\x07x`],
    ['an endless title', '\x1b]0;hhhhhhhhhhhh'],
    ['new screens', '\x1b[?1049h\x1b[?1049l'],
  ])('draws a flood within bounds: %s', { timeout: 60_000 }, async (_title, unit) => {
    const flood = Buffer.from(unit.repeat(Math.ceil((4 * drawnBytes) / unit.length)));
    const bytes = Buffer.concat([flood, Buffer.from('\x07\x1bc\x1b[Hend')]);
    const before = process.memoryUsage().arrayBuffers;
    const { text } = await drawScreen({ columns: 120, rows: 40 }, { bytes, newFrom: 0, isTail: false });
    expect(text).toBe('end\n');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 ** 2);
  });
});

/** What a collector makes of what is written to a terminal. */
async function collect(chunks: readonly Uint8Array[], path = join(temporaryDirectory(), 'spill')) {
  const collector = createCollector({
    rule,
    screen: { size, before: Buffer.alloc(0), beforeIsTail: false },
    secrets: ['hunter2hunter2'],
    openSpill: () => createSpillFile(path, unlimited),
  });
  for (const chunk of chunks) {
    await collector.push(chunk);
    chunk.fill(0x58); // From here on it is the caller's again.
  }
  return await collector.finish();
}

describe('a collector of what is drawn', () => {
  it('gives the same however it was chunked', async () => {
    const path = join(temporaryDirectory(), 'spill');
    await fc.assert(
      fc.asyncProperty(terminalStream, chunkSizes, async (stream, sizes) => {
        const parts = chunksOf(Buffer.from(stream), sizes).map((part) => Uint8Array.from(part));
        expect(await collect(parts, path)).toEqual(await collect([Uint8Array.from(stream)], path));
      }),
      { numRuns: 100 },
    );
  });

  it('counts what came, masks secrets that were drawn in pieces, and counts equal lines', async () => {
    const written = 'hun\x1b[1mter2hunter2\r\nsame\r\nsame\r\nsame\r\nsame\r\n';
    const { bytes, lines, text } = await collect([Buffer.from(written)]);
    expect({ bytes, lines }).toEqual({ bytes: written.length, lines: 5 });
    expect(text).toMatchObject({ kind: 'whole', spill: null });
    expect(text.kind === 'whole' && text.text).toMatch(
      /^\*\*\*\nsame\n\[the line above came 3 more times\]\n$/,
    );
  });

  it('says that lines are not on the screen any more, and has all of them in the file', async () => {
    const path = join(temporaryDirectory(), 'spill');
    const written = Array.from({ length: 6_000 }, (_, index) => `${index}\r\n`).join('');
    const { text } = await collect([Buffer.from(written)], path);
    expect(text.kind === 'cut' && text.head).toMatch(
      /^\[… what was above is not on the screen any more …\]\n996\n997\n/,
    );
    expect(readFileSync(path, 'utf8')).toBe(written);
  });

  it('takes 100 MB in bounded memory and ends with the last lines', async () => {
    const chunk = Buffer.from('\x1b[1mprogress\x1b[0m 10%\r'.repeat(3_000));
    const collector = createCollector({
      rule,
      screen: { size, before: Buffer.alloc(0), beforeIsTail: false },
      secrets: [],
      openSpill: () => ({ write: () => {}, close: async () => ({ kind: 'file', path: '/nowhere' }) }),
    });
    const before = process.memoryUsage().arrayBuffers;
    for (let bytes = 0; bytes < 100e6; bytes += chunk.length) await collector.push(chunk);
    await collector.push(Buffer.from('\x1b[Kover\r\n'));
    const { text } = await collector.finish();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 ** 2);
    expect(text.kind === 'whole' && text.text).toMatch(/\nover\n$/);
  });
});
