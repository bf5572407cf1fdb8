import type { Part, Source, Word } from '../../../model/word.ts';
import { startInRoot } from '../../paths.ts';
import { partsOf, partsTold } from '../../word-parts.ts';
import { escapeGlob, known, mergeSources, sourcesAlone, sourcesOfChanged } from '../../words.ts';
import type { Budget } from '../budget.ts';
import { gluedFrom } from './glued.ts';

/** A piece of a word that is being expanded. */
export type Segment =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** There are brackets in it, and they are not quoted: with what is behind it they may be a pattern. */
      readonly isBare?: boolean;
    }
  /** `*`, `?` or `[…]`, not quoted. */
  | { readonly kind: 'wild'; readonly text: string }
  /** Text that is not known; if it `splits`, it may be any number of words. */
  | {
      readonly kind: 'hole';
      readonly sources: readonly Source[];
      readonly splits: boolean;
      /** It is a list: several numbers are several words, where one number is never split. */
      readonly isList?: boolean;
    };

/** The words that one word becomes, while it is read from left to right. */
export interface Fields {
  readonly done: Segment[][];
  /** `null` between two words, and where there may be no word at all. */
  current: Segment[] | null;
}

export function noFields(): Fields {
  return { done: [], current: null };
}

/** Adds to the word at hand. An empty text makes a word too, as `''` does. */
export function add(fields: Fields, segment: Segment): void {
  fields.current ??= [];
  fields.current.push(segment);
}

function addAll(fields: Fields, segments: readonly Segment[]): void {
  for (const segment of segments) add(fields, segment);
}

export function addText(fields: Fields, text: string): void {
  add(fields, { kind: 'text', text });
}

/** Ends the word at hand, if there is one. */
export function breakField(fields: Fields): void {
  if (fields.current !== null) fields.done.push(fields.current);
  fields.current = null;
}

/** Adds a text that has not been quoted: it is split at blanks, and its wildcards count. */
export function addUnquoted(fields: Fields, text: string): void {
  const pieces = text.split(/([ \t\n]+)/);
  pieces.forEach((piece, index) => {
    if (index % 2 === 1) breakField(fields);
    else if (piece !== '') addWithWildcards(fields, piece);
  });
}

/** Adds a text that is not split, and in which wildcards count. */
export function addWithWildcards(fields: Fields, text: string): void {
  addAll(fields, wildcardsIn(text));
}

/** A text, with its wildcards as such. */
function wildcardsIn(text: string): readonly Segment[] {
  if (!/[*?[(]/.test(text)) return [{ kind: 'text', text }];
  // With `extglob`, which may have been set by a command before, `@(…)` and its like are patterns. A bracket that closes is a
  // character where it is the first: `[]a]`, `[!]a]`.
  if (/[?*+@!]\(|\[[!^]?[\]!^]|\\.*[*?[]|[*?[].*\\/s.test(text))
    return [{ kind: 'hole', sources: [], splits: true }];
  return text
    .split(/(\*|\?|\[[^\]]+\])/)
    .filter((piece) => piece !== '')
    .map((piece) => (/^[*?]$|^\[.+\]$/.test(piece) ? { kind: 'wild', text: piece } : bareText(piece)));
}

/** Text that is not quoted. */
export function bareText(text: string): Segment {
  return /[[(]/.test(text) ? { kind: 'text', text, isBare: true } : { kind: 'text', text };
}

/** Adds the value of an expansion that is not split. In a pattern, and not in quotes, wildcards in it count. */
export function addWhole(
  fields: Fields,
  word: Word,
  position: { readonly isQuoted: boolean; readonly isPattern?: boolean },
): void {
  if (position.isQuoted || position.isPattern !== true) addQuoted(fields, word);
  else if (word.kind === 'known' && !word.text.includes('\\')) addWithWildcards(fields, word.text);
  else add(fields, { kind: 'hole', sources: sourcesAlone(word), splits: false });
}

/** Adds a word that is one word and stays as it is, as in quotes. */
export function addQuoted(fields: Fields, word: Word): void {
  addAll(fields, segmentsOf(word, false));
}

/** Adds a word as the value of an expansion that is not in quotes. */
export function addSplitting(fields: Fields, word: Word): void {
  if (word.kind === 'known') addUnquoted(fields, word.text);
  else if (isListOfNumbers(word)) addNumbers(fields, word.withZeros);
  else if (word.kind === 'unknown' && !/[ \t\n*?[(\\]/.test(word.prefix + word.suffix)) {
    addAll(fields, segmentsOf(word, true));
  } else add(fields, { kind: 'hole', sources: sourcesAlone(word), splits: true });
}

type ListOfNumbers = Extract<Word, { readonly kind: 'unknown' }> & { readonly withZeros: string };

/** Whether a word is nothing but numbers and blanks between them: `$pids $!`. */
function isListOfNumbers(word: Word): word is ListOfNumbers {
  return word.kind === 'unknown' && /^\s*0(?:[ \t\n]+0)+\s*$/.test(word.withZeros ?? '');
}

/** Each of them is a word of its own, or none. */
function addNumbers(fields: Fields, withZeros: string): void {
  for (const piece of withZeros.split(/([ \t\n]+)/)) {
    if (piece === '0') add(fields, { kind: 'hole', sources: [{ kind: 'number' }], splits: true });
    else if (piece !== '') breakField(fields);
  }
}

function segmentsOf(word: Word, splits: boolean): readonly Segment[] {
  switch (word.kind) {
    case 'known':
      return [{ kind: 'text', text: word.text }];
    case 'pattern':
      // The name of a file that matches, as a word that is not split any more.
      return [
        { kind: 'text', text: word.prefix },
        { kind: 'hole', sources: [], splits },
      ];
    case 'unknown':
      if (isListOfNumbers(word)) return numbersOf(word.withZeros);
      return partsOf(word).map((part) =>
        typeof part === 'string'
          ? { kind: 'text', text: part }
          : {
              kind: 'hole',
              sources: part,
              splits: splits || word.count === 'any',
              isList: word.count === 'any',
            },
      );
  }
}

function numbersOf(withZeros: string): readonly Segment[] {
  return withZeros
    .split(/(0)/)
    .filter((piece) => piece !== '')
    .map((text) =>
      text === '0' ? { kind: 'hole', sources: [{ kind: 'number' }], splits: false } : { kind: 'text', text },
    );
}

/** The words, at last. With `hasOddGlobs` it is not known what a glob becomes. */
export function wordsOf(fields: Fields, hasOddGlobs: boolean, budget: Budget): readonly Word[] {
  breakField(fields);
  return fields.done.map((segments) => wordOf(segments, hasOddGlobs, budget));
}

/** One word that is not split, and in which wildcards are text. */
export function plainWord(segments: readonly Segment[], budget: Budget): Word {
  return wordOf(
    segments.map((segment) => {
      if (segment.kind === 'hole') return { ...segment, splits: false };
      return { kind: 'text', text: segment.text };
    }),
    false,
    budget,
  );
}

/** One word of several, with nothing between them. */
export function joined(words: readonly Word[], budget: Budget): Word {
  return plainWord(
    words.flatMap((word) => segmentsOf(word, false)),
    budget,
  );
}

function wordOf(segments: readonly Segment[], hasOddGlobs: boolean, budget: Budget): Word {
  const glued = gluedFrom(segments);
  return glued === -1 ? wordOfPieces(segments, hasOddGlobs, budget) : unknownFrom(segments, glued);
}

function wordOfPieces(segments: readonly Segment[], hasOddGlobs: boolean, { maxText }: Budget): Word {
  const end = segments.findIndex(({ kind }) => kind !== 'text');
  const prefix = joinTexts(end === -1 ? segments : segments.slice(0, end));
  if (prefix.length > maxText) return { kind: 'unknown', prefix: '', suffix: '', count: 'any', sources: [] };
  if (end === -1) return known(prefix);
  const holes = segments.filter((segment) => segment.kind === 'hole');
  const isWild = segments.some(({ kind }) => kind === 'wild');
  if (holes.length === 0 && !hasOddGlobs) return { kind: 'pattern', glob: globOf(segments), prefix };
  // Numbers have no blanks in them; without any text around them there may be no word at all.
  const areNumbers = !isWild && holes.every(isOneNumber) && joinTexts(segments) !== '';
  return {
    kind: 'unknown',
    ...(isWild && hasOddGlobs
      ? { prefix: directoryOf(prefix), suffix: '' }
      : { prefix, suffix: trailingText(segments) }),
    count: isWild || holes.some(({ splits }) => splits && !areNumbers) ? 'any' : 'one',
    ...(areNumbers && {
      withZeros: segments.map((part) => (part.kind === 'hole' ? '0' : part.text)).join(''),
    }),
    ...(!isWild && partsTold(segments.map(partOf))),
    sources:
      isWild && holes.length === 0
        ? [{ kind: 'matches', pattern: { kind: 'pattern', glob: globOf(segments), prefix } }]
        : sourcesOfHoles(segments, holes),
  };
}

function partOf(segment: Segment): Part {
  return segment.kind === 'hole' ? segment.sources : segment.text;
}

/** What is not known from a piece on: of that it is known in which directory it begins. */
function unknownFrom(segments: readonly Segment[], glued: number): Word {
  const end = segments.findIndex(({ kind }) => kind !== 'text');
  const at = end === -1 ? glued : Math.min(glued, end);
  const piece = segments[at];
  const start = piece?.kind === 'text' ? piece.text.replace(/[[].*/s, '') : '';
  const prefix = directoryOf(joinTexts(segments.slice(0, at)) + start);
  const holes = segments.flatMap((segment) =>
    segment.kind === 'hole' ? [sourcesOfChanged(segment.sources)] : [],
  );
  const sources = mergeSources(...holes, [{ kind: 'other' }]);
  return { kind: 'unknown', prefix, suffix: '', count: 'any', sources };
}

/** The directories before a pattern: of a name, with `nocaseglob`, nothing has to be as it stands. */
function directoryOf(prefix: string): string {
  return prefix.slice(0, prefix.lastIndexOf('/') + 1);
}

type Hole = Extract<Segment, { readonly kind: 'hole' }>;

function isOneNumber({ sources: [source, second], isList }: Hole): boolean {
  return isList !== true && source?.kind === 'number' && second === undefined;
}

/** What is left of a path where what is not known is nothing: one outside of where the shell is, or with a hidden name. */
function leadsElsewhere(text: string): boolean {
  return /\.\.|(?:^|\/)\.\w/.test(text) || startInRoot.test(text);
}

/** Of one hole it is clear where the word comes from. Between several, a text could lead somewhere else. */
function sourcesOfHoles(segments: readonly Segment[], holes: readonly Hole[]): readonly Source[] {
  const [only, second] = holes;
  if (only !== undefined && second === undefined) return only.sources;
  const start = segments.findIndex(({ kind }) => kind === 'hole');
  const end = segments.findLastIndex(({ kind }) => kind === 'hole');
  const leads =
    segments.slice(start, end).some((segment) => segment.kind !== 'hole' && segment.text.includes('..')) ||
    leadsElsewhere(joinTexts(segments));
  const isTold = !leads && holes.every(({ sources }) => sources.length > 0);
  // Together, numbers are no number, and texts none of those.
  const pieces = holes.map((hole) => sourcesOfChanged(hole.sources).map(notAlone));
  const sources = mergeSources(...pieces);
  return isTold || sources.length === 0 ? sources : [...sources, { kind: 'other' }];
}

function notAlone(source: Source): Source {
  return source.kind === 'number' ? { kind: 'other' } : source;
}

function globOf(segments: readonly Segment[]): string {
  return segments
    .map((segment) => {
      if (segment.kind === 'hole') return '*';
      return segment.kind === 'wild' ? segment.text : escapeGlob(segment.text);
    })
    .join('');
}

/** The text behind the last piece that is not known. */
function trailingText(segments: readonly Segment[]): string {
  return joinTexts(segments.slice(segments.findLastIndex(({ kind }) => kind !== 'text') + 1));
}

function joinTexts(segments: readonly Segment[]): string {
  let joined = '';
  for (const segment of segments) if (segment.kind === 'text') joined += segment.text;
  return joined;
}
