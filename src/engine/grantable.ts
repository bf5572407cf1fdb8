import { type AccessScope, judgeAccess, nearestDirectory } from '../confine/judge-access.ts';
import { realPlace } from '../confine/real-places.ts';
import { accessTo } from '../confine/tighten.ts';
import type { Access } from '../model/access.ts';
import type { Denial, SandboxPlan } from '../model/sandbox.ts';
import { scopeOf } from './access.ts';
import { filesOf } from './confinement.ts';
import type { Stages } from './stages.ts';

type Looking = Pick<Stages, 'backend' | 'sandbox' | 'realPath' | 'look' | 'otherNames' | 'mayWrite'>;

/**
 * What to ask for so that a command is not denied the same again: the narrowest that will do, and only what a person can
 * grant. `asked` is what it was allowed this once, which it would have to ask for again.
 */
export function grantableOf(
  stages: Looking,
  plan: SandboxPlan,
  denials: readonly Denial[],
  asked: readonly Access[],
): readonly Access[] {
  if (denials.length === 0) return [];
  const scope = scopeOf(stages, plan);
  const needed = denials
    .flatMap((denial) => needOf(denial, plan, stages))
    .filter((access) => judgeAccess(access, scope).kind === 'ask');
  if (needed.length === 0) return [];
  return [...new Map([...asked, ...needed].map((access) => [JSON.stringify(access), access])).values()];
}

function needOf(denial: Denial, plan: SandboxPlan, stages: Looking): readonly Access[] {
  if (denial.kind === 'right') return [];
  if (denial.kind === 'network') return denial.rule === null ? [] : [{ kind: 'host', host: denial.rule }];
  const path = stages.realPath(denial.path);
  switch (denial.access) {
    case 'hidden':
      return [{ kind: 'path', path, access: 'read-only' }];
    case 'read-only':
      // What is hidden stays so, also in what may be written to.
      return accessTo(path, plan.places) === 'hidden'
        ? []
        : writing([thereOrAbove(path, stages.look)], stages);
    case 'kept':
      return writing(keptAt(path, plan, stages), stages);
  }
}

/** Where this user may not write the sandbox makes no difference. */
function writing(paths: readonly string[], { look, mayWrite }: Looking): readonly Access[] {
  return paths
    .filter((path) => mayWrite(thereOrAbove(path, look)))
    .map((path) => ({ kind: 'path', path, access: 'writable' }));
}

/** What is not there is made in a directory that is. */
function thereOrAbove(path: string, look: AccessScope['look']): string {
  return look(path) === 'missing' ? nearestDirectory(path, look) : path;
}

/** What is kept is kept by itself, also where the way to it was the first thing to be in the way. */
function keptAt(path: string, plan: SandboxPlan, { backend, realPath, look }: Looking): readonly string[] {
  const { places } = filesOf(backend, plan);
  const kept = places.filter(({ access }) => access === 'kept').map((place) => realPlace(place, realPath));
  const holder = kept.find((place) => isIn(path, place));
  if (holder === undefined) {
    // What is not there has nothing else in it yet, and is less to read.
    const within = kept.filter((place) => isIn(place, path));
    return within.length > 1 && look(path) === 'missing' ? [path] : within;
  }
  const near = thereOrAbove(path, look);
  return [isIn(near, holder) ? near : holder];
}

function isIn(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}
