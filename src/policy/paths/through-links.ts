import type { PathClass } from '../../model/decision.ts';
import { classesOfName, isHarmful, isTold } from './known-path.ts';
import type { Matching } from './matched-links.ts';
import type { Places } from './places.ts';

/**
 * What a pattern stands for, with the links among what it matches. Where one of them leads out of the workspace that the pattern is in, not
 * all of it is there; where there is too much to look at, it is not known.
 */
export function throughLinks(
  own: readonly PathClass[],
  matching: Matching,
  { followed = null }: Places,
): readonly PathClass[] {
  if (!followed?.matchedLinks) return own;
  const links = followed.matchedLinks(matching);
  if (links === null) return [...new Set(['unknown' as const, ...own.filter(isTold)])];
  if (links.length === 0) return own;
  const targets = links.map(({ leadsTo }) => classesOfName(leadsTo, followed.places));
  const stay = targets.every((classes) => classes.some((one) => staysWith(one, own)));
  const place = stay ? own : (['outside', ...own.filter(isHarmful)] as const);
  return [...new Set([...place, ...targets.flat().filter(isHarmful)])];
}

/** Whether what is of this class is in the same place, or may be read wherever it is named. */
function staysWith(target: PathClass, own: readonly PathClass[]): boolean {
  if (target === 'workspace' || target === 'temp') return own.includes(target);
  return target === 'public' || target === 'sink' || target === 'endless' || target === 'terminal';
}
