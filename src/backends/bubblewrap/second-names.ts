import { join, relative } from 'node:path';
import { inOrder } from '../../confine/in-order.ts';
import { accessTo } from '../../confine/tighten.ts';
import type { SandboxPlace } from '../../model/sandbox.ts';
import { withoutEscapes } from './control-groups.ts';
import type { FileView } from './mounts.ts';
import { isWithin } from './resolve-places.ts';
import type { LinkView } from './worktree.ts';

/**
 * Places with the other paths of what they hide: where a machine shows a directory a second time (`mount --bind`, a part of a file system
 * beside all of it), what is hidden by one path could be read by the other.
 */
export function withSecondNames(
  places: readonly SandboxPlace[],
  view: Pick<FileView, 'realPath'> & Pick<LinkView, 'read'>,
): readonly SandboxPlace[] {
  const shown = shownTwice(view.read('/proc/self/mountinfo') ?? '');
  if (shown.length === 0) return places;
  const hidden = places.filter(({ access }) => access === 'hidden');
  const others = hidden.flatMap(({ path }) => {
    const real = view.realPath(path);
    return real === null ? [] : otherNames(real, shown, places);
  });
  const isNamed = (path: string): boolean => places.some((place) => place.path === path);
  const added = [...new Set(others)].filter((path) => !isNamed(path) && isSeen(path, places));
  return inOrder(
    [...places, ...added.map((path) => ({ path, access: 'hidden' as const }))],
    ({ path }) => path,
  );
}

/** Nothing of this machine is in a private place, and nothing at all in one that is hidden. */
function isSeen(path: string, places: readonly SandboxPlace[]): boolean {
  const access = accessTo(path, places);
  return access !== 'hidden' && access !== 'private';
}

/** A part of a file system, and where it is shown; in the order in which they lie over each other. */
interface Shown {
  readonly device: string;
  readonly root: string;
  readonly path: string;
}

/** All that is shown, where some file system is shown at more than one place. Lines as `35 24 0:30 /part /home rw,nosuid … - ext4 …`; see proc_pid_mountinfo(5). */
function shownTwice(table: string): readonly Shown[] {
  const all = table.split('\n').flatMap((line): readonly Shown[] => {
    const [, , device, root, path] = line.split(' ').map(withoutEscapes);
    return device === undefined || root === undefined || path === undefined ? [] : [{ device, root, path }];
  });
  return new Set(all.map(({ device }) => device)).size === all.length ? [] : all;
}

function otherNames(path: string, all: readonly Shown[], places: readonly SandboxPlace[]): readonly string[] {
  const own = coverOf(path, all);
  if (own === undefined) return [];
  const inFileSystem = join(own.root, relative(own.path, path));
  return all.flatMap((shown) => {
    if (shown === own || shown.device !== own.device) return [];
    const whole = isAt(inFileSystem, shown.root);
    const part = isAt(shown.root, inFileSystem) ? relative(inFileSystem, shown.root) : null;
    // A part that is not hidden where it belongs is not hidden elsewhere: what says how names are resolved, for one.
    if (!whole && (part === null || accessTo(join(path, part), places) !== 'hidden')) return [];
    const other = whole ? join(shown.path, relative(shown.root, inFileSystem)) : shown.path;
    return other === path || coverOf(other, all) !== shown ? [] : [other];
  });
}

/** What is seen at a path: of two that are shown at the same place, the later one. */
function coverOf(path: string, all: readonly Shown[]): Shown | undefined {
  const covers = all.filter((shown) => isAt(path, shown.path));
  const deepest = Math.max(...covers.map((shown) => shown.path.length));
  return covers.findLast((shown) => shown.path.length === deepest);
}

function isAt(path: string, directory: string): boolean {
  return path === directory || isWithin(path, directory);
}
