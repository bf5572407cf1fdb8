import { resolvePath } from '../../analysis/paths.ts';
import { known, textOf } from '../../analysis/words.ts';
import type { Path } from '../../model/word.ts';
import type { Places } from '../paths/places.ts';
import type { Parsed } from '../subject.ts';
import type { Surroundings } from './listing.ts';
import { isInRepositoryOfWorkspace } from './repositories.ts';

/**
 * The path in the workspace that one stands for which begins with what `git rev-parse --show-toplevel` prints, where the
 * workspace has a repository of its own; else `null`. If git prints nothing, the path is one in the root: there may be
 * nothing there.
 */
export function pathFromTop(path: Path, { analysis, places }: Surroundings): Path | null {
  if (path.kind !== 'unknown' || path.count !== 'one' || path.prefix !== '') return null;
  const [source, second] = path.sources;
  if (source?.kind !== 'output' || second !== undefined || !/^(?:\/|$)/.test(path.suffix)) return null;
  const { workspace } = places;
  if (workspace === null || !printsWorkspace(source.of, analysis, places)) return null;
  if (path.suffix !== '' && places.followed?.isThere?.(path.suffix) !== false) return null;
  return resolvePath(known('/'), known(`${workspace}${path.suffix}`));
}

function printsWorkspace([id, second]: readonly number[], analysis: Parsed, places: Places): boolean {
  const invocation = id === undefined || second !== undefined ? undefined : analysis.invocations[id];
  if (invocation === undefined || invocation.assignments.length > 0) return false;
  const { argv, cwd } = invocation;
  if (argv.map(textOf).join(' ') !== 'git rev-parse --show-toplevel') return false;
  const { workspace, followed = null } = places;
  if (workspace === null || textOf(cwd) !== workspace) return false;
  const hasOwn = followed?.isThere?.(`${workspace}/.git`) === true;
  return hasOwn && isInRepositoryOfWorkspace(workspace, { invocation, analysis, places });
}
