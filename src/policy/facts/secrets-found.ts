import type { Subject } from '../subject.ts';
import { filtersForSecrets } from './asked-names.ts';
import { asksForSecrets } from './searches.ts';

/** Programs that print names of files, or run others for them. */
const listers: ReadonlySet<string> = new Set(['find', 'fd', 'fdfind', 'git', 'locate', 'ls', 'rg']);

/** Whether it reads files of which the command itself looks for the names, as those of secrets. */
export function readsSecretFound({ invocation, acts, analysis, classesOf }: Subject): boolean {
  const isOpen = acts.some(
    ({ effect }) =>
      effect.kind === 'reads' &&
      effect.path.kind === 'unknown' &&
      !classesOf(effect.path).includes('workspace'),
  );
  if (!isOpen) return false;
  return analysis.invocations.some(
    (search) =>
      search !== invocation &&
      ((listers.has(search.name ?? '') && asksForSecrets(search, invocation)) || filtersForSecrets(search)),
  );
}
