import { prefixOf } from '../../analysis/words.ts';
import type { Effect } from '../../model/effect.ts';
import { isWithin } from '../paths/places.ts';
import { isHarmlessOption, type Surroundings } from './listing.ts';

/**
 * Whether git takes a directory for a part of the workspace's own repository. It goes up from where it is, and stays at the first
 * directory that has a repository in it, or is one itself: none may be on the way. What is found there has to hold still
 * until git looks, so the command may do nothing but read.
 */
export function isInRepositoryOfWorkspace(
  directory: string,
  { invocation, analysis, places }: Surroundings,
): boolean {
  const { followed = null } = places;
  if (followed === null || !invocation.isHere) return false;
  const { realPath, isThere } = followed;
  const top = followed.places.workspace;
  if (isThere === null || top === null || !isThere(directory)) return false;
  const { invocations, ranBefore = 0 } = analysis;
  const runsYet = invocations.filter(({ id, isBackground }) => id >= ranBefore || isBackground);
  if (!runsYet.every((each) => makesNoFiles({ invocation: each, analysis, places }))) return false;
  for (let at = realPath(directory); at !== top; at = at.slice(0, at.lastIndexOf('/'))) {
    if (!isWithin(at, top) || marks.some((name) => isThere(`${at}/${name}`))) return false;
  }
  return true;
}

/** What is in every directory with a repository, and in every one that is a repository. */
const marks = ['.git', 'HEAD'];

/** Whether an invocation does nothing but read. */
export function makesNoFiles(around: Surroundings): boolean {
  return around.invocation.effects.every((effect) => leavesFiles(effect) || isHarmlessOption(effect, around));
}

/** An effect that makes no file, whatever comes of it. What is read of the code that is run is among the invocations. */
function leavesFiles(effect: Effect): boolean {
  switch (effect.kind) {
    case 'reads':
    case 'discloses':
    case 'sets':
    case 'interactive':
    case 'background':
    case 'changes-directory':
      return true;
    case 'writes':
      return /^\/dev\/(?:null|stdout|stderr)$/.test(prefixOf(effect.path));
    case 'executes':
      return effect.code.kind === 'command' || effect.code.kind === 'shell';
    case 'changes':
      return effect.subject === 'shell';
    case 'deletes':
    case 'network':
    case 'privilege':
    case 'unknown':
      return false;
  }
}
