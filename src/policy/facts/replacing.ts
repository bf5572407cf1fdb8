import { resolvePath } from '../../analysis/paths.ts';
import { endingOf, prefixOf } from '../../analysis/words.ts';
import type { Effect } from '../../model/effect.ts';
import type { Path, Source } from '../../model/word.ts';
import type { Subject } from '../subject.ts';
import { isOwnTemporary } from './deletion.ts';

/** Whether it replaces what is in each of several files: those that match a pattern, are found, or are told by what comes in. */
export function replacesMany({ invocation, acts, analysis }: Subject): boolean {
  // What it moves there, the command has made for each of them: it edits them.
  if (['mv', 'gmv'].includes(invocation.name ?? '')) return false;
  const isRepeated = invocation.via.some(({ kind }) => kind === 'loop');
  return acts.some(
    ({ effect }) =>
      effect.kind === 'writes' &&
      effect.how === 'replaces' &&
      !isMadeAnew(effect) &&
      !isOwnTemporary(effect.path, analysis) &&
      !isDeleted(effect.path, acts) &&
      areMany(effect.path, { isRepeated, cwd: invocation.cwd }),
  );
}

/** Whether it writes what a build makes in the directory that it is run in: each time the same, out of what is there. */
function isMadeAnew({ isBuilt, isRecursive }: Extract<Effect, { readonly kind: 'writes' }>): boolean {
  return isBuilt === true && isRecursive;
}

/** Whether the same files are gone afterwards: that is told as what deletes them. */
function isDeleted(path: Path, acts: Subject['acts']): boolean {
  const text = JSON.stringify(path);
  return acts.some(({ effect }) => effect.kind === 'deletes' && JSON.stringify(effect.path) === text);
}

/** How a path is come to. */
interface Way {
  readonly isRepeated: boolean;
  readonly cwd: Path;
}

function areMany(path: Path, way: Way): boolean {
  if (path.kind !== 'unknown') return path.kind === 'pattern';
  return path.sources.some((source) => tellsEach(source, path, way));
}

/** Whether the path is the very file that was matched or found, and not one that has a name made of its. */
export function tellsEach(
  source: Source,
  { prefix, suffix, count }: Extract<Path, { kind: 'unknown' }>,
  { isRepeated, cwd }: Way,
): boolean {
  switch (source.kind) {
    case 'matched': {
      const { pattern } = source;
      if (source.isPart === true) return false;
      if (pattern.kind !== 'pattern') return prefix + suffix === '';
      return (prefix === '' || prefix === pattern.prefix) && suffix === endingOf(pattern.glob);
    }
    case 'matches':
      return suffix === '';
    case 'found': {
      const start = prefixOf(resolvePath(cwd, source.under));
      return suffix === '' && (prefix === '' || prefix.replace(/\/\.?$/, '') === start);
    }
    case 'input':
      return prefix + suffix === '';
    case 'output':
      return prefix + suffix === '' && (isRepeated || count === 'any');
    case 'variable':
    case 'pipe':
    case 'one-of':
    case 'number':
    case 'other':
      return false;
  }
}
