import { basename, dirname, join } from 'node:path';
import { withPaths } from '../../confine/widen.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import { fileView } from './file-view.ts';
import { type FileView, type Layout, layOut } from './mounts.ts';
import { type Remembered, rememberFiles } from './remember-files.ts';
import { withRepositories } from './repository.ts';
import { withSecondNames } from './second-names.ts';
import { type LinkView, withWorktrees } from './worktree.ts';

/** A sandbox with the files that are on this machine now. */
export interface LaidOutHere {
  /** Those of its plan, and those that follow from what the files are. What a person has allowed is, whichever of them would hold it. */
  readonly places: SandboxPlan['places'];
  readonly layout: Layout;
}

type Files = Pick<SandboxPlan, 'places' | 'granted'>;

export function createLayOutHere(): (sandbox: Files) => Remembered<LaidOutHere> {
  return rememberFiles(
    fileView,
    ({ places, granted }: Files, view) => {
      const found = withSecondNames(withRepositories(withWorktrees(places, view), view), view);
      const all = withPaths(found, granted, (path) => followed(path, view));
      return { places: all, layout: layOut(all, view) };
    },
    // With what is granted there are other places.
    { keyOf: ({ places }) => places },
  );
}

/** Where a path leads; of one that is not there, where it would be made. */
function followed(path: string, view: FileView & LinkView): string {
  const real = view.realPath(path);
  return real ?? (path === '/' ? path : join(followed(dirname(path), view), basename(path)));
}
