import { basename, dirname, join, relative } from 'node:path';
import { inOrder } from '../../../confine/in-order.ts';
import type { PlaceAccess, SandboxPlace } from '../../../model/sandbox.ts';
import type { FileView } from './mounts.ts';

/** Places by what they lead to, in order. */
export type RealPlaces = ReadonlyMap<string, PlaceAccess>;

/**
 * Places by what they lead to. What is not there is left out, unless it is to stay so. `led-elsewhere`: a place is told by a link that a
 * command could put something else in the stead of, and would then be another one for the next command; the path has the link in it.
 */
export function resolvePlaces(
  places: readonly SandboxPlace[],
  view: FileView,
):
  | { readonly kind: 'resolved'; readonly real: RealPlaces }
  | { readonly kind: 'led-elsewhere'; readonly path: string; readonly cover: string } {
  const all = resolveLinks(places, view);
  const led = places.flatMap((place) => ledElsewhere(place, { places, view, all }) ?? []);
  const held = led.find(({ place }) => place.access !== 'writable');
  if (held !== undefined) return { kind: 'led-elsewhere', path: held.asNamed, cover: held.cover };
  if (led.length === 0) return { kind: 'resolved', real: all };
  // A command could choose by such a link what can be written to. Without it nothing is held back less.
  const open = new Set(led.map(({ place }) => place));
  return { kind: 'resolved', real: resolveLinks(places, view, open) };
}

/** The nearest place that a path is in, of those that decide what can be done there. */
export function coverOf(path: string, real: RealPlaces): string | null {
  return [...real].findLast(([place, access]) => access !== 'kept' && isWithin(path, place))?.[0] ?? null;
}

export function isWithin(path: string, directory: string): boolean {
  return directory === '/' ? path !== '/' : path.startsWith(`${directory}/`);
}

/** Where a path leads; of one that is not there, where it would be made. */
export function whereItLeads(path: string, view: Pick<FileView, 'realPath'>): string {
  const real = view.realPath(path);
  return real ?? (path === '/' ? path : join(whereItLeads(dirname(path), view), basename(path)));
}

/** The strictest first: what holds when two places turn out to be one. */
const strictness: readonly PlaceAccess[] = ['hidden', 'kept', 'read-only', 'private', 'writable'];

function resolveLinks(
  places: readonly SandboxPlace[],
  view: FileView,
  without: ReadonlySet<SandboxPlace> = new Set(),
): RealPlaces {
  const real = new Map<string, PlaceAccess>();
  for (const place of places) {
    const { path, access } = place;
    const target = access === 'kept' ? pathAsNamed(path, places, view) : view.realPath(path);
    if (target === null || without.has(place)) continue;
    const other = real.get(target);
    const isStricter = other === undefined || strictness.indexOf(access) < strictness.indexOf(other);
    if (isStricter) real.set(target, access);
  }
  return new Map(inOrder(real, ([path]) => path));
}

/** Where a path would be if nothing below the place that it is in were a link. */
function pathAsNamed(path: string, places: readonly SandboxPlace[], view: FileView): string | null {
  const above = places.findLast((place) => place.access !== 'kept' && isWithin(path, place.path));
  const target = above === undefined ? null : view.realPath(above.path);
  return above === undefined || target === null ? null : join(target, relative(above.path, path));
}

/** `null`: it is where it is named, or nobody in a sandbox can change where it leads. */
function ledElsewhere(
  place: SandboxPlace,
  known: { readonly places: readonly SandboxPlace[]; readonly view: FileView; readonly all: RealPlaces },
): { readonly place: SandboxPlace; readonly asNamed: string; readonly cover: string } | null {
  const target = place.access === 'kept' ? null : known.view.realPath(place.path);
  const asNamed = target && pathAsNamed(place.path, known.places, known.view);
  if (asNamed === null || asNamed === target) return null;
  const cover = coverOf(asNamed, known.all);
  return cover !== null && known.all.get(cover) === 'writable' ? { place, asNamed, cover } : null;
}
