import { dirname, join, resolve } from 'node:path';
import { inOrder } from '../../confine/in-order.ts';
import { accessTo } from '../../confine/tighten.ts';
import type { SandboxPlace } from '../../model/sandbox.ts';
import { settingsIn } from './git-settings.ts';
import type { FileView } from './mounts.ts';
import { lineOf, namedRepository, repositoryRoots } from './worktree.ts';

/** What has to be known of files to find where Git takes orders from. */
export type RepositoryView = Pick<FileView, 'look'> & {
  /** The text of a file; `null` when there is none. */
  read(path: string): string | null;
};

/** What Git takes orders from in the directory of a repository, see gitrepository-layout(5). */
const orders: readonly string[] = ['commondir', 'config', 'config.worktree', 'hooks'];

/** The same of a linked worktree, the rest of whose repository lies elsewhere. */
const ordersOfWorktree: readonly string[] = ['commondir', 'config.worktree', 'gitdir'];

/** What Git knows the directory of a repository by; what is least likely to be made for anything else goes first. */
const signs: readonly string[] = ['refs', 'objects', 'HEAD'];

/** Files of settings that are read: 10, as deep as Git goes. */
const mostFiles = 10;

/**
 * Places with what else Git takes orders from in a workspace, beside what is in a `.git` directory: a repository can lie in another
 * directory of it, or be the workspace itself, and its settings can name directories of hooks and further settings. Each is only kept.
 */
export function withRepositories(
  places: readonly SandboxPlace[],
  view: RepositoryView,
): readonly SandboxPlace[] {
  const found = repositoryRoots(places).flatMap((gitFile) => [
    ...placesOfRepository(gitFile, view),
    ...placesOfWorkspace(dirname(gitFile), view),
  ]);
  const isNamed = (path: string): boolean => places.some((place) => place.path === path);
  const added = [...new Set(found)].filter((path) => !isNamed(path) && accessTo(path, places) === 'writable');
  return inOrder(
    [...places, ...added.map((path) => ({ path, access: 'kept' as const }))],
    ({ path }) => path,
  );
}

function placesOfRepository(gitFile: string, view: RepositoryView): readonly string[] {
  const named = namedRepository(gitFile, view);
  const own = named ?? gitFile;
  const common = resolve(own, lineOf(view.read(join(own, 'commondir'))) ?? '.');
  const isLinked = own !== common;
  return [
    // Of a `.git` directory they are kept by every level.
    ...(named === null ? [] : within(common, orders)),
    ...(isLinked ? within(own, ordersOfWorktree) : []),
    ...namedBy([join(common, 'config'), join(own, 'config.worktree')], dirname(gitFile), view),
  ];
}

/**
 * Of the workspace itself: where all signs are there, Git takes orders in it. Where one is missing, that is not to be made: Git would take
 * the workspace for a repository where it has no other, or none any more.
 */
function placesOfWorkspace(workspace: string, view: RepositoryView): readonly string[] {
  const missing = signs.find((name) => view.look(join(workspace, name)) === 'missing');
  return within(workspace, missing === undefined ? orders : [missing]);
}

/** What settings name: files that they include, and in all of them directories of hooks. */
function namedBy(files: readonly string[], workspace: string, view: RepositoryView): readonly string[] {
  const waiting = [...files];
  const read = new Set<string>();
  const hooks: string[] = [];
  for (let file = waiting.shift(); file !== undefined && read.size < mostFiles; file = waiting.shift()) {
    if (read.has(file)) continue;
    read.add(file);
    const { included, hooksPaths } = placesIn(view.read(file) ?? '');
    waiting.push(...included.map((path) => resolve(dirname(file), path)));
    hooks.push(...hooksPaths.map((path) => resolve(workspace, path)));
  }
  return [...read, ...waiting, ...hooks].filter((path) => !files.includes(path));
}

/** Paths as they stand in a file of settings; what is in the home directory, or beside Git's own files, is not the workspace's. */
function placesIn(text: string) {
  const settings = settingsIn(text).filter(({ value }) => value !== '' && !/^[~%]/.test(value));
  const named = (pattern: RegExp) =>
    settings.flatMap(({ name, value }) => (pattern.test(name) ? [value] : []));
  return { included: named(/^include(?:if\..*)?\.path$/s), hooksPaths: named(/^core\.hookspath$/) };
}

function within(directory: string, names: readonly string[]): readonly string[] {
  return names.map((name) => join(directory, name));
}
