import type { Captured, CaptureRule } from '../../model/capture.ts';
import { asWritten } from '../as-written.ts';
import { bytesPerCharacter } from './options.ts';

/** What is told of a stream. */
export interface Tail {
  readonly text: string;
  readonly truncated: boolean;
}

/** Where bytes are no UTF-8, a cut can fall into a character and take up to four of them with it: they are not told then. */
const spareBytes = 16;

/** Keeps enough bytes for so many characters, whichever they are; a file has the whole of what could be longer. */
export function tailRule(maxCharacters: number): CaptureRule {
  const bytes = maxCharacters * bytesPerCharacter + spareBytes;
  return {
    wholeBytes: bytes,
    fileOverBytes: maxCharacters,
    headBytes: 0,
    tailBytes: bytes,
    cutAt: 'character',
    clean: asWritten,
    countsCharacters: true,
  };
}

/** The last characters of a stream, under a header that says how many there were. */
export function tailOf({ text, characters }: Captured, maxCharacters: number): Tail {
  const kept = text.kind === 'whole' ? text.text : text.tail;
  const total = characters ?? countCharacters(kept);
  if (total <= maxCharacters) return { text: kept, truncated: false };
  const header = `[Output truncated: showing last ${maxCharacters} chars of ${total} chars]\n`;
  return { text: header + lastCharacters(kept, maxCharacters), truncated: true };
}

function countCharacters(text: string): number {
  return [...text].length;
}

/** The end of a text, in code points: no character is divided. */
function lastCharacters(text: string, count: number): string {
  let start = text.length;
  for (let left = count; left > 0 && start > 0; left -= 1) start -= isPair(text, start) ? 2 : 1;
  return text.slice(start);
}

/** Whether the character before a place takes two units. */
function isPair(text: string, end: number): boolean {
  return end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff;
}
