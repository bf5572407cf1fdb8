import { basename, dirname, join } from 'node:path';
import type { SandboxPlace } from '../model/sandbox.ts';
import { inOrder } from './in-order.ts';
import { stricter } from './tighten.ts';

/** Where an absolute path leads when its symbolic links are followed; of one that is not there, where it would be made. */
export type FollowLinks = (path: string) => string;

/** Places by where they really are, each path once: the strictest holds when two turn out to be one. */
export function realPlaces(places: readonly SandboxPlace[], realPath: FollowLinks): readonly SandboxPlace[] {
  const real = new Map<string, SandboxPlace['access']>();
  for (const place of places) {
    const path = realPlace(place, realPath);
    const other = real.get(path);
    real.set(path, other === undefined ? place.access : stricter(other, place.access));
  }
  return inOrder(real, ([path]) => path).map(([path, access]) => ({ path, access }));
}

/** Where a place really is. Of what is kept a link is meant itself, and not what it leads to. */
export function realPlace({ path, access }: SandboxPlace, realPath: FollowLinks): string {
  return access === 'kept' ? join(realPath(dirname(path)), basename(path)) : realPath(path);
}
