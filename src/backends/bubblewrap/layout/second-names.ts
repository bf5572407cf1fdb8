import { basename, dirname, join, relative } from 'node:path';
import { inOrder } from '../../../confine/in-order.ts';
import { rememberLast } from '../../../confine/remember.ts';
import { accessTo } from '../../../confine/tighten.ts';
import type { SandboxPlace } from '../../../model/sandbox.ts';
import { withoutEscapes } from '../limits/control-groups.ts';
import type { FileView } from './mounts.ts';
import { isWithin, whereItLeads } from './resolve-places.ts';
import type { LinkView } from './worktree.ts';

type View = Pick<FileView, 'realPath'> & Pick<LinkView, 'read'>;

/**
 * Places with the other paths of what they hide or keep: where a machine shows a directory a second time (`mount --bind`, a part of a file system
 * beside all of it), what is hidden by one path could be read by the other, and what is kept be written to.
 */
export function withSecondNames(places: readonly SandboxPlace[], view: View): readonly SandboxPlace[] {
  const shown = shownNow(view);
  if (shown.length === 0) return places;
  const more = (['hidden', 'kept'] as const).flatMap((access) => {
    const isSuch = (path: string): boolean => accessTo(path, places) === access;
    const paths = places.flatMap((place) => (place.access === access ? (placeOf(place, view) ?? []) : []));
    return paths.flatMap((path) => namesOf(path, shown, isSuch)).map((path) => ({ path, access }));
  });
  const known = new Set(places.map(({ path }) => path));
  const added = more.filter((place) => {
    const isNew = !known.has(place.path) && isMeant(place, places);
    known.add(place.path);
    return isNew;
  });
  return inOrder([...places, ...added], ({ path }) => path);
}

/** The other paths by which a machine shows what is at a path without links, or is beneath it. */
export function otherNames(path: string, view: Pick<View, 'read'>): readonly string[] {
  return namesOf(path, shownNow(view), () => true);
}

/** Where a place really is. What is hidden and not there could not be read either; what is kept is not to be made. */
function placeOf({ path, access }: SandboxPlace, view: View): string | null {
  return access === 'kept' ? join(whereItLeads(dirname(path), view), basename(path)) : view.realPath(path);
}

function isMeant({ path, access }: SandboxPlace, places: readonly SandboxPlace[]): boolean {
  return access === 'kept' ? accessTo(path, places) === 'writable' : isSeen(path, places);
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
const shownTwice = rememberLast(1, (table: string): readonly Shown[] => {
  const all = table.split('\n').flatMap((line): readonly Shown[] => {
    const [, , device, root, path] = line.split(' ').map(withoutEscapes);
    return device === undefined || root === undefined || path === undefined ? [] : [{ device, root, path }];
  });
  return new Set(all.map(({ device }) => device)).size === all.length ? [] : all;
});

function shownNow(view: Pick<View, 'read'>): readonly Shown[] {
  return shownTwice(view.read('/proc/self/mountinfo') ?? '');
}

/** `isSuch`: whether what is beneath the path, and shown elsewhere by itself, is meant too. */
function namesOf(path: string, all: readonly Shown[], isSuch: (path: string) => boolean): readonly string[] {
  const own = coverOf(path, all);
  if (own === undefined) return [];
  const inFileSystem = join(own.root, relative(own.path, path));
  return all.flatMap((shown) => {
    if (shown === own || shown.device !== own.device) return [];
    const whole = isAt(inFileSystem, shown.root);
    const part = isAt(shown.root, inFileSystem) ? relative(inFileSystem, shown.root) : null;
    // A part that is not hidden where it belongs is not hidden elsewhere: what says how names are resolved, for one.
    if (!whole && (part === null || !isSuch(join(path, part)))) return [];
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
