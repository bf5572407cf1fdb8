import { describe, expect, test } from 'vitest';
import { createLineParts } from '../../src/jobs/line-parts.ts';

/** All parts of a text that comes in chunks of so many bytes, the unfinished one at the end. */
function partsOf(text: string, size: number, redraws: boolean): readonly string[] {
  const lines = createLineParts({ redraws });
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const part of lines.push(bytes.subarray(at, at + size))) parts.push(`${part.line} ${part.text}`);
  }
  const last = lines.unfinished();
  return [...parts, `${last.line} ${last.text}`];
}

describe.each([1, 2, 3, 100])('lines of an output that comes in chunks of %i bytes', (size) => {
  test('are numbered and whole, with characters that were cut', () => {
    expect(partsOf('one\n\ncafé\r\nan end', size, false)).toEqual(['1 one', '2 ', '3 café\r', '4 an end']);
  });

  test('end where the next is drawn over them, and once at a line end of two characters', () => {
    const texts = partsOf('1%\r2%\r\r3%\r\n\r\nover\n> ', size, true).map((part) => part.slice(2));
    expect(texts).toEqual(['1%', '2%', '3%', '', 'over', '> ']);
  });
});

test('a line of any length costs no more than its length, and its parts overlap', () => {
  const lines = createLineParts({ redraws: false });
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const parts = Array.from({ length: 4_000 }, () => lines.push(chunk)).flat();
  const whole = 4_000 * chunk.length;
  const { text } = lines.unfinished();
  const kept = parts.reduce((sum, part) => sum + part.text.length, text.length);
  expect(parts.length).toBeGreaterThan(200);
  expect(kept).toBe(whole + parts.length * 4 * 1024);
  expect(Math.max(...parts.map((part) => part.text.length))).toBe(1024 * 1024);
});
