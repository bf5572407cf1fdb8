import { has } from '../../analysis/programs/options.ts';
import { textOf } from '../../analysis/words.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';

/** Nothing but what stands for everything in the root where there is nothing else: `/`, `/*`, `/.`. */
const restOfRoot = /^[/.*]*$/;

/** Whether it would delete everything in a place that is not known, and could be the root: `rm -rf "$directory/"`. */
export function mayDeleteRoot({ acts, analysis }: Subject): boolean {
  return acts.some(
    ({ effect }) => effect.kind === 'deletes' && effect.isRecursive && mayBeRoot(effect.path, analysis),
  );
}

function mayBeRoot(path: Path, analysis: Parsed): boolean {
  if (path.kind !== 'unknown' || !restOfRoot.test(path.prefix + path.suffix)) return false;
  return path.sources.length === 0 || !path.sources.every((source) => isElsewhere(source, analysis));
}

/** Whether what it deletes is what the command itself has made with `mktemp`; where that has failed, it is nothing. */
export function deletesOwnTemporary({ acts, analysis }: Subject): boolean {
  const deleted = acts.flatMap(({ effect }) => (effect.kind === 'deletes' ? [effect.path] : []));
  return deleted.length > 0 && deleted.every((path) => isOwnTemporary(path, analysis));
}

/**
 * Whether `rm` deletes nothing but what is right below `/tmp`, and is not there outside of the sandbox: commands of the conversation have made it in
 * the `/tmp` that is its own. Further below, behind `..`, or with a slash at its end, it may be what a link leads to. A name with a number in it that
 * is not known, as `$$`, is not looked for: it may be one file, and not again and again, which is no more than what the next command writes.
 */
export function deletesPrivateTemporary({ acts, invocation, places }: Subject): boolean {
  const { name, argv, via } = invocation;
  const isInLoop = via.some(({ kind }) => kind === 'loop');
  const deleted = acts.flatMap(({ effect }) => (effect.kind === 'deletes' ? [effect] : []));
  if (name !== 'rm' || deleted.length === 0) return false;
  if (argv.some((word) => /\/$|(?:^|\/)\.\.(?:\/|$)/.test(withZeros(word) ?? '/'))) return false;
  return deleted.every(({ path, isRecursive }) => {
    const text = withZeros(path);
    if (text === null || !/^\/(?:var\/)?tmp\/[^/]+$/.test(text)) return false;
    if (path.kind === 'known') return places.followed?.isThere?.(text) === false;
    return !isRecursive && !isInLoop;
  });
}

/** One word, with a 0 for each number in it that is not known. */
function withZeros(word: Word): string | null {
  if (word.kind !== 'unknown') return textOf(word);
  return word.count === 'one' ? (word.withZeros ?? null) : null;
}

/** Whether it deletes nothing but locks on the index of git: they are empty, or what becomes the index again with the next command. */
export function deletesIndexLock({ acts }: Subject): boolean {
  const deleted = acts.flatMap(({ effect }) => (effect.kind === 'deletes' ? [effect.path] : []));
  return deleted.length > 0 && deleted.every((path) => textOf(path)?.endsWith('/.git/index.lock') === true);
}

/** Whether a path is what `mktemp` has made. */
export function isOwnTemporary(path: Path, analysis: Parsed): boolean {
  // Of several words each would be another path: a pattern after it matches what is anywhere.
  if (path.kind !== 'unknown' || path.count !== 'one' || path.prefix + path.suffix !== '') return false;
  const made = path.sources.filter((source) => isOfMktemp(source, analysis));
  return made.length > 0 && path.sources.every((source) => made.includes(source) || isNothing(source));
}

/** Whether it is no text, by which nothing is named. */
function isNothing(source: Source): boolean {
  return source.kind === 'one-of' && source.texts.every((text) => text === '');
}

function isOfMktemp(source: Source, { invocations }: Parsed): boolean {
  return (
    source.kind === 'output' &&
    source.isPart !== true &&
    source.isWord !== true &&
    source.of.length > 0 &&
    source.of.every((id) => invocations[id]?.name === 'mktemp')
  );
}

/** Whether what comes from there is the name of something that is no root. */
function isElsewhere(source: Source, analysis: Parsed): boolean {
  switch (source.kind) {
    case 'found':
    case 'matched':
    case 'number':
    case 'pipe':
      return true;
    case 'output':
      return isOfMktemp(source, analysis);
    case 'matches':
    case 'variable':
    case 'input':
    case 'one-of':
    case 'other':
      return false;
  }
}

/** Programs that put another file in the place of one, with what is in it. */
export const compressors: readonly string[] =
  'gzip gunzip pigz unpigz compress uncompress bzip2 bunzip2 pbzip2 lbzip2 xz unxz lzma unlzma lzip plzip zstd unzstd zstdmt pzstd lz4 unlz4'.split(
    ' ',
  );

/** Whether all that is deleted is in another file then. With `-f` that can have been there before. */
export function keepsContent({ invocation, call }: Subject): boolean {
  const parsed = call();
  return compressors.includes(invocation.name ?? '') && parsed !== null && !has(parsed.call, '--force');
}
