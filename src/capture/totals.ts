import { lineFeed } from './bytes.ts';
import type { Run } from './runs.ts';
import { countLineEnds } from './words.ts';

/** Counts what comes, as it comes. */
export interface Totals {
  push(chunk: Buffer, run: Run | null): void;
  readonly bytes: number;
  /** Lines; a last one without its line end counts. */
  readonly lines: number;
}

export function createTotals(): Totals {
  let bytes = 0;
  let lineEnds = 0;
  let endsInLine = false;
  return {
    push(chunk, run) {
      if (chunk.length === 0) return;
      bytes += chunk.length;
      lineEnds += lineEndsIn(chunk, run);
      endsInLine = chunk.at(-1) !== lineFeed;
    },
    get bytes() {
      return bytes;
    },
    get lines() {
      return lineEnds + (endsInLine ? 1 : 0);
    },
  };
}

/** Before its run a chunk has one line end, and behind it none. */
function lineEndsIn(chunk: Buffer, run: Run | null): number {
  return run === null ? countLineEnds(chunk) : 1 + run.times;
}
