import { resolvePath } from '../../analysis/paths.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import { endingOf, escapeGlob, sourcesOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import type { Matching } from '../paths/matched-links.ts';
import { allComesFrom, printsHidden, printsNames } from './listers.ts';
import { inputOf, type Surroundings } from './listing.ts';
import type { Whole } from './wholes.ts';

type Unknown = Extract<Path, { kind: 'unknown' }>;
type Pattern = Matching['pattern'];

/**
 * The patterns of which a word that is not known is one match, or a path behind it: `"$dir/notes.md"` in a loop over directories, `"${file%.md}.txt"`
 * in one over files, `$(ls *.log | head -n 1)`.
 */
export function matchingsOf(path: Path, wholes: readonly Whole[], around: Surroundings): readonly Matching[] {
  if (path.kind !== 'unknown') return [];
  const { cwd } = around.invocation;
  const listed = wholes.map((whole) => resolvePath(cwd, whole.path));
  return [
    ...listed.flatMap((pattern) => (pattern.kind === 'pattern' ? [{ pattern, as: 'usual' } as const] : [])),
    ...path.sources.flatMap((source) => matchingsFrom(source, path, around)),
  ];
}

function matchingsFrom(source: Source, path: Unknown, around: Surroundings): readonly Matching[] {
  switch (source.kind) {
    case 'matched':
    case 'matches':
      return matchingsIn(source, path, around.invocation.cwd);
    case 'output':
      return matchingsPrinted(source.of, path, around);
    case 'input': {
      const stdin = inputOf(around.invocation, around.analysis);
      return stdin.kind === 'pipe' ? matchingsPrinted(stdin.from, path, around) : [];
    }
    default:
      return [];
  }
}

function matchingsIn(
  source: Extract<Source, { kind: 'matched' | 'matches' }>,
  path: Unknown,
  cwd: Path,
): readonly Matching[] {
  const pattern = resolvePath(cwd, source.pattern);
  if (pattern.kind !== 'pattern') return [];
  const as = source.kind === 'matches' ? 'any' : 'usual';
  const end = behind(path.suffix, endingOf(pattern.glob));
  const whole = { ...pattern, glob: `${pattern.glob}${escapeGlob(end)}` };
  if (source.kind === 'matches' || source.isPart !== true) return [{ pattern: whole, as }];
  // Cut off may be the end of a name, and what stands in its place is another one; or the directories that it is in.
  const directories = pattern.glob.slice(0, pattern.glob.lastIndexOf('/') + 1);
  const beside = { ...pattern, glob: `${directories}*${escapeGlob(path.suffix)}` };
  return [whole, beside, ...patternWith(anyName, path, cwd)].map((one) => ({ pattern: one, as }));
}

/** What programs have listed that print names of files, or a part of each: `ls`, `basename`. */
function matchingsPrinted(
  ids: readonly number[],
  path: Unknown,
  { invocation, analysis }: Surroundings,
): readonly Matching[] {
  const found: Matching[] = [];
  const isSource = (one: Invocation): boolean => {
    if (!printsNames(one)) return false;
    const as = printsHidden(one) ? 'any' : 'usual';
    const patterns = printedBy(one).flatMap((printed) => patternWith(printed, path, invocation.cwd));
    found.push(...patterns.map((pattern) => ({ pattern, as }) as const));
    return true;
  };
  return allComesFrom(ids, analysis.invocations, { isSource }) ? found : [];
}

/** What is printed as it was matched, or the directory of that; else, of a directory or a path, a name. */
function printedBy(invocation: Invocation): readonly Pattern[] {
  const operands: readonly Word[] = parsedCall(invocation)?.call.operands ?? [];
  const patterns = operands.flatMap((word) => (word.kind === 'pattern' ? [word] : []));
  switch (invocation.name) {
    case 'ls':
      return operands.length > 0 && patterns.length === operands.length ? patterns : [anyName];
    case 'basename':
      return [anyName];
    case 'realpath':
      return patterns;
    case 'dirname':
      return operands.flatMap(patternsIn).flatMap(directoryOf);
    default:
      return [];
  }
}

function patternsIn(word: Word): readonly Pattern[] {
  if (word.kind === 'pattern') return [word];
  return sourcesOf(word).flatMap((source) =>
    source.kind === 'matched' && source.pattern.kind === 'pattern' ? [source.pattern] : [],
  );
}

function directoryOf(pattern: Pattern): readonly Pattern[] {
  const glob = pattern.glob.slice(0, Math.max(pattern.glob.lastIndexOf('/'), 0));
  return glob.length > escapeGlob(pattern.prefix).length ? [{ ...pattern, glob }] : [];
}

const anyName: Pattern = { kind: 'pattern', glob: '*', prefix: '' };

/** The path with a pattern for what of it is not known. */
function patternWith({ glob, prefix }: Pattern, path: Unknown, cwd: Path): readonly Pattern[] {
  const pattern = resolvePath(cwd, {
    kind: 'pattern',
    glob: `${escapeGlob(path.prefix)}${glob}${escapeGlob(path.suffix)}`,
    prefix: path.prefix + prefix,
  });
  return pattern.kind === 'pattern' ? [pattern] : [];
}

/** What of the end of a word stands behind the name that was matched, if that is a path below it. */
function behind(suffix: string, ending: string): string {
  const rest = suffix.startsWith(ending) ? suffix.slice(ending.length) : suffix;
  return rest.startsWith('/') || ending.endsWith('/') ? rest : '';
}
