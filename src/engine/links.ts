import { resolve } from 'node:path';
import type { Effect } from '../model/effect.ts';
import type { Path } from '../model/word.ts';
import type { Judged } from '../policy/decide.ts';
import { createMatchedLinks, type LookAtFiles } from '../policy/paths/matched-links.ts';
import type { Stages } from './stages.ts';

/** Where the paths that a command names lead, of those that do not lead to themselves. */
export type Links = readonly (readonly [path: string, leadsTo: string])[];

/** How a stage looks at files, for what is matched there. */
export function filesOf({
  realPath,
  look,
  entriesOf,
}: Pick<Stages, 'realPath' | 'look' | 'entriesOf'>): LookAtFiles {
  return { realPath, isThere: (path) => look(path) !== 'missing', entriesOf };
}

/** The links in what a command reads, changes, runs and works in, also among what a pattern matches. */
export function linksOf(analysis: Judged, files: LookAtFiles): Links {
  if (analysis.kind === 'unparsed') return [];
  const paths = analysis.invocations.flatMap(({ cwd, effects }) => [cwd, ...effects.flatMap(pathsOf)]);
  const named = [...new Set(paths.flatMap(namesOf))]
    .map((path) => [path, files.realPath(path)] as const)
    .filter(([path, leadsTo]) => resolve(path) !== leadsTo);
  const found = new Map([...named, ...matchedIn(paths, files)]);
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Of a pattern with too much to look at, what it matches is no part of an answer, as what a program reads is none. */
function matchedIn(paths: readonly Path[], files: LookAtFiles): Links {
  const matchedLinks = createMatchedLinks(files);
  const found = paths.map((path) =>
    path.kind === 'pattern' ? matchedLinks({ pattern: path, as: 'usual' }) : null,
  );
  return found.flatMap((links) => links ?? []).map(({ path, leadsTo }) => [path, leadsTo]);
}

/** What a path is called, or the directory that what is known of it leads to: with steps up from a link it leads elsewhere than without. */
function namesOf(path: Path): readonly string[] {
  const name = path.kind === 'known' ? path.text : path.prefix.slice(0, path.prefix.lastIndexOf('/'));
  const names = name.startsWith('/') ? [name] : [];
  return path.asWritten === undefined ? names : [...names, path.asWritten];
}

function pathsOf(effect: Effect): readonly Path[] {
  if ('path' in effect) return [effect.path];
  return effect.kind === 'executes' && effect.code.kind === 'file' ? [effect.code.path] : [];
}
