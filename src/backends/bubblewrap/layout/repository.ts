import { dirname, join, relative, resolve } from 'node:path';
import { inOrder } from '../../../confine/in-order.ts';
import { accessTo } from '../../../confine/tighten.ts';
import type { SandboxPlace } from '../../../model/sandbox.ts';
import { nameOfList } from './git-excludes.ts';
import { settingsIn } from './git-settings.ts';
import type { FileView } from './mounts.ts';
import { repositorySigns } from './repository-signs.ts';
import { isWithin, whereItLeads } from './resolve-places.ts';
import { type LinkView, lineOf, mostOfPath, namedRepository, repositoryRoots } from './worktree.ts';

/** What has to be known of files to find where Git takes orders from. */
export type RepositoryView = FileView & Pick<LinkView, 'read'>;

/** What Git takes orders from in the directory of a repository, see gitrepository-layout(5). */
const orders: readonly string[] = ['commondir', 'config', 'config.worktree', 'hooks'];

/** The same of a linked worktree, the rest of whose repository lies elsewhere. */
const ordersOfWorktree: readonly string[] = ['commondir', 'config.worktree', 'gitdir'];

/** What Git goes by in all repositories of a user, see git-config(1): in the home directory, and of the machine. */
const settingsOfUser: readonly string[] = ['.gitconfig', '.config/git/config'];
const settingsOfMachine = '/etc/gitconfig';

/** Files of settings that are read for a repository: 100, more than anybody has. */
const mostFiles = 100;

/**
 * Places with what else Git takes orders from in a workspace, beside what is in a `.git` directory: a repository can lie in another
 * directory of it, be the workspace itself or lie above it, and its settings, or those of the user, can name directories of hooks and
 * further settings. Each is only kept.
 */
export function withRepositories(
  places: readonly SandboxPlace[],
  home: string | null,
  view: RepositoryView,
): readonly SandboxPlace[] {
  const found = repositoryRoots(places).flatMap((gitFile) => {
    const workspace = dirname(gitFile);
    const paths = placesOfWorkspace(workspace, home, view);
    return paths
      .filter(({ length }) => length < mostOfPath)
      .flatMap((path) => namesOf(path, workspace, view));
  });
  const isNamed = (path: string): boolean => places.some((place) => place.path === path);
  const added = [...new Set(found)].filter((path) => !isNamed(path) && accessTo(path, places) === 'writable');
  return inOrder(
    [...places, ...added.map((path) => ({ path, access: 'kept' as const }))],
    ({ path }) => path,
  );
}

/** A path, and that by which a level speaks of the same: settings can name what is in the workspace through links. */
function namesOf(path: string, workspace: string, view: RepositoryView): readonly string[] {
  const target = whereItLeads(path, view);
  const own = view.realPath(workspace);
  return [path, own !== null && isWithin(target, own) ? join(workspace, relative(own, target)) : target];
}

function placesOfWorkspace(workspace: string, home: string | null, view: RepositoryView): readonly string[] {
  const missing = repositorySigns.find((name) => view.look(join(workspace, name)) === 'missing');
  const isRepository = missing === undefined;
  const above = [workspace, ...directoriesAbove(view.realPath(workspace) ?? workspace)];
  const tops = above.filter((directory) => hasRepository(directory, view));
  const ofUser = home === null ? [] : within(home, settingsOfUser);
  return [
    // Where one of the signs is missing, that is not to be made: Git would take the workspace for a repository where it has no other, or
    // none any more.
    ...(isRepository
      ? placesOfRepository(workspace, { top: workspace, home }, view)
      : [join(workspace, missing)]),
    ...tops.flatMap((top) => placesOfTop(top, home, view)),
    ...[...(isRepository ? [workspace] : []), ...tops].flatMap((top) =>
      namedBy([...ofUser, settingsOfMachine], { top, home }, view),
    ),
  ];
}

/** What stands in for one counts as missing, and can have been made one meanwhile. */
function hasRepository(directory: string, view: RepositoryView): boolean {
  const gitFile = join(directory, '.git');
  return view.look(gitFile) !== 'missing' || view.realPath(join(gitFile, 'HEAD')) !== null;
}

/** Of the repository that has its files in a directory. */
function placesOfTop(top: string, home: string | null, view: RepositoryView): readonly string[] {
  const gitFile = join(top, '.git');
  return placesOfRepository(namedRepository(gitFile, view) ?? gitFile, { top, home }, view);
}

/** What directories in settings of Git are told by. */
interface Directories {
  /** Where the files of the repository are. */
  readonly top: string;
  readonly home: string | null;
}

function placesOfRepository(own: string, directories: Directories, view: RepositoryView): readonly string[] {
  const common = resolve(own, lineOf(view.read(join(own, 'commondir'))) ?? '.');
  return [
    // Of a `.git` directory they are kept by every level.
    ...(common === join(directories.top, '.git')
      ? []
      : [...within(common, orders), ...heldList(common, view)]),
    ...(own === common ? [] : within(own, ordersOfWorktree)),
    ...namedBy([join(common, 'config'), join(own, 'config.worktree')], directories, view),
  ];
}

/** What Git passes over there, for something to be laid over it, see `withExcludes`; what is missing, or is a link, is not held. */
function heldList(common: string, view: RepositoryView): readonly string[] {
  const path = join(common, nameOfList);
  const isHeld =
    view.realPath(path) === join(view.realPath(common) ?? common, nameOfList) && view.read(path) !== null;
  return isHeld ? [path] : [];
}

/** What settings name: files that they include, and in all of them directories of hooks. */
function namedBy(
  files: readonly string[],
  { top, home }: Directories,
  view: RepositoryView,
): readonly string[] {
  const waiting = [...files];
  const read = new Set<string>();
  const hooks: string[] = [];
  for (let file = waiting.shift(); file !== undefined && read.size < mostFiles; file = waiting.shift()) {
    if (read.has(file)) continue;
    read.add(file);
    const { included, hooksPaths } = placesIn(view.read(file) ?? '', home);
    waiting.push(...included.map((path) => resolve(dirname(file), path)));
    hooks.push(...hooksPaths.map((path) => resolve(top, path)));
  }
  return [...read, ...waiting, ...hooks].filter((path) => !files.includes(path));
}

/** Paths as they stand in a file of settings; what is in the home directory of somebody else, or beside Git's own files, is not the workspace's. */
function placesIn(text: string, home: string | null) {
  const settings = settingsIn(text).map(({ name, value }) => ({ name, path: withHome(value, home) }));
  const named = (pattern: RegExp) =>
    settings.flatMap(({ name, path }) =>
      pattern.test(name) && path !== '' && !/^[~%]/.test(path) ? [path] : [],
    );
  return { included: named(/^include(?:if\..*)?\.path$/s), hooksPaths: named(/^core\.hookspath$/) };
}

function withHome(path: string, home: string | null): string {
  return home === null ? path : path.replace(/^~(?=\/|$)/, () => home);
}

function within(directory: string, names: readonly string[]): readonly string[] {
  return names.map((name) => join(directory, name));
}

function directoriesAbove(directory: string): readonly string[] {
  const above = dirname(directory);
  return above === directory ? [] : [above, ...directoriesAbove(above)];
}
