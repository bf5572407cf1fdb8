import type { Word } from '../../../model/word.ts';
import { known, unknown } from '../../words.ts';
import type { Token } from './awk-tokens.ts';

/** A text that an expression may be, as far as it is known: how it begins, and where not all of it is known, how it ends. */
export interface Text {
  readonly start: string;
  /** `null`: `start` is all of it. */
  readonly end: string | null;
}

/** How many texts an expression is followed to, and of which length. */
const maxTexts = 8;
const maxLength = 1_024;

/** What nothing is known of. */
export const hole: Text = { start: '', end: '' };

/** Texts that are all known as those that it may be besides others, and each other one by itself. */
export function asWords(texts: readonly Text[]): readonly Word[] {
  const whole = texts.filter(({ end }) => end === null).map(({ start }) => start);
  const parts = texts.filter(({ start }) => start.trim() !== '').filter(({ end }) => end !== null);
  return [oneOf(whole), ...parts.map(({ start, end }) => unknown(start, end ?? ''))];
}

/** What may be one of these texts, or anything else. */
export function oneOf(texts: readonly string[]): Word {
  return unknown('', '', texts.length === 0 ? [] : [{ kind: 'one-of', texts }, { kind: 'other' }]);
}

/** What `%s` and `%d` make of the values; of another directive nothing is known. */
export function formatted([format = [], ...values]: readonly (readonly Text[])[]): readonly Text[] {
  return format
    .flatMap((text) => {
      if (text.end !== null) return [{ start: text.start.split('%', 1)[0] ?? '', end: '' }];
      const left = [...values];
      const pieces = text.start.split(/(%(?:[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|%))/);
      return pieces.reduce<readonly Text[]>((all, piece) => joined(all, pieceOf(piece, left)), [whole('')]);
    })
    .slice(0, maxTexts);
}

function pieceOf(piece: string, left: (readonly Text[])[]): readonly Text[] {
  if (!/^%.*[a-zA-Z%]$/.test(piece)) return [whole(piece)];
  if (piece === '%%') return [whole('%')];
  const value = left.shift() ?? [whole('')];
  return /^%[sdi]$/.test(piece) ? value : [hole];
}

export function lengthOf(texts: readonly Text[]): number {
  return texts.reduce((sum, { start, end }) => sum + start.length + (end?.length ?? 0), 0);
}

/** What `substr` takes of a text, from a place that counts from 1. */
export function cut([text = [], from = [], length]: readonly (readonly Text[])[]): readonly Text[] {
  const start = Number(from[0]?.start ?? '');
  const count = length === undefined ? Infinity : Number(length[0]?.start ?? '');
  if (!(start >= 1) || !(count >= 0)) return [hole];
  return text.map((each) =>
    each.end === null ? whole(each.start.slice(start - 1, start - 1 + count)) : hole,
  );
}

/** Each of these with each of those behind it. */
export function joined(before: readonly Text[], behind: readonly Text[]): readonly Text[] {
  return unique(before.flatMap((first) => behind.map((second) => together(first, second))));
}

function together(first: Text, second: Text): Text {
  if (first.start.length + second.start.length > maxLength) return { start: first.start, end: '' };
  if (first.end === null) return { start: first.start + second.start, end: second.end };
  if (second.end !== null) return { start: first.start, end: second.end };
  return { start: first.start, end: (first.end + second.start).slice(-maxLength) };
}

/** Each text once, and no more of them than are followed. */
export function unique(texts: readonly Text[]): readonly Text[] {
  return [...new Map(texts.map((text) => [JSON.stringify(text), text])).values()].slice(0, maxTexts);
}

export function whole(text: string): Text {
  return text.length > maxLength ? hole : { start: text, end: null };
}

export function literalText(token: Token): Text {
  const word = literal(token);
  return word?.kind === 'known' ? whole(word.text) : hole;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\', '/': '/' };

/** The text of a string, or `null` for other tokens and for escapes that are not the same in every awk. */
export function literal(token: Token | undefined): Word | null {
  if (token?.kind !== 'string' || /\\(?!["\\/nt])/.test(token.text.replace(/\\\\/g, ''))) return null;
  return known(token.text.slice(1, -1).replace(/\\(.)/g, (_, char: string) => escapes[char] ?? char));
}
