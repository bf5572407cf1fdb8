import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capture } from '../../src/capture/capture.ts';
import { createSpillFile } from '../../src/capture/spill.ts';
import type { CaptureRule, StreamName } from '../../src/model/capture.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { anyStream, chunkSizes, chunksOf, decodeWhole, unlimited, untouched } from './streams.ts';

const roomy: CaptureRule = {
  wholeBytes: 4_000,
  headBytes: 2_000,
  tailBytes: 2_000,
  cutAt: 'character',
  clean: untouched,
};
const tight: CaptureRule = {
  wholeBytes: 4,
  headBytes: 2,
  tailBytes: 2,
  cutAt: 'character',
  clean: untouched,
};

/** What a capture is given besides its rule, with nothing that is secret. */
function spills(spillPath = newPaths(), secrets: readonly string[] = []) {
  const openSpill = (stream: StreamName) => createSpillFile(spillPath(stream), unlimited);
  return { secrets, openSpill };
}

/** Paths for the streams of one command. */
function newPaths(): (stream: StreamName) => string {
  const directory = temporaryDirectory();
  return (stream) => join(directory, `call.${stream}`);
}

describe('what a command wrote', () => {
  it('is told in one stream when the streams are combined', async () => {
    const { sink, finish } = capture({
      streams: 'combined',
      rule: roomy,
      ...spills(),
      onText: null,
    });
    await sink('output', Buffer.from('out\n'));
    await sink('output', Buffer.from('err\n'));
    expect(await finish()).toEqual({
      streams: 'combined',
      output: { bytes: 8, lines: 2, text: { kind: 'whole', text: 'out\nerr\n', spill: null } },
    });
  });

  it('is told in two streams when they are apart', async () => {
    const { sink, finish } = capture({ streams: 'apart', rule: roomy, ...spills(), onText: null });
    await sink('stdout', Buffer.from('out'));
    await sink('stderr', Buffer.from('err\n'));
    await sink('stdout', Buffer.from(' and more'));
    expect(await finish()).toEqual({
      streams: 'apart',
      stdout: { bytes: 12, lines: 1, text: { kind: 'whole', text: 'out and more', spill: null } },
      stderr: { bytes: 4, lines: 1, text: { kind: 'whole', text: 'err\n', spill: null } },
    });
  });

  it.each([
    ['not counted', {}, {}],
    ['counted', { countsCharacters: true }, { characters: 0 }],
  ])('is nothing where nothing came, its characters %s', async (_, counts, characters) => {
    const { finish, raw, watched } = capture({
      ...{ streams: 'apart', rule: { ...roomy, ...counts }, mayGoOn: true },
      ...{ ...spills(), onText: null },
    });
    const none = { bytes: 0, lines: 0, ...characters, text: { kind: 'whole', text: '', spill: null } };
    expect(await finish()).toEqual({ streams: 'apart', stdout: none, stderr: none });
    expect(watched.soFar()).toEqual({ kind: 'raw', bytes: Buffer.alloc(0), isWhole: true });
    const nothing = { kind: 'bytes', bytes: Buffer.alloc(0) };
    expect(raw()).toEqual([nothing, nothing]);
  });

  it('is nothing on the stream that nothing came on', async () => {
    const { sink, finish } = capture({ streams: 'apart', rule: roomy, ...spills(), onText: null });
    await sink('stderr', Buffer.from('err'));
    expect(await finish()).toMatchObject({ stdout: { bytes: 0 }, stderr: { bytes: 3, lines: 1 } });
  });

  it('is in a file for each stream that had to be cut', async () => {
    const spillPath = newPaths();
    const { sink, finish } = capture({ streams: 'apart', rule: tight, ...spills(spillPath), onText: null });
    await sink('stdout', Buffer.from('012345'));
    await sink('stderr', Buffer.from('abcdef'));
    const cut = { kind: 'cut', omittedBytes: 2, omittedLines: 0 } as const;
    expect(await finish()).toEqual({
      streams: 'apart',
      stdout: {
        bytes: 6,
        lines: 1,
        text: { ...cut, head: '01', tail: '45', spill: { kind: 'file', path: spillPath('stdout') } },
      },
      stderr: {
        bytes: 6,
        lines: 1,
        text: { ...cut, head: 'ab', tail: 'ef', spill: { kind: 'file', path: spillPath('stderr') } },
      },
    });
    const files = await Promise.all(
      (['stdout', 'stderr'] as const).map((stream) => readFile(spillPath(stream), 'utf8')),
    );
    expect(files).toEqual(['012345', 'abcdef']);
  });

  it('is waited for when it comes faster than it can be written to the file', async () => {
    const spillPath = newPaths();
    const { sink, finish } = capture({
      streams: 'combined',
      rule: tight,
      ...spills(spillPath),
      onText: null,
    });
    expect(sink('output', Buffer.from('0123'))).toBeUndefined();
    const flood = Buffer.alloc(1024 * 1024, 'x');
    const room = sink('output', flood);
    expect(room).toBeInstanceOf(Promise);
    await room;
    flood.fill('y');
    await finish();
    expect((await readFile(spillPath('output'), 'utf8')) === `0123${'x'.repeat(1024 * 1024)}`).toBe(true);
  });

  it('cannot be of a stream that was not asked for', () => {
    const { sink } = capture({ streams: 'combined', rule: roomy, ...spills(), onText: null });
    expect(() => sink('stderr', Buffer.from('x'))).toThrow("no stream 'stderr' in a capture of output");
  });
});

describe('live text', () => {
  it('is told as it comes, each stream by its name', async () => {
    const told: [StreamName, string][] = [];
    const { sink, finish } = capture({
      streams: 'apart',
      rule: roomy,
      ...spills(),
      onText: (stream, text) => told.push([stream, text]),
    });
    await sink('stdout', Buffer.from('a'));
    await sink('stderr', Buffer.from('b'));
    await sink('stdout', Buffer.from('c'));
    await finish();
    expect(told).toEqual([
      ['stdout', 'a'],
      ['stderr', 'b'],
      ['stdout', 'c'],
    ]);
  });

  it('tells a character with the chunk that completes it, also when the other stream comes between', async () => {
    const told: [StreamName, string][] = [];
    const { sink, finish } = capture({
      streams: 'apart',
      rule: roomy,
      ...spills(),
      onText: (stream, text) => told.push([stream, text]),
    });
    await sink('stdout', Buffer.from([0x61, 0xe2, 0x82]));
    await sink('stderr', Buffer.from([0xc3]));
    await sink('stdout', Buffer.from([0xac]));
    await sink('stderr', Buffer.from([0xa9]));
    await finish();
    expect(told).toEqual([
      ['stdout', 'a'],
      ['stdout', '€'],
      ['stderr', 'é'],
    ]);
  });

  it('tells what was begun and never completed at the end', async () => {
    const told: [StreamName, string][] = [];
    const { sink, finish } = capture({
      streams: 'combined',
      rule: roomy,
      ...spills(),
      onText: (stream, text) => told.push([stream, text]),
    });
    await sink('output', Buffer.from([0x61, 0xe2, 0x82]));
    expect(told).toEqual([['output', 'a']]);
    await finish();
    expect(told).toEqual([
      ['output', 'a'],
      ['output', '\uFFFD'],
    ]);
  });

  it('is not cut where the kept text is', async () => {
    let text = '';
    const { sink, finish } = capture({
      streams: 'combined',
      rule: tight,
      ...spills(),
      onText: (_, part) => {
        text += part;
      },
    });
    await sink('output', Buffer.from('0123456789'));
    await finish();
    expect(text).toBe('0123456789');
  });

  it('is the text of the whole stream, however that was chunked', async () => {
    await fc.assert(
      fc.asyncProperty(anyStream, chunkSizes, async (stream, sizes) => {
        const told: string[] = [];
        const { sink, finish } = capture({
          streams: 'combined',
          rule: roomy,
          ...spills(),
          onText: (_, text) => told.push(text),
        });
        for (const chunk of chunksOf(stream, sizes)) {
          await sink('output', chunk);
          chunk.fill(0x58);
        }
        await finish();
        expect(told.join('')).toBe(decodeWhole(stream));
        expect(told).not.toContain('');
      }),
    );
  });

  it('has no secret in it when the rule masks them, also none that comes in parts', async () => {
    const told: [StreamName, string][] = [];
    const { sink, finish } = capture({
      streams: 'apart',
      rule: { ...roomy, clean: { ...untouched, secrets: true } },
      ...spills(newPaths(), ['hunter22']),
      onText: (stream, text) => told.push([stream, text]),
    });
    await sink('stdout', Buffer.from('\x1b[1mkey: hunt'));
    await sink('stderr', Buffer.from('hunter22 hun'));
    await sink('stdout', Buffer.from('er22\n'));
    expect(told).toEqual([
      ['stdout', '\x1b[1mkey: '],
      ['stderr', '***'],
      ['stderr', ' '],
      ['stdout', '***'],
      ['stdout', '\n'],
    ]);
    expect(await finish()).toMatchObject({
      stdout: { text: { text: '\x1b[1mkey: ***\n' } },
      stderr: { text: { text: '*** hun' } },
    });
    expect(told.slice(5)).toEqual([['stderr', 'hun']]);
  });

  it('is told as it came when the rule masks nothing', async () => {
    const told: string[] = [];
    const { sink, finish } = capture({
      streams: 'combined',
      rule: roomy,
      ...spills(newPaths(), ['hunter22']),
      onText: (_, text) => told.push(text),
    });
    await sink('output', Buffer.from('hunter22'));
    expect(await finish()).toMatchObject({ output: { text: { text: 'hunter22' } } });
    expect(told).toEqual(['hunter22']);
  });
});
