import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEscapeFilter } from '../../src/capture/escapes.ts';
import { latin, withoutEscapes, withoutLineControls } from './oracle.ts';
import { createEnd, textThrough, through } from './stages.ts';
import { chunkSizes, chunksOf, terminalStream } from './streams.ts';

describe('the escape filter', () => {
  it.each([
    ['colours', '\x1b[31mred\x1b[0m and \x1b[1;38;5;12mbold\x1b[m', 'red and bold'],
    ['private modes', '\x1b[?25lhidden cursor\x1b[?25h', 'hidden cursor'],
    ['sequences with intermediate bytes', '\x1b[2 qcursor', 'cursor'],
    ['a title that BEL ends', '\x1b]0;title\x07text', 'text'],
    ['a title that ST ends', '\x1b]0;title\x1b\\text', 'text'],
    ['a link, and keeps its text', '\x1b]8;;http://x.org\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['device control strings', 'a\x1bP1$r0m\x1b\\b', 'ab'],
    ['the other strings', 'a\x1bXsos\x1b\\b\x1b^pm\x1b\\c\x1b_apc\x1b\\d', 'abcd'],
    ['a string with a BEL in it, which ends only an OSC', 'a\x1bPx\x07y\x1b\\b', 'ab'],
    ['two-byte sequences', 'a\x1b7b\x1bMc\x1b=d', 'abcd'],
    ['character sets', '\x1b(B\x1b)0text', 'text'],
    ['C1 forms', '\u009b31mred\u009b0m\u009d0;title\u009ctext\u0090x\u009c\u0085!', 'redtext!'],
    ['single control characters', 'a\x07b\x01c\x0bd\x0ce\x0ef\x7fg', 'abcdefg'],
  ])('takes out %s', (_, text, expected) => {
    expect(textThrough(createEscapeFilter, text)).toBe(expected);
  });

  it.each([
    ['line ends, tabs, and what redraws a line', 'a\tb\nc\r\nd\be'],
    ['characters of every length', 'aé€😀\uFEFF\u00a0À'],
    ['an ESC that is only written, not sent', '\\x1b[31m ^[[31m'],
  ])('keeps %s', (_, text) => {
    expect(textThrough(createEscapeFilter, text)).toBe(text);
  });

  it('shows a NUL, so that what it keeps apart does not run together', () => {
    expect(textThrough(createEscapeFilter, 'HOME=/root\0USER=root\0')).toBe('HOME=/root␀USER=root␀');
  });

  it.each([
    ['the end of the line', '\x1b]0;title\ntext', '\ntext'],
    ['the next sequence', '\x1b]0;title\x1b[31mtext', 'text'],
    ['CAN and SUB', '\x1bPdata\x18text \x1bPdata\x1amore', 'text more'],
  ])('ends a string without its terminator at %s', (_, text, expected) => {
    expect(textThrough(createEscapeFilter, text)).toBe(expected);
  });

  it('ends a sequence before a byte that it cannot have', () => {
    expect(textThrough(createEscapeFilter, '\x1b[31\nm \x1b[3éx \x1b(\ny')).toBe('\nm éx \ny');
  });

  it('takes out what the stream leaves unfinished, but no character', () => {
    const ends = ['\x1b', '\x1b[', '\x1b[3', '\x1b]0;t', '\x1b(', '\x1bP\x1b'];
    expect(ends.map((end) => textThrough(createEscapeFilter, `a${end}`))).toEqual(ends.map(() => 'a'));
    expect([...through(createEscapeFilter, [Buffer.from([0x61, 0xc2])])]).toEqual([0x61, 0xc2]);
  });

  it('takes a byte of a longer character for what it is, and not for a control', () => {
    const bytes = [0xe2, 0x82, 0x9b, 0x33, 0x9b]; // ‚Û‛ has 0x9b in it, and a lone 0x9b is no C1 control in UTF-8
    expect([...through(createEscapeFilter, [Buffer.from(bytes)])]).toEqual(bytes);
  });

  it('tells what is done to the line, in its place', () => {
    const end = createEnd();
    const filter = createEscapeFilter(end);
    filter.push(
      Buffer.from('a\x1b[Kb\x1b[1Kc\x1b[2Kd\x1b[Ge\x1b[1Gf\x1b[Jg\x1b[5G\x1b[2J\x1b[?K\x1b[1;2Kh\u009bK'),
    );
    filter.finish();
    expect(end.bytes().toString()).toBe('abcdefgh');
    expect(end.controls).toEqual([
      ['erase-to-end', 1],
      ['erase-to-start', 2],
      ['erase-line', 3],
      ['to-line-start', 4],
      ['to-line-start', 5],
      ['erase-to-end', 6],
      ['erase-to-end', 8],
    ]);
  });

  it('does the same however the stream is chunked', () => {
    fc.assert(
      fc.property(terminalStream, chunkSizes, (stream, sizes) => {
        const expected = withoutLineControls(withoutEscapes(latin(stream)));
        expect(latin(through(createEscapeFilter, chunksOf(stream, sizes)))).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });
});
