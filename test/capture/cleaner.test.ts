import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCleaner } from '../../src/capture/cleaner.ts';
import { findRun } from '../../src/capture/runs.ts';
import type { CleanRule } from '../../src/model/capture.ts';
import { cleanWhole, latin } from './oracle.ts';
import { createEnd } from './stages.ts';
import { chunkSizes, chunksOf, cleaned, secrets, terminalStream, untouched } from './streams.ts';

function clean(chunks: readonly Uint8Array[], rule: CleanRule, hidden: readonly string[] = []): Buffer {
  const end = createEnd();
  const cleaner = createCleaner(rule, hidden, end.push);
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    cleaner.push(bytes, findRun(bytes));
    bytes.fill(0x58);
  }
  cleaner.finish();
  return end.bytes();
}

function cleanText(text: string, hidden: readonly string[] = []): string {
  return clean([Buffer.from(text)], cleaned, hidden).toString();
}

const anyClean: fc.Arbitrary<CleanRule> = fc.record({
  escapes: fc.boolean(),
  redraws: fc.boolean(),
  repeats: fc.boolean(),
  secrets: fc.boolean(),
});

/** A stream in which lines come so often that they are not looked at one by one. */
const floodingStream = fc
  .array(
    fc.oneof(
      terminalStream.map((stream) => [stream]),
      fc
        .tuple(
          fc.constantFrom(
            '',
            'y',
            'hunter22',
            'er22',
            's3cret',
            '\x1b[31mred\x1b[m',
            '1%\r2%',
            'a\r',
            '\x1b]0;t',
            '\0',
            'a\nb',
            'é',
          ),
          fc.nat(80),
        )
        .map(([line, times]) => Array.from({ length: times }, () => Buffer.from(`${line}\n`))),
    ),
    { maxLength: 8 },
  )
  .map((parts) => Buffer.concat(parts.flat()));

describe('cleaning', () => {
  it('masks a secret that has an escape sequence in it', () => {
    expect(cleanText('hun\x1b[31mter\x1b]0;x\x0722\x1b[0m!\n', ['hunter22'])).toBe('***!\n');
  });

  it('masks a secret that is only whole once the line is redrawn', () => {
    expect(cleanText('xunter22\rh\n', ['hunter22'])).toBe('***\n');
  });

  it('masks a secret that was written with what is taken out', () => {
    expect(cleanText('pass\x01word\r\nline\r\n', ['pass\x01word\r\nline'])).toBe('***\n');
  });

  it('does not mask what is left of a secret if that is very short', () => {
    expect(cleanText('ab\n', ['\x1b[31;1mab\x1b[0m'])).toBe('ab\n');
  });

  it('counts lines that are equal once they are cleaned', () => {
    expect(cleanText('\x1b[31ma\n\x1b[32ma\nb\ra\nhunter22\n***\n***\n', ['hunter22'])).toBe(
      'a\n[the line above came 2 more times]\n***\n[the line above came 2 more times]\n',
    );
  });

  it('masks a secret of equal lines before they are counted', () => {
    expect(cleanText('x\nx\nx\nx\n', ['x\nx\nx\nx'])).toBe('***\n');
  });

  it('counts no lines of a flood that are too long to be compared', () => {
    const flood = `${'x'.repeat(5_000)}\n`.repeat(20);
    expect(cleanText(flood) === flood).toBe(true);
  });

  it('masks a secret that takes up two lines of a flood', () => {
    const flood = 'y\n'.repeat(41);
    expect(cleanText(flood, ['y\ny\n'])).toBe('***');
    expect(cleanText(flood, ['y\ny'])).toBe('***\n');
  });

  it('leaves everything as it came when nothing is asked for', () => {
    const text = 'a\x1b[31m\0\r\nhunter22\n\n\n\n\n';
    expect(clean([Buffer.from(text)], untouched, ['hunter22']).toString()).toBe(text);
  });

  it('makes of any stream what it would make of the whole text, by any rule and however it is chunked', () => {
    fc.assert(
      fc.property(terminalStream, anyClean, chunkSizes, (stream, rule, sizes) => {
        const expected = latin(cleanWhole(stream, rule, secrets));
        expect(latin(clean(chunksOf(stream, sizes), rule, secrets))).toBe(expected);
        expect(latin(clean([stream], rule, secrets))).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('does so with a flood of equal lines, too', () => {
    const sizes = fc.array(fc.nat(400), { minLength: 1, maxLength: 6 }).map((some) => [...some, 1]);
    fc.assert(
      fc.property(floodingStream, anyClean, sizes, (stream, rule, sizes) => {
        const expected = latin(cleanWhole(stream, rule, secrets));
        expect(latin(clean(chunksOf(stream, sizes), rule, secrets))).toBe(expected);
        expect(latin(clean([stream], rule, secrets))).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
