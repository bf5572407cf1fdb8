import type { Segment } from './fields.ts';

/**
 * The place of the first piece that makes a pattern together with what is behind it, or -1. To bash it is one text by then:
 * `x='.[e'; cat $x]nv`, and with `extglob` `x=.@ y='(env)'; cat $x$y`. A bracket that closes counts in quotes too.
 */
export function gluedFrom(segments: readonly Segment[]): number {
  let found = -1;
  let closes = false;
  for (let at = segments.length - 1; at >= 0; at--) {
    const segment = segments[at];
    if (segment === undefined) continue;
    const opens = opensGroup(segment, segments[at + 1]) || hasGroup(segment);
    if ((closes && opensBracket(segment)) || opens) found = at;
    closes ||= segment.kind === 'hole' ? segment.splits : segment.text.includes(']');
  }
  return found;
}

function opensBracket(segment: Segment): boolean {
  return segment.kind === 'text' && segment.isBare === true && segment.text.replace(closed, '').includes('[');
}

/** Brackets that are closed already, as those of a key. A bracket that closes is a character where it is the first. */
const closed = /\[[!^]?[^\]!^][^\]]*\]/g;

/** In an operand, `@(…)` is a pattern with `extglob`, and was not read as one. */
function hasGroup(segment: Segment): boolean {
  return segment.kind === 'text' && segment.isBare === true && /[?*+@!]\(/.test(segment.text);
}

function opensGroup(segment: Segment, next: Segment | undefined): boolean {
  if (segment.kind === 'hole' || next?.kind !== 'text' || next.isBare !== true) return false;
  return next.text.startsWith('(') && /[?*+@!]$/.test(segment.text);
}
