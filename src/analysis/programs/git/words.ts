import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { changes, destroys, readsFile, readsTree, runsCommand, unknownEffect } from '../effects.ts';
import type { Call } from '../program.ts';
import { readsHere } from '../shorthand.ts';
import { tellsNamesAlone } from './names-alone.ts';

export const changesRepository: Effect = changes('repository');
export const losesCommits: Effect = destroys('repository');

/** Shows what is in the repository, and names of files or of files in commits. */
export function readsRepository(call: Call): readonly Effect[] {
  return [readsHere, ...(tellsNamesAlone(call) ? [] : call.operands.flatMap(readsNamed))];
}

/** What a word that is a revision, a path or both (`HEAD:path`) makes git show. */
export function readsNamed(word: Word): readonly Effect[] {
  const text = textOf(word);
  if (text === null) return [readsFile(word)];
  // `:/text` finds a commit by its message, `:(glob)…` and `:!…` are pathspecs with a meaning of their own.
  if (/^:[/(!^]/.test(text) || text.startsWith('-')) return [];
  const path = text.slice(text.indexOf(':') + 1);
  return path === '' ? [] : [readsFile(known(path))];
}

/** The words behind `--`, or `null` if there is none. */
export function behindDashes(call: Call): readonly Word[] | null {
  const at = call.argv.findIndex((word) => textOf(word) === '--');
  return at === -1 ? null : call.argv.slice(at + 1);
}

/** A repository by its address. `ext::` and `fd::` run what they name; unknown words may be such. */
export function reachesAddress(word: Word | null): readonly Effect[] {
  const [, helper, rest = ''] =
    /^([A-Za-z0-9][\w+.-]*)::(.*)/s.exec(word === null ? '' : prefixOf(word)) ?? [];
  if (helper === undefined) return [];
  // A blank that belongs to a word has a percent sign before it.
  const command = rest
    .split(/(?<!%) /)
    .map((text) => known(text.replaceAll('% ', ' ').replaceAll('%%', '%')));
  return [unknownEffect('loaded-code', `${helper}::`), ...(helper === 'ext' ? [runsCommand(command)] : [])];
}

/** Whether a remote is named by a path here. */
export function isLocal(word: Word): boolean {
  return /^(\.{0,2}\/|\.\.?$|~|file:)/.test(prefixOf(word));
}

/** Reads another repository that is here. */
export function readsOther(word: Word): Effect {
  return readsTree(known(prefixOf(word).replace(/^file:\/\//, '')));
}
