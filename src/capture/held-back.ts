import type { CaptureRule } from '../model/capture.ts';
import { c1Lead, esc } from './bytes.ts';
import { createEscapeFilter } from './escapes.ts';
import { openFrom } from './mask.ts';
import { boundaryBefore } from './utf8.ts';

/** The longest sequence whose end is waited for, in bytes: 4 KiB, several titles of a window. */
const longestSequence = 4 * 1024;

/** How many of the bytes, which others follow, can be told by themselves. */
export type ToldLength = (bytes: Buffer) => number;

/**
 * What is read in two parts must not be cut just anywhere: half a character is none, the rest of an escape sequence is text, and half
 * a secret is not recognized. What may be the first bytes of one is left to the second part.
 */
export function createToldLength(
  { escapes, secrets: masks }: Pick<CaptureRule['clean'], 'escapes' | 'secrets'>,
  secrets: readonly string[],
): ToldLength {
  const needles = masks
    ? secrets.map((secret) => Buffer.from(secret)).filter(({ length }) => length > 0)
    : [];
  return (bytes) => {
    const text = boundaryBefore(bytes, escapes ? sequenceStart(bytes) : bytes.length);
    return openFrom(bytes.subarray(0, text), needles);
  };
}

/** The bytes that are enough to tell that of any longer output, from its end. */
export function lookedAt(secrets: readonly string[]): number {
  return Math.max(longestSequence, ...secrets.map((secret) => Buffer.byteLength(secret))) + longestSequence;
}

/** Where the sequence begins that has not come to its end; the length of the bytes where there is none. */
function sequenceStart(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - longestSequence);
  const starts = [esc, c1Lead].map((lead) => bytes.lastIndexOf(lead));
  return starts.find((at) => at >= from && isOpen(bytes.subarray(at))) ?? bytes.length;
}

function isOpen(bytes: Buffer): boolean {
  const filter = createEscapeFilter({ push: () => {}, control: () => {}, finish: () => {}, rests: true });
  filter.push(bytes);
  return !filter.rests;
}

/** Passes on what can be told, and keeps the rest until it can be. */
export interface HeldBack {
  /** What can be told now, for as long as the chunk is there. */
  take(chunk: Buffer): Buffer;
  /** What was not told so far; it may not be changed. */
  held(): Buffer;
  /** What was not told by now; it is the caller's. */
  rest(): Buffer;
}

export function createHeldBack(toldLength: ToldLength): HeldBack {
  let held: Buffer = Buffer.alloc(0);
  return {
    take(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const told = toldLength(bytes);
      held = Buffer.from(bytes.subarray(told));
      return bytes.subarray(0, told);
    },
    held: () => held,
    rest() {
      const rest = held;
      held = Buffer.alloc(0);
      return rest;
    },
  };
}
