import type { Offer } from '../model/grant.ts';

/** Whether two offers are for the same, word for word. */
export function isSameOffer(a: Offer, b: Offer): boolean {
  if (a.kind === 'call')
    return b.kind === 'call' && a.cwd === b.cwd && JSON.stringify(a.words) === JSON.stringify(b.words);
  if (b.kind !== 'access' || a.workspace !== b.workspace) return false;
  if (a.access.kind === 'host') return b.access.kind === 'host' && a.access.host === b.access.host;
  return b.access.kind === 'path' && a.access.path === b.access.path && a.access.access === b.access.access;
}
