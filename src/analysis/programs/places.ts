import type { Word } from '../../model/word.ts';
import { dropStart, known, prefixOf, textOf, unknown } from '../words.ts';
import { allValues } from './options.ts';
import type { Call } from './program.ts';

/** A file that a program finds by itself in the home directory. */
export function inHome(path: string): Word {
  return unknown('', `/${path}`, [{ kind: 'variable', name: 'HOME' }]);
}

/** What the file is called that a URL is saved as; `null` if that is not to be known. */
export function fileNameOf(url: Word): string | null {
  const text = textOf(url);
  if (text === null) return null;
  const path = text.replace(/[?#].*$/, '').replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(slash + 1);
}

/** The file of a `file:` URL, or `null` for others. */
export function fileOfUrl(url: Word): Word | null {
  const start = /^file:(\/\/(localhost)?(?=\/))?/i.exec(prefixOf(url));
  return start === null ? null : dropStart(url, start[0].length);
}

/** Whether a word names something on another host, as scp and rsync read it: `host:path`, `scheme://…`. */
export function isRemote(word: Word): boolean {
  return /^[^/]*:/.test(prefixOf(word));
}

/** Whether a word could name something on another host. */
export function mayBeRemote(word: Word): boolean {
  return isRemote(word) || (word.kind === 'unknown' && !prefixOf(word).includes('/'));
}

/** The host in `user@host:path` and `scheme://user@host/path`. */
export function hostIn(word: Word): Word {
  const text = textOf(word);
  if (text === null) return word;
  const host = /^[a-z]+:\/\/([^/]*)/i.exec(text)?.[1] ?? text.replace(/:.*$/s, '');
  return known(host);
}

/** Names of the standard input. */
export function isInput(word: Word): boolean {
  return ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(textOf(word) ?? '');
}

/** The code that comes in where one of these options says that it is read there; none where it is not known. */
export function codeComingIn(call: Call, options: readonly string[]): readonly Word[] {
  const { stdin } = call;
  if (stdin.kind !== 'text' && stdin.kind !== 'pipe') return [];
  return options.some((option) => allValues(call, option).some(isInput)) ? [stdin.text] : [];
}

/** Names that stand for the standard input or output. */
export function isStream(word: Word): boolean {
  return ['-', '/dev/stdout', '/dev/stderr', '/dev/stdin', '/dev/null'].includes(textOf(word) ?? '');
}
