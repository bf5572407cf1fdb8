import type { Word } from '../../../model/word.ts';
import {
  asWords,
  cut,
  formatted,
  hole,
  joined,
  lengthOf,
  literalText,
  type Text,
  unique,
  whole,
} from './awk-partial-text.ts';
import type { Token } from './awk-tokens.ts';

/** What a program of awk is given besides its text. */
export interface AwkInput {
  /** What `-v` and words `name=value` set. */
  readonly assigned: readonly (readonly [name: string, value: string])[];
  /** The words behind the program, from `ARGV[1]` on. */
  readonly words: readonly Word[];
  /** Lines that come in, where they are known. */
  readonly lines: readonly string[];
}

/** What is worked out for one program. */
export interface AwkTexts {
  readonly tokens: readonly Token[];
  readonly input: AwkInput;
  /** Where a value is assigned to each variable: the place behind the sign. */
  readonly values: ReadonlyMap<string, readonly number[]>;
  /** How many tokens may still be looked at. */
  left: number;
}

/** How many values of a variable are followed, and how deep. */
const maxValues = 8;
const maxDepth = 4;
/** How many tokens are looked at for all expressions of a program. */
const maxTokens = 4_000;
/** What is put together counts as well: so many characters as one token. */
const charactersPerToken = 100;
/** How many tokens an expression may have. */
const maxExpression = 100;

/** Finds the places where variables are assigned. */
export function awkTexts(tokens: readonly Token[], input: AwkInput): AwkTexts {
  const values = new Map<string, number[]>();
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign' || text !== '=') continue;
    const name = assignedBefore(tokens, at);
    const places = name === null ? undefined : (values.get(name) ?? []);
    if (name === null || places === undefined || places.length >= maxValues) continue;
    places.push(at + 1);
    values.set(name, places);
  }
  return { tokens, input, values, left: maxTokens };
}

/** The name of the variable, or the array, before a sign. */
function assignedBefore(tokens: readonly Token[], at: number): string | null {
  let place = at - 1;
  if (tokens[place]?.text === ']') {
    const lowest = Math.max(0, place - 10);
    while (place > lowest && tokens[place]?.text !== '[') place--;
    place--;
  }
  return tokens[place]?.kind === 'name' ? (tokens[place]?.text ?? null) : null;
}

/** What an expression that begins at a place may be, as words of which none is certain. */
export function wordsAt(texts: AwkTexts, at: number): readonly Word[] {
  return asWords(expression(texts, at, 0).texts);
}

/** What stands between two places may be, put together by a `print`, or by a `printf` with its format. */
export function wordsPrinted(texts: AwkTexts, start: number, end: number): readonly Word[] {
  return asWords(printed(texts, start, end));
}

/** The first text that a `print` or a `printf` may write, if it is known. */
export function firstPrinted(texts: AwkTexts, start: number, end: number): string | null {
  const [first] = printed(texts, start, end);
  return first === undefined || first.end !== null ? null : first.start;
}

function printed(texts: AwkTexts, start: number, end: number): readonly Text[] {
  const isFormatted = texts.tokens[start]?.text === 'printf';
  const values = listAt(texts, start + 1, 0, end);
  if (isFormatted) return formatted(values);
  if (values.length === 0) return fields(texts, '0');
  const line = values.reduce(
    (all, value, at) => joined(at === 0 ? all : joined(all, [whole(' ')]), value),
    [whole('')],
  );
  return joined(line, [whole('\n')]);
}

/** Expressions with commas between them, up to a place. Parentheses around all of them count for nothing. */
function listAt(texts: AwkTexts, start: number, depth: number, end = Infinity): readonly (readonly Text[])[] {
  const isInParentheses = texts.tokens[start]?.text === '(' && texts.tokens[end - 1]?.text === ')';
  const values: (readonly Text[])[] = [];
  let at = isInParentheses ? start + 1 : start;
  while (at < end && at < texts.tokens.length) {
    const value = expression(texts, at, depth);
    if (value.at === at) break;
    values.push(value.texts);
    if (texts.tokens[value.at]?.text !== ',') break;
    at = value.at + 1;
  }
  return values;
}

interface Read {
  readonly texts: readonly Text[];
  /** What comes behind it. */
  readonly at: number;
}

/** A text put together of those that stand one behind the other; with any other operator nothing is known of it. */
function expression(texts: AwkTexts, start: number, depth: number): Read {
  let all: readonly Text[] = [whole('')];
  let isKnown = true;
  let at = start;
  for (;;) {
    const token = texts.tokens[at];
    if (token === undefined || endsExpression(token) || at - start > maxExpression) break;
    if (texts.left-- <= 0) return { texts: [hole], at: at + 1 };
    if (token.text === '?') return chosen(texts, at, depth);
    const next = primary(texts, at, depth);
    if (next === null) {
      isKnown = false;
      at++;
    } else {
      all = joined(all, next.texts);
      texts.left -= lengthOf(all) / charactersPerToken;
      at = next.at;
    }
  }
  return { texts: isKnown ? all : [hole], at };
}

function endsExpression({ kind, text }: Token): boolean {
  return kind === 'newline' || (kind === 'sign' && /^(?:[;}),\]:|>]|\|&|>>)$/.test(text));
}

/** What either side of `condition ? a : b` may be. */
function chosen(texts: AwkTexts, at: number, depth: number): Read {
  const first = expression(texts, at + 1, depth);
  if (texts.tokens[first.at]?.text !== ':') return { texts: first.texts, at: first.at };
  const second = expression(texts, first.at + 1, depth);
  return { texts: unique([...first.texts, ...second.texts]), at: second.at };
}

function primary(texts: AwkTexts, at: number, depth: number): Read | null {
  const { tokens } = texts;
  const token = tokens[at];
  switch (token?.kind) {
    case 'string':
      return { texts: [literalText(token)], at: at + 1 };
    case 'number':
      return { texts: [whole(token.text)], at: at + 1 };
    case 'name':
      return named(texts, at, depth);
    case 'sign':
      if (token.text === '$') return fieldAt(texts, at);
      if (token.text !== '(') return null;
      return inParentheses(expression(texts, at + 1, depth), texts);
    default:
      return null;
  }
}

function inParentheses({ texts: found, at }: Read, { tokens }: AwkTexts): Read | null {
  return tokens[at]?.text === ')' ? { texts: found, at: at + 1 } : null;
}

function named(texts: AwkTexts, at: number, depth: number): Read | null {
  const { tokens } = texts;
  const name = tokens[at]?.text ?? '';
  if (tokens[at + 1]?.text === '(') return called(texts, at, depth);
  if (tokens[at + 1]?.text !== '[') return { texts: variable(texts, name, depth), at: at + 1 };
  const close = closing(texts, at + 1);
  if (close === null) return null;
  const found =
    name === 'ARGV' && close === at + 3
      ? argument(texts, tokens[at + 2]?.text ?? '')
      : variable(texts, name, depth);
  return { texts: found, at: close + 1 };
}

function called(texts: AwkTexts, at: number, depth: number): Read | null {
  const close = closing(texts, at + 1);
  if (close === null) return null;
  const name = texts.tokens[at]?.text;
  const isFollowed = name === 'sprintf' || name === 'substr';
  const values = isFollowed ? listAt(texts, at + 2, depth, close) : [];
  const found = name === 'sprintf' ? formatted(values) : name === 'substr' ? cut(values) : [hole];
  return { texts: found, at: close + 1 };
}

/** The bracket that closes the one at a place. */
function closing({ tokens }: AwkTexts, open: number): number | null {
  let depth = 0;
  for (let at = open; at < tokens.length && at - open < maxExpression; at++) {
    const { kind, text } = tokens[at] ?? { kind: 'newline', text: '' };
    if (kind !== 'sign') continue;
    if (text === '(' || text === '[') depth++;
    if (text === ')' || text === ']') depth--;
    if (depth === 0) return at;
  }
  return null;
}

/** All that a variable is given anywhere. */
function variable(texts: AwkTexts, name: string, depth: number): readonly Text[] {
  const { input, values } = texts;
  const given = input.assigned.filter(([each]) => each === name).map(([, value]) => whole(value));
  const places = depth < maxDepth ? (values.get(name) ?? []) : [];
  const found = places.flatMap((at) => (texts.left > 0 ? expression(texts, at, depth + 1).texts : []));
  const all = unique([...given, ...found]);
  return all.length === 0 ? [hole] : all;
}

function argument({ input }: AwkTexts, index: string): readonly Text[] {
  const word = /^\d+$/.test(index) ? input.words[Number(index) - 1] : undefined;
  const words = /^\d+$/.test(index) ? [word] : input.words;
  return unique(words.map((each) => (each?.kind === 'known' ? whole(each.text) : hole)));
}

function fieldAt(texts: AwkTexts, at: number): Read {
  const { tokens } = texts;
  const next = tokens[at + 1];
  const close = next?.text === '(' ? closing(texts, at + 1) : at + 1;
  return { texts: next?.kind === 'number' ? fields(texts, next.text) : [hole], at: (close ?? at + 1) + 1 };
}

/** What a field of the lines that come in is, if blanks divide them. */
function fields({ input: { lines } }: AwkTexts, number: string): readonly Text[] {
  if (lines.length === 0) return [hole];
  return unique(
    lines.map((line) => whole(number === '0' ? line : (line.trim().split(/\s+/)[Number(number) - 1] ?? ''))),
  );
}
