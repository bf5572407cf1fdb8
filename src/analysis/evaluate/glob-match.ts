import type { Segment } from './fields.ts';

/** A pattern of `${x#…}` and `${x/…}` as a regular expression, or `null` if it is not known. */
export function toRegExp(segments: readonly Segment[], isGreedy: boolean): string | null {
  const pieces: string[] = [];
  for (const segment of segments) {
    if (segment.kind === 'hole') return null;
    if (segment.kind === 'text') pieces.push(escapeRegExp(segment.text));
    else if (segment.text === '*') pieces.push(isGreedy ? '[\\s\\S]*' : '[\\s\\S]*?');
    else if (segment.text === '?') pieces.push('[\\s\\S]');
    else if (/^\[[!^]?[\w.,-]+\]$/.test(segment.text)) pieces.push(segment.text.replace(/^\[!/, '[^'));
    else return null;
  }
  return pieces.join('');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
