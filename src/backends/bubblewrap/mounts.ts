import { join, relative } from 'node:path';
import { inOrder } from '../../confine/in-order.ts';
import type { PlaceAccess, SandboxPlace } from '../../model/sandbox.ts';

/** What of this machine's files has to be known to lay out a sandbox. */
export interface FileView {
  /** What is there, links not followed. */
  look(path: string): 'file' | 'directory' | 'link' | 'missing';
  /** The path by which it is reached without any link; `null` when nothing is there. */
  realPath(path: string): string | null;
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
  | { readonly kind: 'masked'; readonly path: string };

export type Layout =
  | {
      readonly kind: 'layout';
      readonly mounts: readonly Mount[];
      /** Directories that have to be there for as long as the sandbox is, to have something laid over them. */
      readonly stubs: readonly string[];
    }
  /** A link that is to be kept: nothing can be laid over one, and a command could put something else in its place. */
  | { readonly kind: 'link-in-the-way'; readonly path: string };

/** Lays out the files of a sandbox. */
export function layOut(places: readonly SandboxPlace[], view: FileView): Layout {
  const real = resolveLinks(places, view);
  const paths = [...real.keys()];
  const mounts = new Map<string, Mount>();
  const stubs: string[] = [];
  for (const [path, access] of real)
    if (access !== 'kept') mounts.set(path, mountOf(path, access, view, paths));
  for (const { path, cover } of keptPlaces(real)) {
    const way = wayTo(path, cover, view);
    if (way.kind === 'link-in-the-way') return way;
    for (const through of way.through)
      if (!mounts.has(through)) mounts.set(through, { kind: 'shown', path: through, access: 'writable' });
    if (way.isMissing && !stubs.includes(way.end)) stubs.push(way.end);
    mounts.set(way.end, { kind: 'shown', path: way.end, access: 'read-only' });
  }
  return { kind: 'layout', mounts: inOrder(mounts, ([path]) => path).map(([, mount]) => mount), stubs };
}

/** What is to be kept and would not be by itself, with the place that it is in. In a private one nothing of it is there. */
function keptPlaces(real: ReadonlyMap<string, PlaceAccess>) {
  return [...real].flatMap(([path, access]) => {
    const cover = access === 'kept' ? coverOf(path, real) : null;
    return cover !== null && real.get(cover) === 'writable' ? [{ path, cover }] : [];
  });
}

/** The strictest first: what holds when two places turn out to be one. */
const strictness: readonly PlaceAccess[] = ['hidden', 'kept', 'read-only', 'private', 'writable'];

/** Places by what they lead to, in order. What is not there is left out, unless it is to stay so. */
function resolveLinks(places: readonly SandboxPlace[], view: FileView): ReadonlyMap<string, PlaceAccess> {
  const real = new Map<string, PlaceAccess>();
  for (const { path, access } of places) {
    const target = access === 'kept' ? keptPath(path, places, view) : view.realPath(path);
    if (target === null) continue;
    const other = real.get(target);
    const isStricter = other === undefined || strictness.indexOf(access) < strictness.indexOf(other);
    if (isStricter) real.set(target, access);
  }
  return new Map(inOrder(real, ([path]) => path));
}

/** Of what is to be kept, the links above the place that it is in are followed, and no other. */
function keptPath(path: string, places: readonly SandboxPlace[], view: FileView): string | null {
  const above = places.findLast((place) => place.access !== 'kept' && isWithin(path, place.path));
  const target = above === undefined ? null : view.realPath(above.path);
  return above === undefined || target === null ? null : join(target, relative(above.path, path));
}

/** The nearest place that a path is in. */
function coverOf(path: string, real: ReadonlyMap<string, PlaceAccess>): string | null {
  return [...real].findLast(([place, access]) => access !== 'kept' && isWithin(path, place))?.[0] ?? null;
}

function isWithin(path: string, directory: string): boolean {
  return directory === '/' ? path !== '/' : path.startsWith(`${directory}/`);
}

/** What lies between a place that can be written to and what is to be kept in it. */
type Way =
  | {
      readonly kind: 'way';
      /** Directories that could be put aside with all that is in them, unless something lies over them. */
      readonly through: readonly string[];
      /** What is to be kept, or the first step towards it that is no directory. */
      readonly end: string;
      readonly isMissing: boolean;
    }
  | { readonly kind: 'link-in-the-way'; readonly path: string };

function wayTo(path: string, cover: string, view: FileView): Way {
  const through: string[] = [];
  let at = cover;
  for (const step of relative(cover, path).split('/')) {
    at = join(at, step);
    const found = view.look(at);
    if (found === 'link') return { kind: 'link-in-the-way', path: at };
    if (at === path || found !== 'directory')
      return { kind: 'way', through, end: at, isMissing: found === 'missing' };
    through.push(at);
  }
  throw new Error(`${path} is not in ${cover}`);
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
