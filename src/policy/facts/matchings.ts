import { resolvePath } from '../../analysis/paths.ts';
import { endingOf, escapeGlob } from '../../analysis/words.ts';
import type { Path, Source } from '../../model/word.ts';
import type { Matching } from '../paths/matched-links.ts';
import type { Surroundings } from './listing.ts';
import type { Whole } from './wholes.ts';

/** The patterns of which a word that is not known is one match, or a path behind it: `"$dir/notes.md"` in a loop over directories. */
export function matchingsOf(
  path: Path,
  wholes: readonly Whole[],
  { invocation }: Surroundings,
): readonly Matching[] {
  if (path.kind !== 'unknown') return [];
  const { cwd } = invocation;
  const listed = wholes.map((whole) => resolvePath(cwd, whole.path));
  const matched = path.sources.map((source) => ({ source, pattern: patternOf(source, cwd) }));
  return [
    ...listed.flatMap((pattern) => (pattern.kind === 'pattern' ? [{ pattern, as: 'usual' } as const] : [])),
    ...matched.flatMap(({ source, pattern }) => {
      if (pattern?.kind !== 'pattern') return [];
      const as = source.kind === 'matches' ? 'any' : 'usual';
      const end = behind(path.suffix, endingOf(pattern.glob));
      const glob = `${pattern.glob.replace(/\/+$/, '')}${escapeGlob(end)}`;
      return [{ pattern: { ...pattern, glob }, as } as const];
    }),
  ];
}

function patternOf(source: Source, cwd: Path): Path | null {
  return source.kind === 'matched' || source.kind === 'matches' ? resolvePath(cwd, source.pattern) : null;
}

/** What of the end of a word stands behind the name that was matched, if that is a path below it. */
function behind(suffix: string, ending: string): string {
  const rest = suffix.startsWith(ending) ? suffix.slice(ending.length) : suffix;
  return rest.startsWith('/') || ending.endsWith('/') ? rest : '';
}
