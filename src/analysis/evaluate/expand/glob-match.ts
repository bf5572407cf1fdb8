import { type Budget, spendMatch } from '../budget.ts';
import type { Segment } from './fields.ts';
import { gluedFrom } from './glued.ts';

/** How often a match may be tried, at the most: more is not worth it. */
const maxTries = 500_000;

/**
 * Whether a pattern can be held against a text: each `*` multiplies what has to be tried by the length of the text. What a
 * single character is in a text that is not ASCII depends on the locale.
 */
export function isMatchable(segments: readonly Segment[], text: string, budget: Budget): boolean {
  if (gluedFrom(segments) !== -1) return false;
  const wildcards = segments.flatMap((segment) => (segment.kind === 'wild' ? [segment.text] : []));
  const stars = wildcards.filter((wildcard) => wildcard === '*').length;
  if (wildcards.length > stars && !/^[\u0020-\u007e\s]*$/.test(text)) return false;
  const tries = (text.length + 1) ** (stars + 1);
  if (tries > maxTries) return false;
  spendMatch(budget, text.length, tries);
  return true;
}

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
