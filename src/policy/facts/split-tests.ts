import { sourcesOf, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Source } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';
import { printsPlainText } from './plain-texts.ts';
import { mayPrintBracket } from './printed-brackets.ts';

/**
 * Whether a word of a test that is not in quotes can become several, whose text a program has read from somewhere. One of
 * them can be `-v`, and the one behind it `a[$(…)]`: bash runs what is in there.
 */
export function splitsInTest({ invocation, analysis }: Subject): boolean {
  const { name, resolution, argv } = invocation;
  if (resolution !== 'builtin' || (name !== 'test' && name !== '[')) return false;
  return argv.some(
    (word) =>
      word.kind === 'unknown' &&
      word.count === 'any' &&
      word.withZeros === undefined &&
      word.sources.some((source) => mayBeSplit(source, analysis)),
  );
}

/**
 * Whether a word of `wait`, whose text a program has read from somewhere, can become `-p` and `a[$(…)]`: as several words, or
 * as one beside another, `-pa[$(…)]`. Alone that sets nothing.
 */
export function splitsInWait({ invocation, analysis }: Subject): boolean {
  const { name, resolution, argv } = invocation;
  if (resolution !== 'builtin' || name !== 'wait') return false;
  const end = argv.findIndex((word) => textOf(word) === '--');
  const words = argv.slice(1, end === -1 ? undefined : end);
  const isAlone = argv.length === 2;
  return words.some(
    (word) =>
      word.kind === 'unknown' &&
      (word.count === 'any' || !isAlone) &&
      (word.prefix === '' || word.prefix.startsWith('-')) &&
      word.sources.some((source) => mayBeOption(source) || mayBeSplit(source, analysis)),
  );
}

function mayBeOption(source: Source): boolean {
  return source.kind === 'one-of' && source.texts.some((text) => text.startsWith('-'));
}

/** Names of files are not: whoever splits those has the same trouble with every program. */
function mayBeSplit(source: Source, analysis: Parsed): boolean {
  switch (source.kind) {
    case 'output':
      return (
        source.isWord !== true && !source.of.every((id) => printsWord(analysis.invocations[id], analysis))
      );
    case 'one-of':
      return source.texts.some((text) => /[\s[]/.test(text));
    case 'input':
    case 'other':
      return true;
    case 'variable':
    case 'pipe':
    case 'number':
    case 'matched':
    case 'matches':
    case 'found':
      return false;
  }
}

/** Whether what is printed is a path that was asked for, a name, a number or a version, or a piece of that. */
function printsWord(invocation: Invocation | undefined, analysis: Parsed): boolean {
  if (invocation === undefined || invocation.resolution === 'function') return false;
  if (printsPlainText(invocation)) return true;
  const { name, stdin, argv, effects } = invocation;
  if (!argv.flatMap(sourcesOf).every(isToldHere) || mayPrintBracket(invocation, analysis)) return false;
  const text = argv.map((word) => textOf(word) ?? '?').join(' ');
  if (calls.some((call) => call.test(text))) return true;
  if (!cutters.has(name) || stdin.kind !== 'pipe' || effects.some(({ kind }) => kind === 'reads'))
    return false;
  return stdin.from.every((id) => id < invocation.id && printsWord(analysis.invocations[id], analysis));
}

/** Whether a part of a word is of the environment, of names of files or of numbers: nothing that was read. */
function isToldHere({ kind }: Source): boolean {
  return kind !== 'output' && kind !== 'input' && kind !== 'other';
}

const calls: readonly RegExp[] = [
  /^(?:echo|printf|pwd|mktemp|dirname|basename|readlink|realpath|which|tty|getconf|pidof|date)(?: |$)/,
  /^jobs -[lnprs]+$/,
  /^pgrep(?!.* (?:-\w*[al]|--list))/,
  /^command -[vV] /,
  /^git rev-parse (?!.*--parseopt)/,
  /^(?:npm|pnpm|yarn|pip3?|brew|go|rustc|gcc) (?:root|prefix|bin|--prefix|env|-dumpversion)(?: |$)/,
  /^\S+ (?:--version|-[vV]|version)$/,
];

/** Programs that print pieces of their input, and what their words say. */
const cutters: ReadonlySet<string | null> = new Set(
  'cut tr head tail sort uniq grep sed awk wc cat'.split(' '),
);
