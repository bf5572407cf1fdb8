import { lineFeed } from './bytes.ts';
import { countLineEnds } from './words.ts';

/** Lines; a last one without its line end counts. */
export function countLines(bytes: Buffer): number {
  return countLineEnds(bytes) + (bytes.length > 0 && bytes.at(-1) !== lineFeed ? 1 : 0);
}

/** The first `count` lines, or all. */
export function firstLines(bytes: Buffer, count: number): Buffer {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const lineEnd = bytes.indexOf(lineFeed, end);
    if (lineEnd === -1) return bytes;
    end = lineEnd + 1;
  }
  return bytes.subarray(0, end);
}

/** The last `count` lines, or all. */
export function lastLines(bytes: Buffer, count: number): Buffer {
  if (count === 0) return bytes.subarray(bytes.length);
  // The line end that the last line may have ends no line before it.
  let start = bytes.at(-1) === lineFeed ? bytes.length - 1 : bytes.length;
  for (let line = 0; line < count; line += 1) {
    const lineEnd = start === 0 ? -1 : bytes.lastIndexOf(lineFeed, start - 1);
    if (lineEnd === -1) return bytes;
    start = lineEnd;
  }
  return bytes.subarray(start + 1);
}
