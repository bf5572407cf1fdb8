import { dirname, join, relative } from 'node:path';
import { inOrder } from '../../../confine/in-order.ts';
import { isShared } from '../../../confine/sandbox-places.ts';
import type { PlaceAccess, SandboxPlace } from '../../../model/sandbox.ts';
import { canBeNamed } from './bytes-as-text.ts';
import { coverOf, isWithin, type RealPlaces, resolvePlaces } from './resolve-places.ts';

/** What of this machine's files has to be known to lay out a sandbox. */
export interface FileView {
  /** What is there, links not followed. */
  look(path: string): 'file' | 'directory' | 'link' | 'missing';
  /** The path by which it is reached without any link; `null` when nothing is there. */
  realPath(path: string): string | null;
  /**
   * Whether this user can make something in a directory. `owner`: only after a change of its permissions, which is up to this user; `never`: not
   * even then, as it is another user's, or on a read-only file system.
   */
  newIn(directory: string): 'possible' | 'owner' | 'never';
}

/** One layer of a sandbox's files; what comes later lies over what came earlier. */
export type Mount =
  /** What is there. */
  | { readonly kind: 'shown'; readonly path: string; readonly access: 'read-only' | 'writable' }
  /** A directory of the conversation's own. */
  | { readonly kind: 'private'; readonly path: string }
  /** An empty directory. `passed`: nobody reads it, but there is a way through it. */
  | { readonly kind: 'empty'; readonly path: string; readonly access: 'closed' | 'passed' }
  /** In the stead of a file, one that nobody can open. */
  | { readonly kind: 'masked'; readonly path: string }
  /** In the stead of a file, one with this text that nobody can write to. */
  | { readonly kind: 'replaced'; readonly path: string; readonly text: string };

/** What a layer shows that is not what is at its place, but the conversation's own. */
export type OwnMount = Extract<Mount, { kind: 'private' | 'replaced' }>;

export type Layout =
  | {
      readonly kind: 'layout';
      readonly mounts: readonly Mount[];
      /** Directories that have to be there for as long as the sandbox is, to have something laid over them; each after the one that it is in. */
      readonly stubs: readonly string[];
    }
  /** A link where something is to be held: nothing can be laid over one, and a command could put something else in its place. */
  | { readonly kind: 'link-in-the-way'; readonly path: string }
  /** What is to be held has a name that nothing here can speak of; see `canBeNamed`. */
  | { readonly kind: 'unnameable'; readonly path: string };

/** Lays out the files of a sandbox. */
export function layOut(places: readonly SandboxPlace[], view: FileView): Layout {
  const unnameable = places.find(({ path }) => !canBeNamed(path));
  if (unnameable !== undefined) return { kind: 'unnameable', path: unnameable.path };
  const resolved = resolvePlaces(places, view);
  if (resolved.kind === 'led-elsewhere') return linkTowards(resolved.path, resolved.cover, view);
  const { real } = resolved;
  const paths = [...real.keys()];
  const mounts = new Map<string, Mount>(waysInPrivate(real));
  const stubs = new Set<string>();
  const hold = ({ through }: Pick<Extract<Way, { kind: 'way' }>, 'through'>): void => {
    for (const path of through)
      if (!mounts.has(path)) mounts.set(path, { kind: 'shown', path, access: 'writable' });
  };
  for (const [path, access] of real)
    if (access !== 'kept') mounts.set(path, mountOf(path, access, view, paths));
  for (const { path, cover } of placesWithin(real)) {
    const way = wayTo(path, cover, view);
    if (way.kind === 'link-in-the-way') return way;
    hold(way);
  }
  for (const { path, cover } of keptPlaces(real)) {
    const way = wayTo(path, cover, view);
    if (way.kind === 'link-in-the-way') return way;
    hold(way);
    for (const stub of way.stubs) stubs.add(stub);
    if (way.end !== null) mounts.set(way.end, { kind: 'shown', path: way.end, access: 'read-only' });
  }
  return {
    kind: 'layout',
    mounts: inOrder(mounts, ([path]) => path).map(([, mount]) => mount),
    stubs: [...stubs],
  };
}

/** What is to be kept and would not be by itself, with the place that it is in. In a private one nothing of it is there. */
function keptPlaces(real: RealPlaces) {
  return inWritable(real, (access) => access === 'kept');
}

/** The same of all else: a directory above it that was put elsewhere would take it along, and the next command would find it there. */
function placesWithin(real: RealPlaces) {
  const kept = [...real].flatMap(([path, access]) => (access === 'kept' ? [path] : []));
  // What is kept stays where it is, with all that is in it.
  return inWritable(real, (access) => access !== 'kept').filter(
    ({ path }) => !kept.some((other) => isWithin(path, other)),
  );
}

/**
 * The directories between a private place and what lies in it, as private ones that nobody can move: a command could put a link in the place of
 * one, and the next sandbox would be made where that leads, outside of all of them.
 */
function waysInPrivate(real: RealPlaces): readonly (readonly [string, Mount])[] {
  return [...real].flatMap(([path, access]) => {
    const cover = access === 'kept' ? null : coverOf(path, real);
    const ways = cover !== null && real.get(cover) === 'private' ? directoriesBetween(cover, path) : [];
    return ways.map((way) => [way, { kind: 'private', path: way }] as const);
  });
}

function directoriesBetween(cover: string, path: string): readonly string[] {
  const steps = relative(cover, dirname(path))
    .split('/')
    .filter((step) => step !== '');
  return steps.map((_, index) => join(cover, ...steps.slice(0, index + 1)));
}

function inWritable(real: RealPlaces, isMeant: (access: PlaceAccess) => boolean) {
  return [...real].flatMap(([path, access]) => {
    const cover = isMeant(access) ? coverOf(path, real) : null;
    return cover !== null && real.get(cover) === 'writable' ? [{ path, cover }] : [];
  });
}

function linkTowards(path: string, cover: string, view: FileView): Layout {
  const way = wayTo(path, cover, view);
  return { kind: 'link-in-the-way', path: way.kind === 'link-in-the-way' ? way.path : path };
}

/** What lies between a place that can be written to and one in it that cannot be moved. */
type Way =
  | {
      readonly kind: 'way';
      /** Directories that could be put aside with all that is in them, unless something lies over them. */
      readonly through: readonly string[];
      /**
       * The one in it, or the first step towards it that is no directory, unless that is to be made for it. Where only its owner could have that made,
       * the directory that it would be in; `null`: nobody can make it.
       */
      readonly end: string | null;
      /** Which of them are not there. */
      readonly stubs: readonly string[];
    }
  | { readonly kind: 'link-in-the-way'; readonly path: string };

function wayTo(path: string, cover: string, view: FileView): Way {
  const through: string[] = [];
  const stubs: string[] = [];
  let at = cover;
  for (const step of relative(cover, path).split('/')) {
    at = join(at, step);
    const found = view.look(at);
    if (found === 'link') return { kind: 'link-in-the-way', path: at };
    const end = found === 'missing' && !stubs.includes(dirname(at)) ? endOfMissing(at, view) : at;
    if (end !== at) return { kind: 'way', through, end, stubs };
    if (found === 'missing') stubs.push(at);
    const isWay = found === 'directory' || (found === 'missing' && isShared(at));
    if (at === path || !isWay) return { kind: 'way', through, end: at, stubs };
    through.push(at);
  }
  throw new Error(`${path} is not in ${cover}`);
}

/** The end of the way to what is not there: where nobody can make it, nothing can stand in for it either. */
function endOfMissing(path: string, view: FileView): string | null {
  const directory = dirname(path);
  switch (view.newIn(directory)) {
    case 'possible':
      return path;
    case 'owner':
      return directory;
    case 'never':
      return null;
  }
}

function mountOf(
  path: string,
  access: Exclude<PlaceAccess, 'kept'>,
  view: FileView,
  all: readonly string[],
): Mount {
  switch (access) {
    case 'read-only':
    case 'writable':
      return { kind: 'shown', path, access };
    case 'private':
      return { kind: 'private', path };
    case 'hidden': {
      if (view.look(path) !== 'directory') return { kind: 'masked', path };
      const isPassed = all.some((other) => isWithin(other, path));
      return { kind: 'empty', path, access: isPassed ? 'passed' : 'closed' };
    }
  }
}
