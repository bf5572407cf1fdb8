import type { Access, PathAccess } from '../model/access.ts';
import type { SandboxNetwork, SandboxPlace, SandboxPlan } from '../model/sandbox.ts';
import { inOrder } from './in-order.ts';
import { type FollowLinks, realPlace, realPlaces } from './real-places.ts';
import { accessTo } from './tighten.ts';

/**
 * The plan with what a person has allowed beyond it. Paths are real ones: no link is followed to what was not asked about. A
 * place within a granted directory stays what it is, unless it is what was granted, or was in the way of the directory.
 */
export function widen(plan: SandboxPlan, accesses: readonly Access[], realPath: FollowLinks): SandboxPlan {
  const hosts = accesses.flatMap((access) => (access.kind === 'host' ? [access.host] : []));
  const paths = accesses.filter((access) => access.kind === 'path');
  return {
    ...plan,
    network: withHosts(plan.network, hosts),
    places: withPaths(withoutInTheWay(plan.places, paths, realPath), paths, realPath),
    granted: [...plan.granted, ...paths],
  };
}

/** What can be written to and was to be allowed all the same is a directory that could not be made, for what is kept in it. */
function withoutInTheWay(
  places: SandboxPlan['places'],
  paths: readonly PathAccess[],
  realPath: FollowLinks,
): SandboxPlan['places'] {
  const real = realPlaces(places, realPath);
  const ways = paths.filter(({ path, access }) => access === 'writable' && accessTo(path, real) === access);
  return places.filter((place) => !ways.some(({ path }) => isKeptIn(path, place, realPath)));
}

function isKeptIn(directory: string, place: SandboxPlace, realPath: FollowLinks): boolean {
  return place.access === 'kept' && realPlace(place, realPath).startsWith(`${directory}/`);
}

/** Places with what a person has allowed beyond them. */
export function withPaths(
  places: SandboxPlan['places'],
  paths: readonly PathAccess[],
  realPath: FollowLinks,
): SandboxPlan['places'] {
  return paths.reduce((all, access) => withPath(all, access, realPath), places);
}

function withHosts(network: SandboxNetwork, hosts: readonly string[]): SandboxNetwork {
  if (hosts.length === 0 || network === 'host') return network;
  return { hosts: [...new Set([...(network === 'none' ? [] : network.hosts), ...hosts])] };
}

/**
 * What was held apart from what is around it need only be so no more, where that is enough: a file with nothing laid over
 * it can be put in the place of, as Git does with its settings.
 */
function withPath(
  places: SandboxPlan['places'],
  { path, access }: PathAccess,
  realPath: FollowLinks,
): SandboxPlan['places'] {
  const others = places.filter((place) => realPlace(place, realPath) !== path);
  if (accessTo(path, realPlaces(others, realPath)) === access) return others;
  return inOrder([...others, { path, access }], (place) => place.path);
}
