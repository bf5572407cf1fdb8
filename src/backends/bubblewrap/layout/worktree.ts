import { dirname, join, relative, resolve } from 'node:path';
import { inOrder } from '../../../confine/in-order.ts';
import { isInPrivateDirectory } from '../../../confine/private-directories.ts';
import { accessTo } from '../../../confine/tighten.ts';
import type { SandboxPlace } from '../../../model/sandbox.ts';
import { nameOfList } from './git-excludes.ts';

/** What has to be known of what is in files, and of links. */
export interface LinkView {
  /** The text of a file; `null` when there is none, or it has more than 16 MiB. */
  read(path: string): string | null;
  /** The same of a file that only has a path in it; `null` also when it has more. */
  readPath(path: string): string | null;
  /** As `read`, of a file that is at this very path; `null` also for one that links lead to. */
  readItself(path: string): string | null;
  /** The path by which it is reached without any link; `null` when nothing is there. */
  realPath(path: string): string | null;
}

/** What has to be known of files to find where a linked worktree has its repository. */
export type WorktreeView = Omit<LinkView, 'readItself'>;

/**
 * Places with those of the repository that a linked worktree in them belongs to, as far as a commit writes there: the
 * repository lies elsewhere, where nothing could be written. See gitrepository-layout(5). A worktree counts as one
 * when its repository says so too: a `.git` file alone, which could have come with the files, opens nothing.
 */
export function withWorktrees(places: readonly SandboxPlace[], view: WorktreeView): readonly SandboxPlace[] {
  const more = repositoryRoots(places).flatMap((gitFile) => placesOf(gitFile, places, view));
  // What was said of a place goes before; what is hidden stays so.
  const added = more.filter(({ path }) => {
    const isNamed = places.some((place) => place.path === path);
    return !isNamed && accessTo(path, places) !== 'hidden';
  });
  return inOrder([...places, ...added], ({ path }) => path);
}

const configName = '/.git/config';

/** The `.git` of each workspace that can be written to; it need not be there. */
export function repositoryRoots(places: readonly SandboxPlace[]): readonly string[] {
  const kept = places.filter(({ path, access }) => access === 'kept' && path.endsWith(configName));
  const roots = kept.map(({ path }) => dirname(path));
  return roots.filter((gitFile) => accessTo(dirname(gitFile), places) === 'writable');
}

/** What such a file begins with. */
const namesRepository = 'gitdir: ';

/** PATH_MAX of Linux, in bytes: what has more units leads nowhere, and to look where it might could take minutes. */
export const mostOfPath = 4_096;

/** The directory that a file in the place of `.git` names; `null`: there is no such file, or nothing can be where it names. */
export function namedRepository(gitFile: string, view: Pick<LinkView, 'read'>): string | null {
  const text = lineOf(view.read(gitFile)) ?? '';
  const gitDir = text.startsWith(namesRepository) ? text.slice(namesRepository.length) : '';
  const named = resolve(dirname(gitFile), gitDir);
  return gitDir === '' || named.length >= mostOfPath ? null : named;
}

function placesOf(
  gitFile: string,
  places: readonly SandboxPlace[],
  view: WorktreeView,
): readonly SandboxPlace[] {
  const own = namedRepository(gitFile, view);
  const real = own && view.realPath(own);
  if (own === null || real === null) return [];
  const common = resolve(own, lineOf(view.readPath(join(real, 'commondir'))) ?? '.');
  if (dirname(own) !== join(common, 'worktrees') || !isLinked(gitFile, { real, common }, view)) return [];
  // What commands have there they could put elsewhere at any moment, and a link in its place.
  if (isInPrivateDirectory(view.realPath(common) ?? common)) return [];
  const open = [...['objects', 'refs', 'logs'].map((name) => join(common, name)), own];
  return [
    ...shownWhole(common, places, view),
    ...heldList(common, view),
    ...open.filter((path) => isIn(common, path, view)).map((path) => ({ path, access: 'writable' as const })),
    // What says whose configuration holds, and what is part of it.
    ...['commondir', 'gitdir', 'config.worktree'].map((name) => ({
      path: join(own, name),
      access: 'kept' as const,
    })),
  ];
}

/**
 * Whether the part of a repository that is a worktree's, without links, is of this one, and in that repository. A link can come and go at any
 * moment, so that of a path through one each look can be at something else.
 */
function isLinked(
  gitFile: string,
  { real, common }: { readonly real: string; readonly common: string },
  view: WorktreeView,
): boolean {
  const back = lineOf(view.readPath(join(real, 'gitdir')));
  const realFile = view.realPath(gitFile);
  const workspace = view.realPath(dirname(gitFile));
  const realCommon = view.realPath(common);
  if (back === null || workspace === null || realCommon === null) return false;
  const isOfThis = realFile === join(workspace, '.git') && view.realPath(resolve(real, back)) === realFile;
  return isOfThis && dirname(real) === join(realCommon, 'worktrees');
}

/**
 * The rest of a repository that lies in a private directory, as in `/tmp`: there Git would not see what else has references, and would pack them
 * into a file that nobody has afterwards, and remove what it takes for packed, or for unused.
 */
function shownWhole(
  common: string,
  places: readonly SandboxPlace[],
  view: WorktreeView,
): readonly SandboxPlace[] {
  const real = view.realPath(common);
  if (real === null || accessTo(real, places) !== 'private') return [];
  // A link towards it can have come with the files, and lead to all that is private.
  return [{ path: real, access: 'read-only' }];
}

/** What Git passes over in all worktrees, as a place that something can be laid over; see `withExcludes`. */
function heldList(common: string, view: WorktreeView): readonly SandboxPlace[] {
  const path = join(common, nameOfList);
  return isIn(common, path, view) && view.read(path) !== null ? [{ path, access: 'read-only' }] : [];
}

/** A link in a repository can have come with it, and lead to anything. */
function isIn(directory: string, path: string, view: WorktreeView): boolean {
  const real = view.realPath(path);
  const realDirectory = view.realPath(directory);
  return real === null || (realDirectory !== null && real === join(realDirectory, relative(directory, path)));
}

/** A text without the ends of lines that it ends with, as Git reads it: one may come from Windows. */
export function lineOf(text: string | null): string | null {
  return text === null ? null : text.replace(/(?<![\r\n])[\r\n]+$/, '');
}
