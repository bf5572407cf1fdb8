import { c1Lead, cancel, esc, substitute } from './bytes.ts';

/**
 * Makes control sequences harmless for whoever carries them out: nine bytes can ask for two thousand million lines to be
 * scrolled. A count that goes beyond the screen does what one does that just reaches it, so counts end at `mostTimes`;
 * other numbers end at four digits, and a sequence that is longer than any real one is left out.
 *
 * What comes out, taken together, does not depend on how the bytes were chunked.
 */
export function createSequenceLimit(mostTimes: number): (bytes: Buffer) => Buffer {
  /** A control sequence so far, without its introducer; `null` outside of one. */
  let sequence: number[] | null = null;
  let previous = 0;

  return (bytes) => {
    if (sequence === null && previous !== esc && previous !== c1Lead && !mayHaveSequence(bytes)) {
      previous = bytes.at(-1) ?? previous;
      return bytes;
    }
    const out: number[] = [];
    for (const byte of bytes) {
      if (sequence === null) {
        // U+009B begins one too.
        out.push(byte);
        if ((previous === esc && byte === 0x5b) || (previous === c1Lead && byte === 0x9b)) sequence = [];
      } else if (byte === esc || byte === cancel || byte === substitute || byte >= 0x80) {
        // It is broken off.
        out.push(...limited(sequence), byte);
        sequence = null;
      } else {
        sequence.push(byte);
        if (byte >= 0x40 && byte <= 0x7e) {
          out.push(...limited(sequence, byte));
          sequence = null;
        } else if (sequence.length > longestSequence) sequence.length = longestSequence;
      }
      previous = byte;
    }
    return Buffer.from(out);
  };

  function limited(bytes: readonly number[], final = 0): readonly number[] {
    // CAN breaks off what is open.
    if (bytes.length >= longestSequence) return [cancel];
    const most = counting.includes(String.fromCharCode(final)) ? mostTimes : mostNumber;
    const text = String.fromCharCode(...bytes).replace(/\d+/g, (number) =>
      String(Math.min(Number(number), most)),
    );
    return [...Buffer.from(text, 'latin1')];
  }
}

/** The longest that a control sequence may be, its parameters and its last byte: 256, several times what any takes. */
const longestSequence = 256;

const mostNumber = 9_999;

/** The last bytes of sequences that do something a number of times: insert, delete, erase, scroll, repeat, tab. */
const counting = '@ILMPSTXZ^b';

function mayHaveSequence(bytes: Buffer): boolean {
  return bytes.includes(esc) || bytes.includes(c1Lead);
}
