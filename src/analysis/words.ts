import type { Source, Word } from '../model/word.ts';

/** The word that is exactly this text. */
export function known(text: string): Word {
  return { kind: 'known', text };
}

/** One word of which only the ends are known. */
export function unknown(prefix = '', suffix = '', sources: readonly Source[] = []): Word {
  return { kind: 'unknown', prefix, suffix, count: 'one', sources };
}

/** One word that is some number. */
export function unknownNumber(): Word {
  return unknown('', '', [{ kind: 'number' }]);
}

/** Whether the word can only be a number, or nothing: all of it comes from arithmetic. */
export function isNumber(word: Word): boolean {
  if (word.kind === 'known') return /^-?(?:0|[1-9][0-9]*)?$/.test(word.text);
  if (word.kind === 'pattern' || word.prefix + word.suffix !== '') return false;
  return word.count === 'one' && word.sources.length === 1 && word.sources[0]?.kind === 'number';
}

/** Any number of words, none included, of which the first begins with `prefix` and the last ends with `suffix`. */
export function unknownWords(prefix = '', suffix = '', sources: readonly Source[] = []): Word {
  return { kind: 'unknown', prefix, suffix, count: 'any', sources };
}

/** The text of a known word, else `null`. */
export function textOf(word: Word | undefined): string | null {
  return word?.kind === 'known' ? word.text : null;
}

/** The text that the word begins with for certain; all of it, if it is known. */
export function prefixOf(word: Word): string {
  return word.kind === 'known' ? word.text : word.prefix;
}

/** The text that the word ends with for certain. */
export function suffixOf(word: Word): string {
  switch (word.kind) {
    case 'known':
      return word.text;
    case 'pattern':
      return endingOf(word.glob);
    case 'unknown':
      return word.suffix;
  }
}

/** How the word is told to a person: wildcards as they are, `…` for what is not known. */
export function describeWord(word: Word): string {
  switch (word.kind) {
    case 'known':
      return word.text;
    case 'pattern':
      return word.glob;
    case 'unknown':
      return `${word.prefix}…${word.suffix}`;
  }
}

/** The same, with a variable by its name where nothing else is not known: `$dir/x`. */
export function describeByName(word: Word): string {
  if (word.kind !== 'unknown') return describeWord(word);
  const [only, second] = word.sources;
  if (only?.kind !== 'variable' || second !== undefined || !/^\w+$/.test(only.name))
    return describeWord(word);
  const name = /^\w/.test(word.suffix) ? `\${${only.name}}` : `$${only.name}`;
  return `${word.prefix}${name}${word.suffix}`;
}

/** Whether the word could become one that begins with this text. */
export function mayStartWith(word: Word, start: string): boolean {
  const prefix = prefixOf(word);
  return word.kind === 'known'
    ? prefix.startsWith(start)
    : prefix.startsWith(start) || start.startsWith(prefix);
}

/** What may have come from any of these places, each told once. */
export function mergeSources(...lists: readonly (readonly Source[])[]): readonly Source[] {
  const all = lists.flat();
  return all.length < 2 ? all : [...new Map(all.map((source) => [keyOf(source), source])).values()];
}

/** The same for sources that are the same. Those that are merged most often need no JSON. */
function keyOf(source: Source): string {
  switch (source.kind) {
    case 'variable':
      return `variable ${source.name}`;
    case 'other':
    case 'number':
    case 'input':
      return source.kind;
    default:
      return JSON.stringify(source);
  }
}

/** Where the text of the word comes from, as far as that is told. */
export function sourcesOf(word: Word): readonly Source[] {
  return word.kind === 'unknown' ? word.sources : [];
}

/** Where the text of one of several words comes from: never nothing, so that it is not forgotten among the others. */
export function allSourcesOf(word: Word): readonly Source[] {
  const sources = sourcesAlone(word);
  return sources.length === 0 ? [{ kind: 'other' }] : sources;
}

/** Where a word comes from that is one of several: what is known of it is told as one of the texts that they may be. */
export function choiceOf(word: Word): readonly Source[] {
  const isText = word.kind === 'known' && word.text !== '';
  return isText ? [{ kind: 'one-of', texts: [word.text] }] : allSourcesOf(word);
}

/** The texts that an unknown word may be, as far as they are told. */
export function textsOf(word: Word): readonly string[] {
  if (word.kind !== 'unknown') return [];
  const { prefix, suffix, sources } = word;
  const texts = sources.flatMap((source) => (source.kind === 'one-of' ? source.texts : []));
  return texts.map((text) => prefix + text + suffix);
}

/** What bash makes of a text that is not in quotes, where it splits at blanks. */
export function piecesOf(text: string): readonly string[] {
  return text.split(/[ \t\n]+/).filter((piece) => piece !== '');
}

/**
 * Where the text of a word comes from, for a word of which nothing else will be told. What is known of its text is told by texts
 * that it may be, and by a pattern that it is there for; else it is something that is not told.
 */
export function sourcesAlone(word: Word): readonly Source[] {
  if (word.kind !== 'unknown') return [];
  const { prefix, suffix } = word;
  const sources = word.count === 'any' ? word.sources.map(ofSeveral) : word.sources;
  if (!/\S/.test(prefix + suffix)) return sources;
  const alone = sources.map(
    (source): Source =>
      source.kind === 'one-of'
        ? { kind: 'one-of', texts: source.texts.map((text) => prefix + text + suffix) }
        : source,
  );
  const isTold = sources.every((source) => tellsAll(source, word)) && !areSplit(word);
  return isTold ? alone : mergeSources(alone, [{ kind: 'other' }]);
}

/** Each of several words is not what was written: it is a piece of that, or a file that a pattern behind it matches. */
function ofSeveral(source: Source): Source {
  if (source.kind === 'one-of') return { kind: 'one-of', texts: source.texts.flatMap(piecesOf) };
  return source.kind === 'output' ? { ...source, isWord: true } : source;
}

/** Whether one of the texts becomes several words, of which not each has the ends of the word. */
function areSplit({ count, sources }: Extract<Word, { kind: 'unknown' }>): boolean {
  const texts = sources.flatMap((source) => (source.kind === 'one-of' ? source.texts : []));
  return count === 'any' && texts.some((text) => piecesOf(text).length > 1);
}

/** Whether a source tells what is known of the ends of a word. Of the environment nothing is known anyway. */
function tellsAll(source: Source, { prefix, suffix }: Extract<Word, { kind: 'unknown' }>): boolean {
  const start = prefix.replace(/^(?:\.\/+)+/, '');
  switch (source.kind) {
    case 'one-of':
    case 'variable':
      return true;
    case 'matched':
      return (
        source.pattern.kind === 'pattern' &&
        !start.includes('..') &&
        (source.pattern.prefix === start || source.pattern.prefix.endsWith(`/${start}`)) &&
        suffix === endingOf(source.pattern.glob)
      );
    case 'matches':
      return suffix === '' && prefixOf(source.pattern).startsWith(prefix);
    case 'found':
      return suffix === '' && prefix === prefixOf(source.under);
    case 'output':
    case 'pipe':
    case 'number':
    case 'input':
    case 'other':
      return false;
  }
}

/** What the sources are once the text is another: it is none of those that were told, and no name as it is. */
export function sourcesOfChanged(sources: readonly Source[]): readonly Source[] {
  const isTold = sources.some(({ kind }) => kind === 'one-of' || kind === 'matched' || kind === 'output');
  return isTold ? mergeSources(sources.map(changedSource)) : sources;
}

function changedSource(source: Source): Source {
  if (source.kind === 'one-of') return { kind: 'other' };
  return source.kind === 'matched' || source.kind === 'output' ? { ...source, isPart: true } : source;
}

/** Whether the word, or the first of the words, could become this text. */
export function couldBecome(word: Word, text: string): boolean {
  if (word.kind === 'known') return word.text === text;
  if (!text.startsWith(word.prefix)) return false;
  return word.kind === 'pattern' || word.count === 'any' || text.endsWith(word.suffix);
}

/** Whether it is exactly one word for certain. */
export function isOneWord(word: Word): boolean {
  return word.kind === 'known' || (word.kind === 'unknown' && word.count === 'one');
}

/** Whether it is one word for certain or, as a pattern is, several. */
export function isSomeWord(word: Word): boolean {
  return word.kind === 'pattern' || isOneWord(word);
}

/** The word without its first `length` characters, which must be known ones. */
export function dropStart(word: Word, length: number): Word {
  switch (word.kind) {
    case 'known':
      return known(word.text.slice(length));
    case 'pattern':
      return {
        kind: 'pattern',
        glob: word.glob.slice(escapeGlob(word.prefix.slice(0, length)).length),
        prefix: word.prefix.slice(length),
      };
    case 'unknown':
      return withStart(word, word.prefix.slice(length), word.withZeros?.slice(length));
  }
}

/** The word with a text put before it. */
export function prepend(text: string, word: Word): Word {
  switch (word.kind) {
    case 'known':
      return known(text + word.text);
    case 'pattern':
      return { kind: 'pattern', glob: escapeGlob(text) + word.glob, prefix: text + word.prefix };
    case 'unknown':
      return withStart(word, text + word.prefix, word.withZeros && text + word.withZeros);
  }
}

function withStart(
  { kind, suffix, count, sources, parts }: Extract<Word, { kind: 'unknown' }>,
  prefix: string,
  withZeros: string | undefined,
): Word {
  const [first] = parts ?? [];
  const others = parts?.slice(typeof first === 'string' ? 1 : 0);
  return {
    kind,
    prefix,
    suffix,
    count,
    sources,
    ...(withZeros !== undefined && { withZeros }),
    ...(others !== undefined && { parts: [prefix, ...others] }),
  };
}

/** The text as a glob that matches it alone. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}

/** What every name that a pattern matches ends with. */
export function endingOf(glob: string): string {
  return /[^*?[\]\\]*$/.exec(glob)?.[0] ?? '';
}

/** Whether the same is known of two words, wherever it comes from. */
export function sameWord(a: Word, b: Word): boolean {
  switch (a.kind) {
    case 'known':
      return b.kind === 'known' && a.text === b.text;
    case 'pattern':
      return b.kind === 'pattern' && a.glob === b.glob;
    case 'unknown':
      return (
        b.kind === 'unknown' &&
        a.prefix === b.prefix &&
        a.suffix === b.suffix &&
        a.count === b.count &&
        a.withZeros === b.withZeros &&
        isNumber(a) === isNumber(b)
      );
  }
}
