import { known, prefixOf, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';
import type { Parsed } from '../subject.ts';
import { findsByExpression } from './asked-names.ts';
import { namesAskedFor } from './narrowing.ts';
import { findsSecret, namesSecret } from './secret-words.ts';

/** Programs that show little of a file, so that it does not matter if a hidden one is among many. */
export const glances: ReadonlySet<string> = new Set(
  'grep egrep fgrep rg wc ls stat du file basename dirname realpath readlink md5sum sha1sum sha256sum cksum test ['.split(
    ' ',
  ),
);

/** Those of them that show lines. */
export const searchers = /^(?:[ef]?grep|rg)$/;

/** Programs that run another for what they find. */
const finders: ReadonlySet<string> = new Set(['find', 'fd', 'fdfind']);

/** Whether a search asks for secrets, by their names or by where it begins, for a program that would show them. */
export function asksForSecrets(search: Invocation, { name }: Invocation): boolean {
  if (search.argv.some((word) => namesSecret(word) || namesSecret(inLowerCase(word)))) return true;
  const isGlance = glances.has(name ?? '') && !(search.name === 'find' && searchers.test(name ?? ''));
  if (isGlance) return false;
  if (search.name === 'find' && findsByExpression(search)) return true;
  const names = search.name === 'find' ? namesAskedFor(search) : globsOf(search);
  const asked = names.length === 0 ? ['*'] : names;
  return startsOf(search).some((start) => asked.some((one) => findsSecret(start, one)));
}

/** A word as a search reads it that does not tell letters apart by their case, by an option or where it is asked of a disk. */
function inLowerCase(word: Word): Word {
  const text = textOf(word);
  return text === null ? word : known(text.toLowerCase());
}

/** Where a search begins. What has an ending is a file. */
function startsOf({ name, argv, effects }: Invocation): readonly string[] {
  const read = effects.flatMap((effect) => (effect.kind === 'reads' ? [prefixOf(effect.path)] : []));
  if (name === 'find') return read;
  const words = name === 'git' ? argv.slice(2).map(prefixOf) : [];
  return [...read, ...words].filter((text) => text !== '' && !/^-|\.\w+$/.test(text));
}

/** The names that `fd -e` and `rg -g` ask for. */
function globsOf({ argv }: Invocation): readonly string[] {
  const texts = argv.map(textOf);
  return texts.flatMap((text, at) => {
    const before = texts[at - 1] ?? '';
    if (text === null || text.startsWith('!')) return [];
    return /^(?:-e|--extension)$/.test(before) ? [`*.${text}`] : /^(?:-g|--glob)$/.test(before) ? [text] : [];
  });
}

/** The searches that run an invocation, by a shell maybe. */
export function searchesAround(invocation: Invocation, analysis: Parsed): readonly Invocation[] {
  const found: Invocation[] = [];
  let one = parentOf(invocation, analysis);
  for (; one !== undefined; one = parentOf(one, analysis)) if (finders.has(one.name ?? '')) found.push(one);
  return found;
}

export function parentOf({ parent }: Invocation, { invocations }: Parsed): Invocation | undefined {
  return parent === null ? undefined : invocations[parent];
}
