import { basename, dirname, join } from 'node:path';
import { withPaths } from '../../confine/widen.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import { fileView } from './file-view.ts';
import { rememberFiles } from './remember-files.ts';
import { withRepositories } from './repository.ts';
import { withSecondNames } from './second-names.ts';
import { withWorktrees } from './worktree.ts';

/**
 * Finds all places of a sandbox: those of its plan, and those that follow from what the files of this machine are now. What a person has
 * allowed is, whichever of them would hold it.
 */
export function createPlacesHere(): (
  sandbox: Pick<SandboxPlan, 'places' | 'granted'>,
) => SandboxPlan['places'] {
  const withFound = rememberFiles(fileView, (places: SandboxPlan['places'], view) =>
    withSecondNames(withRepositories(withWorktrees(places, view), view), view),
  );
  return ({ places, granted }) => {
    const all = withFound(places).value;
    return granted.length === 0 ? all : withPaths(all, granted, followed);
  };
}

/** Where a path leads; of one that is not there, where it would be made. */
function followed(path: string): string {
  const real = fileView.realPath(path);
  return real ?? (path === '/' ? path : join(followed(dirname(path)), basename(path)));
}
