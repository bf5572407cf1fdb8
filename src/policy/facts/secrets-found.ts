import { prefixOf, textOf } from '../../analysis/words.ts';
import type { Subject } from '../subject.ts';
import { filtersForSecrets } from './asked-names.ts';
import { asksForSecrets, searchers } from './searches.ts';
import { isInSecretDirectory } from './secret-words.ts';

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

/** Options by which a search asks for a kind of files. */
const kinds = /^(?:--include(?:=|$)|-g|--i?glob(?:=|$)|-t|--type(?:=|$))/;

/** What each line has in it: all of a file is shown then. A search for something else is one in code, mostly. */
const anyLine = /^(?:|\.|\^|\$|\.\*|\^\.\*|\.\*\$|\^\.\*\$)$/;

/** Whether it shows all that is in a directory of secrets, where the name of the directory alone says so: `grep -r '' secrets`. */
export function readsSecretDirectory({ invocation: { name, argv }, acts }: Subject): boolean {
  const words = argv.slice(1);
  if (!searchers.test(name ?? '') || words.some((word) => kinds.test(prefixOf(word)))) return false;
  if (!words.some((word) => anyLine.test(textOf(word) ?? 'x'))) return false;
  return acts.some(({ effect }) => {
    if (effect.kind !== 'reads' || !effect.isRecursive) return false;
    const path = textOf(effect.path);
    return path !== null && isInSecretDirectory(`${path}/x`);
  });
}
