import { sourcesOf, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Source } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';
import { printsPlainText } from './plain-texts.ts';

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
      word.sources.some((source) => mayBeSplit(source, analysis)),
  );
}

/** Names of files are not: whoever splits those has the same trouble with every program. */
function mayBeSplit(source: Source, { invocations }: Parsed): boolean {
  if (source.kind !== 'output') return source.kind === 'other' || source.kind === 'input';
  return source.isWord !== true && !source.of.every((id) => printsWord(invocations[id], invocations));
}

/** Whether what is printed is a path that was asked for, a name, a number or a version, or a piece of that. */
function printsWord(invocation: Invocation | undefined, invocations: readonly Invocation[]): boolean {
  if (invocation === undefined || invocation.resolution === 'function') return false;
  if (printsPlainText(invocation)) return true;
  const { name, stdin, argv, effects } = invocation;
  if (!argv.flatMap(sourcesOf).every(isToldHere)) return false;
  const text = argv.map((word) => textOf(word) ?? '?').join(' ');
  if (calls.some((call) => call.test(text))) return true;
  if (!cutters.has(name) || stdin.kind !== 'pipe' || effects.some(({ kind }) => kind === 'reads'))
    return false;
  return stdin.from.every((id) => id < invocation.id && printsWord(invocations[id], invocations));
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
  /^git rev-parse /,
  /^(?:npm|pnpm|yarn|pip3?|brew|go|rustc|gcc) (?:root|prefix|bin|--prefix|env|-dumpversion)(?: |$)/,
  /^\S+ (?:--version|-[vV]|version)$/,
];

/** Programs that print pieces of their input, and what their words say. */
const cutters: ReadonlySet<string | null> = new Set(
  'cut tr head tail sort uniq grep sed awk wc cat'.split(' '),
);
