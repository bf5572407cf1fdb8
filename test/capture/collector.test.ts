import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCollector } from '../../src/capture/collector.ts';
import { createSpillFile, type SpillFile } from '../../src/capture/spill.ts';
import type { Captured, CaptureRule } from '../../src/model/capture.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { cleanWhole } from './oracle.ts';
import {
  anyRule,
  anyStream,
  chunkSizes,
  chunksOf,
  cleaned,
  decodeWhole,
  longestHead,
  longestTail,
  secrets,
  terminalStream,
  textStream,
  unlimited,
  untouched,
} from './streams.ts';

const rule: CaptureRule = {
  wholeBytes: 10,
  headBytes: 4,
  tailBytes: 4,
  cutAt: 'character',
  clean: untouched,
};

/** A path that nothing was spilled to. */
function newPath(): string {
  return join(temporaryDirectory(), 'outputs', 'call.output');
}

async function collect(
  chunks: readonly Uint8Array[],
  rule: CaptureRule,
  spillPath: string,
  secrets: readonly string[] = [],
): Promise<Captured> {
  const collector = createCollector({
    rule,
    secrets,
    openSpill: () => createSpillFile(spillPath, unlimited),
  });
  for (const chunk of chunks) {
    await collector.push(chunk);
    chunk.fill(0x58); // From here on it is the caller's again.
  }
  return await collector.finish();
}

async function collectText(text: string, rule: CaptureRule, spillPath = newPath()): Promise<Captured> {
  return await collect([Buffer.from(text)], rule, spillPath);
}

describe('a stream that fits', () => {
  it('is kept whole, and no file is made', async () => {
    const path = newPath();
    expect(await collectText('one\ntwo\n', rule, path)).toEqual({
      bytes: 8,
      lines: 2,
      text: { kind: 'whole', text: 'one\ntwo\n', spill: null },
    });
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is kept whole up to the last byte that is allowed', async () => {
    expect(await collectText('0123456789', rule)).toEqual({
      bytes: 10,
      lines: 1,
      text: { kind: 'whole', text: '0123456789', spill: null },
    });
  });

  it('can be empty', async () => {
    expect(await collect([], rule, newPath())).toEqual({
      bytes: 0,
      lines: 0,
      text: { kind: 'whole', text: '', spill: null },
    });
  });

  it('counts a last line that has no line end', async () => {
    expect(await collectText('a\nb', rule)).toEqual({
      bytes: 3,
      lines: 2,
      text: { kind: 'whole', text: 'a\nb', spill: null },
    });
  });
});

describe('a stream that does not fit', () => {
  it('is cut in the middle, and the file has the whole of it', async () => {
    const path = newPath();
    expect(await collectText('0123\n5678\nx', rule, path)).toEqual({
      bytes: 11,
      lines: 3,
      text: {
        kind: 'cut',
        head: '0123',
        tail: '78\nx',
        omittedBytes: 3,
        omittedLines: 1,
        spill: { kind: 'file', path },
      },
    });
    expect(await readFile(path, 'utf8')).toBe('0123\n5678\nx');
  });

  it('is kept in a file and a directory that are for their owner alone', async () => {
    const path = newPath();
    await collectText('more than ten bytes', rule, path);
    const modes = await Promise.all(
      [path, join(path, '..')].map(async (at) => (await stat(at)).mode & 0o777),
    );
    expect(modes).toEqual([0o600, 0o700]);
  });

  it('loses a character that does not fit into the head or the tail, never a part of one', async () => {
    const path = newPath();
    expect(await collectText('ab€cdefgh😀', rule, path)).toEqual({
      bytes: 15,
      lines: 1,
      text: {
        kind: 'cut',
        head: 'ab',
        tail: '😀',
        omittedBytes: 9,
        omittedLines: 0,
        spill: { kind: 'file', path },
      },
    });
  });

  it('has no tail when the rule keeps none', async () => {
    const path = newPath();
    const headOnly: CaptureRule = {
      wholeBytes: 4,
      headBytes: 4,
      tailBytes: 0,
      cutAt: 'character',
      clean: untouched,
    };
    expect(await collectText('a\nb\nc\n', headOnly, path)).toEqual({
      bytes: 6,
      lines: 3,
      text: {
        kind: 'cut',
        head: 'a\nb\n',
        tail: '',
        omittedBytes: 2,
        omittedLines: 1,
        spill: { kind: 'file', path },
      },
    });
  });

  it('is cut when only its text is too long, because bytes that are no UTF-8 grow', async () => {
    const path = newPath();
    expect(await collect([Buffer.alloc(4, 0x80)], rule, path)).toEqual({
      bytes: 4,
      lines: 1,
      text: {
        kind: 'cut',
        head: '\uFFFD',
        tail: '\uFFFD',
        omittedBytes: 2,
        omittedLines: 0,
        spill: { kind: 'file', path },
      },
    });
    expect([...(await readFile(path))]).toEqual([0x80, 0x80, 0x80, 0x80]);
  });
});

describe('cutting between lines', () => {
  const lines: CaptureRule = {
    wholeBytes: 20,
    headBytes: 10,
    tailBytes: 10,
    cutAt: 'line',
    clean: untouched,
  };

  it('keeps whole lines where that keeps at least half of the text', async () => {
    const path = newPath();
    expect(await collectText('one\ntwo\nthree\nfour\nfive\nsix\n', lines, path)).toEqual({
      bytes: 28,
      lines: 6,
      text: {
        kind: 'cut',
        head: 'one\ntwo\n',
        tail: 'five\nsix\n',
        omittedBytes: 11,
        omittedLines: 2,
        spill: { kind: 'file', path },
      },
    });
  });

  it('keeps a first line that begins exactly where the tail does', async () => {
    const path = newPath();
    expect(await collectText('0123456789\n------\nfive\nsix6\n', lines, path)).toEqual({
      bytes: 28,
      lines: 4,
      text: {
        kind: 'cut',
        head: '0123456789',
        tail: 'five\nsix6\n',
        omittedBytes: 8,
        omittedLines: 2,
        spill: { kind: 'file', path },
      },
    });
  });

  it('cuts within a line rather than keep less than half', async () => {
    const path = newPath();
    expect(await collectText('a\nbcdefghijklmnopqrstuvwxy\nz', lines, path)).toEqual({
      bytes: 28,
      lines: 3,
      text: {
        kind: 'cut',
        head: 'a\nbcdefghi',
        tail: 'rstuvwxy\nz',
        omittedBytes: 8,
        omittedLines: 0,
        spill: { kind: 'file', path },
      },
    });
  });
});

describe('a spill file that cannot be written', () => {
  const cut = { kind: 'cut', head: '0123', tail: '789a', omittedBytes: 3, omittedLines: 0 } as const;

  it('is reported with the reason when its directory cannot be made, and head and tail are there', async () => {
    const file = join(temporaryDirectory(), 'a file');
    await writeFile(file, '');
    const path = join(file, 'below', 'output');
    const captured = await collectText('0123456789a', rule, path);
    expect(captured).toEqual({
      bytes: 11,
      lines: 1,
      text: {
        ...cut,
        spill: { kind: 'incomplete', path, bytes: 0, reason: expect.stringMatching(/^ENOTDIR: .*a file/) },
      },
    });
  });

  it('is reported with the reason when its directory is a file', async () => {
    const file = join(temporaryDirectory(), 'a file');
    await writeFile(file, 'kept');
    const path = join(file, 'output');
    expect(await collectText('0123456789a', rule, path)).toEqual({
      bytes: 11,
      lines: 1,
      text: {
        ...cut,
        spill: { kind: 'incomplete', path, bytes: 0, reason: expect.stringMatching(/^(EEXIST|ENOTDIR): /) },
      },
    });
    expect(await readFile(file, 'utf8')).toBe('kept');
  });

  it('is reported with the reason when something has its name, which is left as it was', async () => {
    const path = newPath();
    await mkdir(join(path, '..'));
    await writeFile(path, 'somebody else’s');
    expect(await collectText('0123456789a', rule, path)).toEqual({
      bytes: 11,
      lines: 1,
      text: {
        ...cut,
        spill: { kind: 'incomplete', path, bytes: 0, reason: expect.stringMatching(/^EEXIST: /) },
      },
    });
    expect(await readFile(path, 'utf8')).toBe('somebody else’s');
  });

  it('is reported for text that only grew too long, too', async () => {
    const file = join(temporaryDirectory(), 'a file');
    await writeFile(file, '');
    const path = join(file, 'output');
    expect(await collect([Buffer.alloc(4, 0x80)], rule, path)).toEqual({
      bytes: 4,
      lines: 1,
      text: {
        kind: 'cut',
        head: '\uFFFD',
        tail: '\uFFFD',
        omittedBytes: 2,
        omittedLines: 0,
        spill: { kind: 'incomplete', path, bytes: 0, reason: expect.stringMatching(/^(EEXIST|ENOTDIR): /) },
      },
    });
  });
});

describe('any stream', () => {
  it('gives the same result however it was chunked', async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyRule, chunkSizes, async (stream, rule, sizes) => {
        const path = newPath();
        const inChunks = await collect(chunksOf(stream, sizes), rule, path);
        const otherPath = newPath();
        const atOnce = await collect([Buffer.from(stream)], rule, otherPath);
        expect(inChunks).toEqual(
          atOnce.text.kind === 'whole'
            ? atOnce
            : { ...atOnce, text: { ...atOnce.text, spill: { kind: 'file', path } } },
        );
      }),
    );
  });

  it('is told with its true size, and is whole exactly when its bytes and its text fit', async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyRule, chunkSizes, async (stream, rule, sizes) => {
        const { bytes, lines, text } = await collect(chunksOf(stream, sizes), rule, newPath());
        const whole = decodeWhole(stream);
        const lineEnds = whole.split('\n').length - 1;
        const fits = Math.max(stream.length, Buffer.byteLength(whole)) <= rule.wholeBytes;
        expect({ bytes, lines, kind: text.kind }).toEqual({
          bytes: stream.length,
          lines: whole === '' || whole.endsWith('\n') ? lineEnds : lineEnds + 1,
          kind: fits ? 'whole' : 'cut',
        });
        if (text.kind === 'whole') expect(text.text).toBe(whole);
      }),
    );
  });

  it('is in the file byte for byte when it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyRule, chunkSizes, async (stream, rule, sizes) => {
        const path = newPath();
        const { text } = await collect(chunksOf(stream, sizes), rule, path);
        if (text.kind === 'whole') return;
        expect(text.spill).toEqual({ kind: 'file', path });
        expect([...(await readFile(path))]).toEqual([...stream]);
      }),
    );
  });

  it('keeps a head and a tail within their bounds, with exactly what was omitted between them', async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, anyRule, chunkSizes, async (stream, rule, sizes) => {
        const { text } = await collect(chunksOf(stream, sizes), rule, newPath());
        if (text.kind === 'whole') return;
        expect(Buffer.byteLength(text.head)).toBeLessThanOrEqual(rule.headBytes);
        expect(Buffer.byteLength(text.tail)).toBeLessThanOrEqual(rule.tailBytes);
        // Several numbers of bytes can decode to one text: one pair of them has to fit what is said to be omitted.
        const places = Array.from({ length: stream.length + 1 }, (_, at) => at);
        const headEnds = places.filter((at) => decodeWhole(stream.subarray(0, at)) === text.head);
        const tailStarts = places.filter((at) => decodeWhole(stream.subarray(at)) === text.tail);
        const lineEndsBetween = headEnds.flatMap((from) =>
          tailStarts
            .filter((to) => to - from === text.omittedBytes)
            .map((to) => [...stream.subarray(from, to)].filter((byte) => byte === 10).length),
        );
        expect(text.omittedBytes).toBeGreaterThan(0);
        expect(lineEndsBetween).toContain(text.omittedLines);
      }),
    );
  });
});

describe('any stream of valid UTF-8', () => {
  it('is cut between two characters, as near to the bounds as they allow', async () => {
    await fc.assert(
      fc.asyncProperty(textStream, anyRule, chunkSizes, async (stream, anyRule, sizes) => {
        const rule: CaptureRule = { ...anyRule, cutAt: 'character' };
        fc.pre(stream.length > rule.wholeBytes);
        const path = newPath();
        const text = stream.toString();
        const head = longestHead(text, rule.headBytes);
        const tail = longestTail(text, rule.tailBytes);
        const lineEnds = (part: string): number => part.split('\n').length - 1;
        const { text: captured } = await collect(chunksOf(stream, sizes), rule, path);
        expect(captured).toEqual({
          kind: 'cut',
          head,
          tail,
          omittedBytes: stream.length - Buffer.byteLength(head) - Buffer.byteLength(tail),
          omittedLines: lineEnds(text) - lineEnds(head) - lineEnds(tail),
          spill: { kind: 'file', path },
        });
      }),
    );
  });

  it('is cut between two lines, or where it would be cut between two characters', async () => {
    await fc.assert(
      fc.asyncProperty(textStream, anyRule, chunkSizes, async (stream, anyRule, sizes) => {
        const rule: CaptureRule = { ...anyRule, cutAt: 'line' };
        fc.pre(stream.length > rule.wholeBytes);
        const { text } = await collect(chunksOf(stream, sizes), rule, newPath());
        if (text.kind === 'whole') throw new Error('expected a cut stream');
        const head = longestHead(stream.toString(), rule.headBytes);
        const tail = longestTail(stream.toString(), rule.tailBytes);
        expect([head, head.slice(0, head.lastIndexOf('\n') + 1)]).toContain(text.head);
        expect([tail, tail.slice(tail.indexOf('\n') + 1)]).toContain(text.tail);
        expect(2 * Buffer.byteLength(text.head)).toBeGreaterThanOrEqual(Buffer.byteLength(head));
        expect(2 * Buffer.byteLength(text.tail)).toBeGreaterThanOrEqual(Buffer.byteLength(tail));
      }),
    );
  });

  it('never has a U+FFFD in its text that it did not have itself', async () => {
    const clean = textStream.map((stream) => Buffer.from(stream.toString().replaceAll('\uFFFD', '?')));
    await fc.assert(
      fc.asyncProperty(clean, anyRule, chunkSizes, async (stream, rule, sizes) => {
        const { text } = await collect(chunksOf(stream, sizes), rule, newPath());
        const kept = text.kind === 'whole' ? text.text : text.head + text.tail;
        expect(kept).not.toContain('\uFFFD');
      }),
    );
  });
});

describe('a stream that is cleaned', () => {
  const cleaning: CaptureRule = {
    wholeBytes: 20,
    headBytes: 8,
    tailBytes: 8,
    cutAt: 'character',
    clean: cleaned,
  };

  it('is bounded by what is left of it, and told with the size of what came', async () => {
    expect(await collectText('\x1b[31mred\x1b[0m\n', { ...cleaning, wholeBytes: 14 })).toEqual({
      bytes: 13,
      lines: 1,
      text: { kind: 'whole', text: 'red\n', spill: null },
    });
  });

  it('is whole with a file when more came than may be kept, and only cleaning made it fit', async () => {
    const path = newPath();
    const frames = '10%\r20%\r30%\r40%\r100%\nend';
    expect(await collectText(frames, cleaning, path)).toEqual({
      bytes: 24,
      lines: 2,
      text: { kind: 'whole', text: '100%\nend', spill: { kind: 'file', path } },
    });
    expect(await readFile(path, 'utf8')).toBe(frames);
  });

  it('is cut when it grew over the bound', async () => {
    const path = newPath();
    expect(await collect([Buffer.alloc(7)], cleaning, path)).toEqual({
      bytes: 7,
      lines: 1,
      text: {
        kind: 'cut',
        head: '␀␀',
        tail: '␀␀',
        omittedBytes: 9,
        omittedLines: 0,
        spill: { kind: 'file', path },
      },
    });
    expect([...(await readFile(path))]).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('is cut as its cleaned text would be, with what came in the file, however it was chunked', async () => {
    await fc.assert(
      fc.asyncProperty(terminalStream, anyRule, chunkSizes, async (stream, anyRule, sizes) => {
        const path = newPath();
        const rule: CaptureRule = { ...anyRule, clean: cleaned };
        const { bytes, lines, text } = await collect(chunksOf(stream, sizes), rule, path, secrets);
        const expected = await collect([cleanWhole(stream, cleaned, secrets)], anyRule, newPath());
        const isSpilled = expected.text.kind === 'cut' || stream.length > rule.wholeBytes;
        expect(text).toEqual({ ...expected.text, spill: isSpilled ? { kind: 'file', path } : null });
        if (isSpilled) expect([...(await readFile(path))]).toEqual([...stream]);
        const plain = await collect([Buffer.from(stream)], anyRule, newPath());
        expect({ bytes, lines }).toEqual({ bytes: plain.bytes, lines: plain.lines });
      }),
      { numRuns: 300 },
    );
  });
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes that are still held. How much garbage there is beside it is up to the version of Node. */
function memoryInUse(): number {
  collectGarbage();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

describe('memory', () => {
  const mebibyte = 1024 * 1024;

  it.each([
    ['a line of 100 MiB', Buffer.alloc(mebibyte, 'x')],
    ['100 MiB of frames', Buffer.from('downloading, it takes a while\r'.repeat(mebibyte / 30))],
    ['100 MiB of a string that does not end', Buffer.from('\x1b]'.padEnd(mebibyte, 'x'))],
    ['100 MiB of NULs', Buffer.alloc(mebibyte)],
    ['100 MiB of equal lines', Buffer.from('y\n'.repeat(mebibyte / 2))],
    ['100 MiB of what may be a secret', Buffer.from('hunter2 hunter'.repeat(mebibyte / 14))],
  ])('is bounded for %s', async (_, block) => {
    const rule: CaptureRule = {
      wholeBytes: 30_000,
      headBytes: 9_000,
      tailBytes: 21_000,
      cutAt: 'line',
      clean: cleaned,
    };
    const spill: SpillFile = { write: () => {}, close: async () => ({ kind: 'file', path: '/not/used' }) };
    const collector = createCollector({ rule, secrets: ['hunter22'], openSpill: () => spill });
    const before = memoryInUse();
    let peak = 0;
    for (let times = 1; times <= 100; times += 1) {
      for (let at = 0; at < block.length; at += 64 * 1024)
        await collector.push(block.subarray(at, at + 64 * 1024));
      if (times % 10 === 0) peak = Math.max(peak, memoryInUse() - before);
    }
    const { bytes } = await collector.finish();
    expect(bytes).toBe(100 * block.length);
    expect(peak).toBeLessThan(16 * mebibyte);
  });

  it('has a file of what is over the size that wants one, also where the text is whole', async () => {
    const eager = { ...rule, fileOverBytes: 4 };
    expect((await collectText('1234', eager)).text).toEqual({ kind: 'whole', text: '1234', spill: null });
    const path = newPath();
    expect((await collectText('12345', eager, path)).text).toEqual({
      kind: 'whole',
      text: '12345',
      spill: { kind: 'file', path },
    });
    expect(await readFile(path, 'utf8')).toBe('12345');
    const late = { ...rule, fileOverBytes: 1_000 };
    expect((await collectText('12345678901', late)).text.kind).toBe('cut');
  });
});

describe('a stream that is bounded in lines too', () => {
  const lined: CaptureRule = {
    ...{ wholeBytes: 100, headBytes: 50, tailBytes: 50, cutAt: 'line', clean: untouched },
    lines: { whole: 5, head: 2, tail: 3 },
  };

  it.each(['1\n2\n3\n4\n5\n', '1\n2\n3\n4\n5', '\n\n\n\n\n', ''])(
    'is whole with as many as may be: %j',
    async (text) => {
      expect((await collectText(text, lined)).text).toEqual({ kind: 'whole', text, spill: null });
    },
  );

  it.each([
    ['1\n2\n3\n4\n5\n6\n', '1\n2\n', '4\n5\n6\n', 2, 1],
    ['1\n2\n3\n4\n5\n6', '1\n2\n', '4\n5\n6', 2, 1],
    ['\n\n\n\n\n\n\n', '\n\n', '\n\n\n', 2, 2],
  ])('keeps the first and the last of more: %j', async (text, head, tail, omittedBytes, omittedLines) => {
    const path = newPath();
    expect((await collectText(text, lined, path)).text).toEqual({
      ...{ kind: 'cut', head, tail, omittedBytes, omittedLines },
      spill: { kind: 'file', path },
    });
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('is bounded in bytes where that is less', async () => {
    const text = `${'x'.repeat(60)}\n`.repeat(4);
    const captured = await collectText(text, lined);
    expect(captured.text).toMatchObject({ kind: 'cut', head: 'x'.repeat(50), tail: `${'x'.repeat(49)}\n` });
  });
});

describe('the characters of a stream', () => {
  it.each([
    ['abc\n', 4],
    ['é€😀', 3],
    ['', 0],
  ])('are counted if that is asked for: %j', async (text, characters) => {
    const counting = { ...rule, countsCharacters: true };
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
    expect((await collect(bytes, counting, newPath())).characters).toBe(characters);
    expect((await collectText(text, rule)).characters).toBeUndefined();
  });

  it('are as many as decoding shows where there is no UTF-8', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0xe2, 0x82, 0x62, 0xf0, 0x9f]);
    const counting = { ...rule, countsCharacters: true };
    const shown = [...new TextDecoder().decode(bytes)].length;
    expect((await collect([Buffer.from(bytes)], counting, newPath())).characters).toBe(shown);
  });
});
