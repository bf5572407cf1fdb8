import type { Path, Source } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';

/** Nothing but what stands for everything in the root where there is nothing else: `/`, `/*`, `/.`. */
const restOfRoot = /^[/.*]*$/;

/** Whether it would delete everything in a place that is not known, and could be the root: `rm -rf "$directory/"`. */
export function mayDeleteRoot({ acts, analysis }: Subject): boolean {
  return acts.some(
    ({ effect }) => effect.kind === 'deletes' && effect.isRecursive && mayBeRoot(effect.path, analysis),
  );
}

function mayBeRoot(path: Path, analysis: Parsed): boolean {
  if (path.kind !== 'unknown' || !restOfRoot.test(path.prefix + path.suffix)) return false;
  return path.sources.length === 0 || !path.sources.every((source) => isElsewhere(source, analysis));
}

/** Whether what comes from there is the name of something that is no root. */
function isElsewhere(source: Source, { invocations }: Parsed): boolean {
  switch (source.kind) {
    case 'found':
    case 'matched':
    case 'number':
    case 'pipe':
      return true;
    case 'output':
      return source.of.length > 0 && source.of.every((id) => invocations[id]?.name === 'mktemp');
    case 'matches':
    case 'variable':
    case 'input':
    case 'one-of':
    case 'other':
      return false;
  }
}
