import { lineFeed } from './bytes.ts';

/** A line that comes many times in a row in a chunk. */
export interface Run {
  /** Where it comes first. */
  readonly start: number;
  /** Bytes of the line, with its line end. */
  readonly length: number;
  readonly times: number;
}

/** Fewer than this is no gain: 16 times. */
const fewestTimes = 16;

/**
 * The run that takes up the chunk from its first line end on, as in a flood of one line; `null` if there is none. A chunk
 * is such a run if it is equal to itself moved by the length of the line, which the machine can tell at the speed of its
 * memory; and where it is none, the first bytes tell.
 */
export function findRun(chunk: Buffer): Run | null {
  const start = chunk.indexOf(lineFeed) + 1;
  if (start === 0) return null;
  const length = chunk.indexOf(lineFeed, start) + 1 - start;
  const times = Math.floor((chunk.length - start) / length);
  if (length <= 0 || times < fewestTimes) return null;
  const end = start + times * length;
  return chunk.compare(chunk, start, end - length, start + length, end) === 0
    ? { start, length, times }
    : null;
}
