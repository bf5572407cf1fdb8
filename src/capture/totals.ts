import { lineFeed } from './bytes.ts';
import type { Run } from './runs.ts';
import { countLineEnds } from './words.ts';

/** Counts what comes, as it comes. */
export interface Totals {
  push(chunk: Buffer, run: Run | null): void;
  readonly bytes: number;
  /** Lines; a last one without its line end counts. */
  readonly lines: number;
  /** Called once, after the last push. Empty where characters are not counted. */
  characters(): { readonly characters?: number };
}

export function createTotals(countsCharacters = false): Totals {
  const counter = countsCharacters ? createCharacterCounter() : null;
  let bytes = 0;
  let lineEnds = 0;
  let endsInLine = false;
  return {
    push(chunk, run) {
      if (chunk.length === 0) return;
      bytes += chunk.length;
      counter?.push(chunk);
      lineEnds += lineEndsIn(chunk, run);
      endsInLine = chunk.at(-1) !== lineFeed;
    },
    get bytes() {
      return bytes;
    },
    get lines() {
      return lineEnds + (endsInLine ? 1 : 0);
    },
    characters: () => (counter === null ? {} : { characters: counter.finish() }),
  };
}

/** Counts code points across the borders of chunks. */
function createCharacterCounter(): { push(chunk: Buffer): void; finish(): number } {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let count = 0;
  return {
    push(chunk) {
      count += countCharacters(decoder.decode(chunk, { stream: true }));
    },
    finish: () => count + countCharacters(decoder.decode()),
  };
}

/** Code points of a text without half surrogate pairs. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) count -= 1;
  }
  return count;
}

/** Before its run a chunk has one line end, and behind it none. */
function lineEndsIn(chunk: Buffer, run: Run | null): number {
  return run === null ? countLineEnds(chunk) : 1 + run.times;
}
