import { cancel, esc, substitute } from './bytes.ts';

/**
 * Makes control sequences harmless for whoever carries them out: nine bytes can ask for two thousand million lines to be
 * scrolled. A count that goes beyond the screen does what one does that just reaches it, so counts end at `mostTimes`;
 * other numbers end at four digits.
 */
export function limitSequences(bytes: Buffer, mostTimes: number): Buffer {
  const text = bytes.toString('latin1');
  if (!introducer.test(text)) return bytes;
  const limited = text.replace(sequence, (_, begin: string, inner: string, final: string) => {
    const most = counting.includes(final) ? mostTimes : mostNumber;
    const numbers = inner.replace(controls, '').replace(/\d+/g, (digits) => limit(digits, most));
    // A terminal carries them out at once, and goes on with the sequence: they must not split a number here.
    const before = inner.replace(parameters, '');
    return `${before}${begin}${numbers}${final}`;
  });
  return Buffer.from(limited, 'latin1');
}

/**
 * The bytes of an unfinished sequence that these end in; 0 for none. What is given to `limitSequences` in two parts has to be
 * parted before it.
 */
export function unfinishedLength(bytes: Buffer): number {
  return unfinished.exec(bytes.toString('latin1'))?.[0].length ?? 0;
}

function limit(digits: string, most: number): string {
  return String(Math.min(Number(digits), most));
}

/** ESC `[`, or U+009B in UTF-8; then what may come before the last byte: not what breaks it off. */
const [start, breaks] = [[esc], [cancel, substitute, esc]].map((codes) => String.fromCharCode(...codes));
const middle = `[^@-~\\u0080-\\u00ff${breaks}]*`;
const introducer = new RegExp(`${start}\\[|\\xc2\\x9b`);
const sequence = new RegExp(`(${introducer.source})(${middle})([@-~]?)`, 'g');
const unfinished = new RegExp(`(?:${start}\\[?|\\xc2\\x9b?)${middle}$`);
const controls = /\p{Cc}+/gu;
const parameters = /[ -?]+/g;

const mostNumber = 9_999;

/** The last bytes of sequences that do something a number of times: insert, delete, erase, scroll, repeat, tab. */
const counting = '@ILMPSTXZ^b';
