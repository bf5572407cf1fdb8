import { has } from '../../analysis/programs/options.ts';
import { prefixOf, sourcesOf } from '../../analysis/words.ts';
import type { PathClass } from '../../model/decision.ts';
import type { Path } from '../../model/word.ts';
import type { Subject } from '../subject.ts';

/** Where nothing is kept: what is in a directory for temporary files, a sandbox's own at that, goes with it. */
const lost: readonly PathClass[] = ['temp', 'sink', 'device', 'unknown'];

/** Whether it moves files to where they are not kept, or one after the other to a place that has room for one. */
export function movesAway(subject: Subject): boolean {
  const { invocation, acts, classesOf } = subject;
  if (!['mv', 'gmv'].includes(invocation.name ?? '')) return false;
  const targets = acts.flatMap(({ effect }) => (effect.kind === 'writes' ? [effect.path] : []));
  const isLost = (path: Path) => {
    const classes = classesOf(path);
    return !classes.includes('workspace') && lost.some((one) => classes.includes(one));
  };
  return (
    targets.some(isLost) ||
    (isRepeated(subject) && targets.some((path) => path.kind === 'known') && !isDirectoryNamed(subject))
  );
}

/** It is come to again and again, each time for another file. */
function isRepeated({ invocation, acts }: Subject): boolean {
  const isInLoop = invocation.via.some(({ kind }) => kind === 'loop');
  return acts.some(({ effect }) => {
    if (effect.kind !== 'deletes' || effect.path.kind !== 'unknown') return false;
    return isInLoop || sourcesOf(effect.path).some(({ kind }) => kind === 'found' || kind === 'input');
  });
}

/** Where `mv` moves nothing unless it is a directory: `-t lib`, `lib/`. */
function isDirectoryNamed({ invocation, call }: Subject): boolean {
  const parsed = call()?.call;
  const last = invocation.argv.at(-1);
  return (
    (parsed !== undefined && has(parsed, '--target-directory')) ||
    (last !== undefined && /\/$/.test(prefixOf(last)))
  );
}
