import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRun } from '../../src/capture/runs.ts';
import { createTotals } from '../../src/capture/totals.ts';

describe('a run', () => {
  it('is the line that takes up a chunk from its first line end on', () => {
    expect(findRun(Buffer.from(`es\n${'yes\n'.repeat(100)}ye`))).toEqual({ start: 3, length: 4, times: 100 });
  });

  it.each([
    ['the line comes a few times only', 'y\n'.repeat(10)],
    ['another line comes among them', `${'y\n'.repeat(50)}n\n${'y\n'.repeat(50)}`],
    ['they end with another line', `${'y\n'.repeat(50)}n\n`],
    ['there is no line end', 'y'.repeat(100)],
    ['there is one', `${'y'.repeat(100)}\n`],
    ['there is nothing', ''],
  ])('is not there when %s', (_, text) => {
    expect(findRun(Buffer.from(text))).toBeNull();
  });

  it('spares the counting of its line ends', () => {
    const chunk = fc
      .tuple(
        fc.string(),
        fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 3 }),
        fc.nat(60),
        fc.string(),
      )
      .map(([before, line, times, after]) => Buffer.from(`${before}\n${`${line}\n`.repeat(times)}${after}`));
    fc.assert(
      fc.property(fc.array(chunk), (chunks) => {
        const totals = createTotals();
        for (const bytes of chunks) totals.push(bytes, findRun(bytes));
        const text = Buffer.concat(chunks).toString();
        expect([totals.bytes, totals.lines]).toEqual([
          Buffer.byteLength(text),
          text === '' || text.endsWith('\n') ? text.split('\n').length - 1 : text.split('\n').length,
        ]);
      }),
      { numRuns: 1_000 },
    );
  });
});
