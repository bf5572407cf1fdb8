import { resolve } from 'node:path';
import type { Effect } from '../model/effect.ts';
import type { Path } from '../model/word.ts';
import type { Judged } from '../policy/decide.ts';

/** Where the paths that a command names lead, of those that do not lead to themselves. */
export type Links = readonly (readonly [path: string, leadsTo: string])[];

/** The links in what a command reads, changes, runs and works in. */
export function linksOf(analysis: Judged, realPath: (path: string) => string): Links {
  if (analysis.kind === 'unparsed') return [];
  const paths = analysis.invocations.flatMap(({ cwd, effects }) => [cwd, ...effects.flatMap(pathsOf)]);
  const named = new Set(paths.flatMap(namesOf));
  return [...named]
    .map((path) => [path, realPath(path)] as const)
    .filter(([path, leadsTo]) => resolve(path) !== leadsTo)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** What a path is called: with steps up from a link it leads elsewhere than without. */
function namesOf(path: Path): readonly string[] {
  const name = path.kind === 'known' ? [path.text] : [];
  return path.asWritten === undefined ? name : [...name, path.asWritten];
}

function pathsOf(effect: Effect): readonly Path[] {
  if ('path' in effect) return [effect.path];
  return effect.kind === 'executes' && effect.code.kind === 'file' ? [effect.code.path] : [];
}
