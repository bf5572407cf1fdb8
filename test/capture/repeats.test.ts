import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRepeatCounter } from '../../src/capture/repeats.ts';
import type { Stage } from '../../src/capture/stage.ts';
import { counted, latin } from './oracle.ts';
import { createEnd, textThrough, through } from './stages.ts';
import { chunkSizes, chunksOf, terminalStream } from './streams.ts';

const counter = (next: Stage): Stage => createRepeatCounter(next);

describe('equal neighbouring lines', () => {
  it.each([
    ['are counted from the third on', 'a\na\na\nb\n', 'a\n[the line above came 2 more times]\nb\n'],
    ['are shown when there are two', 'a\na\nb\nb', 'a\na\nb\nb'],
    ['are not neighbours across another line', 'a\nb\na\nb\na\n', 'a\nb\na\nb\na\n'],
    ['may be the last, without a line end', 'a\na\na', 'a\n[the line above came 2 more times]'],
    ['may be empty', '\n\n\n\nx', '\n[the line above came 3 more times]\nx'],
    ['are equal in every byte, or not at all', 'a\na \na\n', 'a\na \na\n'],
    ['are more than what begins like them', 'ab\nab\nab', 'ab\n[the line above came 2 more times]'],
    ['are not what only begins like them', 'ab\nab\na', 'ab\nab\na'],
  ])('%s', (_, text, expected) => {
    expect(textThrough(counter, text)).toBe(expected);
  });

  it('are counted in thousands so that it can be read', () => {
    expect(textThrough(counter, 'y\n'.repeat(1_234_568))).toBe(
      'y\n[the line above came 1,234,567 more times]\n',
    );
  });

  it('are passed on as they come when they are too long', () => {
    const long = `${'x'.repeat(4_097)}\n`.repeat(3);
    expect(textThrough(counter, long) === long).toBe(true);
    const atLimit = 'x'.repeat(4_096);
    expect(textThrough(counter, `${atLimit}\n`.repeat(3))).toBe(
      `${atLimit}\n[the line above came 2 more times]\n`,
    );
  });

  it('can be told of instead of given', () => {
    const end = createEnd();
    const stage = createRepeatCounter(end);
    stage.push(Buffer.from('a\na\nb'));
    expect(stage.timesInRow).toBe(0);
    stage.push(Buffer.from('\nb\n'));
    expect(stage.timesInRow).toBe(2);
    stage.comeAgain(40);
    stage.push(Buffer.from('b\nc\n'));
    stage.finish();
    expect(end.bytes().toString()).toBe('a\na\nb\n[the line above came 42 more times]\nc\n');
  });

  it('are counted the same however the stream is chunked, and whatever is too long', () => {
    fc.assert(
      fc.property(terminalStream, chunkSizes, fc.nat(9), (stream, sizes, longest) => {
        const bytes = through((next) => createRepeatCounter(next, longest), chunksOf(stream, sizes));
        expect(latin(bytes)).toBe(counted(latin(stream), longest));
      }),
      { numRuns: 1_000 },
    );
  });
});
