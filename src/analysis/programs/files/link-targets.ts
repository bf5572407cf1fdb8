import type { Word } from '../../../model/word.ts';
import { known, prefixOf, prepend, sourcesOf, textOf, unknown } from '../../words.ts';
import { has } from '../options.ts';
import type { Call } from '../program.ts';

/** The directories that links may be in: a target is their name, or the directory that they are put into. */
export function directoriesOf(call: Call, targets: readonly Word[]): readonly Word[] {
  const isName = has(call, '--no-target-directory');
  const isDirectory = has(call, '--target-directory') || call.operands.length > 2;
  return targets.flatMap((target) => {
    const text = textOf(target);
    if (text === null) return [directoryOfUnknown(target)];
    if (isDirectory || /(?:^|\/)\.{0,2}$/.test(text)) return [target];
    const around = known(/^(.*\/)[^/]*$/s.exec(text)?.[1] ?? '.');
    return isName ? [around] : [around, target];
  });
}

/** What a link leads to that is in one of these directories: a path that does not begin with a slash counts from there. */
export function fromDirectories(word: Word, directories: readonly Word[]): readonly Word[] {
  const isFixed = prefixOf(word) === '' ? word.kind === 'unknown' : prefixOf(word).startsWith('/');
  if (isFixed || directories.length === 0) return [word];
  return directories.map((directory) => {
    const text = textOf(directory);
    return text === null ? unknown() : prepend(text.endsWith('/') ? text : `${text}/`, word);
  });
}

/** Of the name of a file that matches a pattern, the directory is known; of other names nothing is. */
function directoryOfUnknown(word: Word): Word {
  const isName = sourcesOf(word).every(({ kind }) => kind === 'matched' || kind === 'number');
  if (word.kind !== 'unknown' || word.count === 'any' || !isName || word.sources.length === 0)
    return unknown();
  return known(/^.*\//s.exec(word.prefix)?.[0] ?? '.');
}
