/**
 * Looking at four bytes at a time: every byte that a command writes comes by here, and a loop over single bytes is three
 * times as slow. See "Determine if a word has a byte equal to n" in Sean Eron Anderson's Bit Twiddling Hacks; the exact
 * form of it is used, which marks the bytes that are equal and no others.
 */
import { backspace, c1Lead, carriageReturn, del, lineFeed, tab } from './bytes.ts';

/** The line ends (`\n`) among the bytes. */
export function countLineEnds(bytes: Uint8Array): number {
  const { start, words, end } = inWords(bytes);
  let count = countOneByOne(bytes, 0, start) + countOneByOne(bytes, end, bytes.length);
  for (let at = 0; at < words.length; ) {
    // Four counters in one word; each has room for 255.
    const until = Math.min(words.length, at + 255);
    let counters = 0;
    for (; at < until; at += 1) counters = (counters + (equalTo(words[at] ?? 0, lineFeeds) >>> 7)) | 0;
    count +=
      (counters & 255) + ((counters >>> 8) & 255) + ((counters >>> 16) & 255) + ((counters >>> 24) & 255);
  }
  return count;
}

/** Whether there is a byte that is neither text nor one of `\b \t \n \r`; or one that a C1 control may begin with. */
export function hasControl(bytes: Uint8Array): boolean {
  const { start, words, end } = inWords(bytes);
  for (let at = 0; at < words.length; at += 1) if (hasControlInWord(words[at] ?? 0)) return true;
  return hasControlOneByOne(bytes, 0, start) || hasControlOneByOne(bytes, end, bytes.length);
}

/** Whether a byte is one of those that `hasControl` looks for. */
export function isControl(byte: number): boolean {
  if (byte < 0x20) return byte !== lineFeed && byte !== tab && byte !== carriageReturn && byte !== backspace;
  return byte === del || byte === c1Lead;
}

const lineFeeds = lineFeed * 0x01010101;
const tabs = tab * 0x01010101;
const returns = carriageReturn * 0x01010101;
const backspaces = backspace * 0x01010101;
const dels = del * 0x01010101;
const c1Leads = (c1Lead * 0x01010101) | 0;

function hasControlInWord(word: number): boolean {
  let controls = equalTo(word & 0xe0e0e0e0, 0); // bytes below 0x20
  if (controls !== 0) {
    controls &= ~equalTo(word, lineFeeds);
    if (controls !== 0) {
      controls &= ~(equalTo(word, tabs) | equalTo(word, returns) | equalTo(word, backspaces));
      if (controls !== 0) return true;
    }
  }
  if (equalTo(word, dels) !== 0) return true;
  return (word & 0x80808080) !== 0 && equalTo(word, c1Leads) !== 0;
}

/** The highest bit of each byte of `word` that is equal to that of `pattern`. */
function equalTo(word: number, pattern: number): number {
  const difference = word ^ pattern;
  return ~(((difference & 0x7f7f7f7f) + 0x7f7f7f7f) | difference | 0x7f7f7f7f);
}

/** The bytes as words, where they lie on the borders of words: all but the first `start`, up to `end`. */
function inWords(bytes: Uint8Array): {
  readonly start: number;
  readonly words: Int32Array;
  readonly end: number;
} {
  const start = Math.min(bytes.length, -bytes.byteOffset & 3);
  const count = (bytes.length - start) >> 2;
  // Not made for a few bytes: a view costs more than they do.
  if (count < 16) return { start: 0, words: none, end: 0 };
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + start, count);
  return { start, words, end: start + 4 * count };
}

const none = new Int32Array(0);

function countOneByOne(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (bytes[at] === lineFeed) count += 1;
  return count;
}

function hasControlOneByOne(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (isControl(bytes[at] ?? 0)) return true;
  return false;
}
