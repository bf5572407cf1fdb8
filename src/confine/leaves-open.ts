import type { PlaceAccess, SandboxPlace, SandboxPlan } from '../model/sandbox.ts';
import { inOrder } from './in-order.ts';
import type { AccessFiles } from './judge-access.ts';
import { type NeverGranted, refusalOfPath } from './never-granted.ts';
import { shownOfSystem } from './sandbox-places.ts';
import { accessTo } from './tighten.ts';

/** What of this machine has to be known beside a plan. */
interface Surroundings extends AccessFiles {
  /** `null` for a user without one. */
  readonly home: string | null;
  /** What nobody could be let to. */
  readonly never: readonly NeverGranted[];
}

/**
 * Whether a plan leaves open what nobody could let a command to, because it is the workspace or a level says so: the home directory
 * as a whole, the system, sockets of others. Rules cannot count on such a sandbox. Links are followed.
 */
export function leavesOpen({ places }: Pick<SandboxPlan, 'places'>, around: Surroundings): boolean {
  const { realPath, look, otherNames, home } = around;
  const isOpened = ({ path, access }: SandboxPlace) =>
    path !== '/' && isOpen(access) && !shownOfSystem.includes(path);
  const real = inOrder(
    places.map((place) => (isOpened(place) ? { ...place, path: realPath(place.path) } : place)),
    ({ path }) => path,
  );
  const opened = places.filter(isOpened).map((place) => ({ ...place, path: realPath(place.path) }));
  const never = [...around.never, ...(home === null ? [] : [aroundHome(realPath(home))])];
  const isWritable = ({ path }: NeverGranted) => accessTo(path, real) === 'writable';
  return opened.some(({ path, access }) => {
    if (look(path) === 'other') return true;
    const isRefused = (rows: readonly NeverGranted[]): boolean =>
      [path, ...otherNames(path)].some((name) => refusalOfPath(name, rows) !== null);
    if (access === 'read-only') return isRefused(never.filter(isOfSockets));
    return isRefused(never) || never.some((row) => isIn(row.path, path) && isWritable(row));
  });
}

function isOpen(access: PlaceAccess): boolean {
  return access === 'writable' || access === 'read-only';
}

/** Of what others listen at, it is enough that it is seen. */
function isOfSockets({ reach }: NeverGranted): boolean {
  return reach === 'within' || reach === 'beginning';
}

function aroundHome(path: string): NeverGranted {
  return { path, reach: 'around', because: 'all of the home directory is in it' };
}

function isIn(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
