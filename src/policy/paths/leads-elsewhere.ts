import type { Invocation } from '../../model/analysis.ts';
import type { Effect } from '../../model/effect.ts';
import type { Path } from '../../model/word.ts';
import { classesOfName, isOfSystem } from './known-path.ts';
import { isWithin, type Places } from './places.ts';

/**
 * Whether a link leads one of the paths of a call elsewhere than its name says. What was allowed of such a call for good would be
 * about something else as soon as the link is another one.
 */
export function leadElsewhere(
  { cwd }: Pick<Invocation, 'cwd'>,
  effects: readonly Effect[],
  places: Places,
): boolean {
  return [cwd, ...effects.flatMap(pathsOf)].some((path) => leadsElsewhere(path, places));
}

function pathsOf(effect: Effect): readonly Path[] {
  if ('path' in effect) return [effect.path];
  return effect.kind === 'executes' && effect.code.kind === 'file' ? [effect.code.path] : [];
}

function leadsElsewhere(path: Path, places: Places): boolean {
  const { workspace, home, followed = null } = places;
  const named = nameOf(path);
  if (followed === null || named === null) return false;
  if (path.asWritten === undefined && isOfSystemAlone(named, places)) return false;
  // The way to the workspace, or home, may go by a link: where these are is no part of what was allowed.
  const bases = [workspace, home, /^\/[^/]*/.exec(named)?.[0] ?? null];
  const base = bases.find((one) => one !== null && isWithin(named, one)) ?? '/';
  const real = followed.realPath(base);
  const rest = base === '/' ? named : named.slice(base.length);
  const expected = real === '/' ? rest || '/' : `${real}${rest === '/' ? '' : rest}`;
  return [named, path.asWritten ?? named].some((name) => followed.realPath(name) !== expected);
}

/** Links of the system stay what they are, as `/var/run`; but those of a process, and what users have there, can be any. */
function isOfSystemAlone(path: string, places: Places): boolean {
  return !ofUsers.test(path) && classesOfName(path, places).some(isOfSystem);
}

/** Where users make links, and what the kernel has of a process. */
const ofUsers =
  /^\/(?:proc\/[^/]+\/(?:cwd|root|fd|task)|dev\/(?:fd|shm)|(?:var\/)?run\/(?:user|lock|media|screen)|(?:private\/)?var\/(?:crash|lock|tmp|www)|srv)(?:\/|$)/;

/** The path, or of one with wildcards the directory that they are in; `null`: it is not known. */
function nameOf(path: Path): string | null {
  if (path.kind === 'known') return path.text;
  if (path.kind === 'unknown') return null;
  return path.prefix.slice(0, path.prefix.lastIndexOf('/')) || '/';
}
