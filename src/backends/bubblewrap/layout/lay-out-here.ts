import { dirname } from 'node:path';
import { withPaths } from '../../../confine/widen.ts';
import type { SandboxPlace, SandboxPlan } from '../../../model/sandbox.ts';
import { fileView } from './file-view.ts';
import { withExcludes, withoutLinkedLists } from './git-excludes.ts';
import { type Layout, layOut } from './mounts.ts';
import { withOrders } from './orders-in-places.ts';
import { type Remembered, rememberFiles } from './remember-files.ts';
import { withRepositories } from './repository.ts';
import { whereItLeads } from './resolve-places.ts';
import { withSecondNames } from './second-names.ts';
import { withPlainSettings } from './settings-files.ts';
import { repositoryRoots, withWorktrees } from './worktree.ts';

/** A sandbox with the files that are on this machine now. */
export interface LaidOutHere {
  /** Those of its plan, and those that follow from what the files are. What a person has allowed is, whichever of them would hold it. */
  readonly places: SandboxPlan['places'];
  readonly layout: Layout;
  /** Where what can be written to, or was allowed, led by its links when it was laid out; `null`: nothing was there. */
  leads(path: string): string | null;
}

/** Where Git has the files of a repository. */
function topsOf(places: SandboxPlan['places']): readonly string[] {
  return repositoryRoots(places).map(dirname);
}

function writableOf(places: readonly Pick<SandboxPlace, 'path' | 'access'>[]): readonly string[] {
  return places.flatMap(({ path, access }) => (access === 'writable' ? [path] : []));
}

type Files = Pick<SandboxPlan, 'home' | 'places' | 'shownInPart' | 'granted'>;

export function createLayOutHere(): (sandbox: Files) => Remembered<LaidOutHere> {
  return rememberFiles(
    fileView,
    ({ home, places, shownInPart, granted }: Files, view) => {
      const named = [...places.filter(({ access }) => access === 'writable'), ...granted];
      const open = withWorktrees(withoutLinkedLists(places, view), view);
      const kept = withOrders(withRepositories(open, home, view), writableOf([...places, ...granted]), view);
      const found = withSecondNames(kept, view);
      const all = withPaths(found, granted, (path) => whereItLeads(path, view));
      const layout = withExcludes(layOut(all, view), topsOf(places), view);
      const leads = new Map(named.map(({ path }) => [path, view.realPath(path)]));
      return {
        places: all,
        layout: withPlainSettings(layout, shownInPart, view),
        leads: (path) => leads.get(path) ?? null,
      };
    },
    // With what is granted there are other places.
    { keyOf: ({ places }) => places },
  );
}
