import { headOf, tailOf } from '../model/whole-characters.ts';

/** A line of an output, or a part of one that is very long. */
export interface LinePart {
  /** The first line is 1. */
  readonly line: number;
  readonly text: string;
}

/** The longest part of a line that is looked at at once: 1 Mi characters. A longer line is several parts. */
const longestPart = 1024 * 1024;

/** How much of a part the next one of the same line begins with: 4 Ki characters, so that what is no longer than that is whole in one of them. */
const repeatedLength = 4 * 1024;

/** Makes lines of an output as it comes. It keeps no more of it than a part. */
export interface LineParts {
  /** The parts that have come to their end with these bytes. */
  push(chunk: Uint8Array): readonly LinePart[];
  /** What has come of the line that has no end yet. */
  unfinished(): LinePart;
}

/** `redraws`: whether a carriage return ends a line too, as it does for who sees one text drawn over another; lines are not numbered then. */
export function createLineParts({ redraws }: { readonly redraws: boolean }): LineParts {
  const decoder = new TextDecoder();
  let line = 1;
  let text = '';
  /** A carriage return whose line end may be still to come. */
  let isReturned = false;

  return {
    push(chunk) {
      const parts: LinePart[] = [];
      const [first = '', ...others] = withoutReturns(decoder.decode(chunk, { stream: true })).split('\n');
      add(first, parts);
      for (const next of others) {
        parts.push({ line, text });
        line += 1;
        text = '';
        add(next, parts);
      }
      return parts;
    },
    unfinished: () => ({ line, text }),
  };

  function add(more: string, parts: LinePart[]): void {
    text += more;
    while (text.length > longestPart) {
      parts.push({ line, text: headOf(text, longestPart) });
      text = tailOf(text, text.length - (longestPart - repeatedLength));
    }
  }

  function withoutReturns(decoded: string): string {
    if (!redraws || decoded === '') return decoded;
    const whole = isReturned ? `\r${decoded}` : decoded;
    isReturned = whole.endsWith('\r');
    const known = isReturned ? whole.replace(/\r+$/, '') : whole;
    return known.replaceAll(/\r*\n/g, '\n').replaceAll(/\r+/g, '\n');
  }
}
