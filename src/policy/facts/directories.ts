import { resolvePath } from '../../analysis/paths.ts';
import { known, prefixOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Path, Word } from '../../model/word.ts';
import { isWithin, type Places } from '../paths/places.ts';
import type { Subject } from '../subject.ts';

/** Whether the shell goes, or could go, to a directory that is not in the one that it has to stay in. */
export function leavesRoot({ invocation, places }: Subject): boolean {
  return targetsOf(invocation).some(
    (target) => target.kind !== 'known' || isOutside(target.text, invocation, places),
  );
}

function targetsOf({ effects }: Invocation): readonly Path[] {
  return effects.flatMap((effect) => (effect.kind === 'changes-directory' ? [effect.path] : []));
}

/**
 * Bash takes `link/..` for the directory that the link is in, and with `-P`, or where there is no such directory, for the
 * one above what the link leads to: neither may be outside.
 */
function isOutside(
  target: string,
  invocation: Invocation,
  { root = null, followed = null }: Places,
): boolean {
  if (root === null) return false;
  if (followed === null) return !isWithin(target, root);
  const paths = [target, ...asWritten(invocation)].map(followed.realPath);
  return paths.some((path) => !isWithin(path, followed.places.root ?? null));
}

/** The words with a `..` in them, from where the shell is, with that left in for the file system to follow. */
function asWritten({ argv, cwd }: Invocation): readonly string[] {
  return argv.slice(1).flatMap((word) => {
    if (word.kind !== 'known' || !/(?:^|\/)\.\.(?:\/|$)/.test(word.text)) return [];
    if (word.text.startsWith('/')) return [word.text];
    return cwd.kind === 'known' ? [`${cwd.text}/${word.text}`] : [];
  });
}

/** Programs that make links, and those that put a link somewhere else, where it may lead elsewhere. */
const linkers: ReadonlySet<string> = new Set(['ln', 'link']);
const movers: ReadonlySet<string> = new Set(['cp', 'mv']);

/** Whether the shell goes to what another part of the same command may make a link of: where it leads is not known yet. */
export function entersNewLink({ invocation, analysis, places }: Subject): boolean {
  const targets = targetsOf(invocation)
    .filter(({ kind }) => kind === 'known')
    .map(prefixOf);
  if (targets.length === 0) return false;
  const makesLinks = analysis.invocations.some(({ name }) => linkers.has(name ?? ''));
  return analysis.invocations
    .flatMap((one) => newPaths(one))
    .some(({ path, source }) =>
      targets.some((target) => {
        if (!mayBe(path, target, places)) return false;
        return makesLinks || (path !== null && !isPlain(source, target.slice(path.length), places));
      }),
    );
}

/** A path that one of these programs makes, and what it is made from; `null` where that is not known. */
interface NewPath {
  readonly path: string | null;
  readonly source: string | null;
}

/** What is written to may be a directory in which the new one gets the name of the old. */
function newPaths({ name, effects, isHere, cwd }: Invocation): readonly NewPath[] {
  if (!isHere || !(linkers.has(name ?? '') || movers.has(name ?? ''))) return [];
  const places = effects.flatMap((effect) => (effect.kind === 'writes' ? [effect.path] : []));
  const sources = effects.flatMap((effect) =>
    effect.kind === 'reads' || effect.kind === 'deletes' ? [effect.path] : [],
  );
  return places.flatMap((place) =>
    sources.flatMap((source) => {
      const [path, from] = [absolute(cwd, place), absolute(cwd, source)];
      const inside =
        path === null || from === null ? null : `${path}/${from.slice(from.lastIndexOf('/') + 1)}`;
      return [path, inside].map((made) => ({ path: made, source: from }));
    }),
  );
}

function absolute(cwd: Path, word: Word): string | null {
  const path = word.kind === 'known' ? resolvePath(cwd, known(word.text)) : word;
  return path.kind === 'known' && path.text.startsWith('/') ? path.text : null;
}

/** A directory that holds all that is worked in is there already, and no link takes its place. */
function mayBe(path: string | null, target: string, { root = null, workspace }: Places): boolean {
  if (path === null) return true;
  return isWithin(target, path) && !isWithin(root ?? workspace ?? '/', path);
}

/** Whether what is put elsewhere has no link on the way to `rest`. Of files that a pattern has found none is looked at. */
function isPlain(source: string | null, rest: string, { followed = null }: Places): boolean {
  if (source === null || followed === null) return true;
  const end = source.lastIndexOf('/');
  const directory = followed.realPath(source.slice(0, end) || '/');
  const real = followed.realPath(source + rest);
  return real === `${directory === '/' ? '' : directory}${source.slice(end)}${rest}`;
}
