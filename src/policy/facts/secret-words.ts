import { escapeGlob } from '../../analysis/words.ts';
import type { Source, Word } from '../../model/word.ts';
import { bracket, longestGlob, namePattern } from '../glob.ts';
import {
  isOfClass,
  looksLike,
  protectedTable,
  secretFiles,
  secretNames,
  secretWord,
  wordedSecretNames,
} from '../paths/protected.ts';

const secrets = protectedTable.filter((entry) => entry.class === 'secret');

/** Whether a word names a file that usually holds secrets, or has the name in it: `HEAD:.env`, `*.pem`. */
export function namesSecret(word: Word): boolean {
  switch (word.kind) {
    case 'known':
      return isSecretPath(word.text, 'nothing');
    case 'pattern':
      return isSecretPath(word.glob, 'hidden');
    case 'unknown':
      return (
        isSecretPath(word.suffix, 'nothing') || isSecretPath(word.prefix, 'nothing') || mayBeNamedSecret(word)
      );
  }
}

/** Whether what is known of the last name is made to fit that of a secret: `.en…v`. */
export function mayBeNamedSecret({ prefix, suffix, sources }: Extract<Word, { kind: 'unknown' }>): boolean {
  const kinds = sources.length === 0 ? (['other'] as const) : sources.map(({ kind }) => kind);
  return kinds.flatMap(standsFor).some((between) => {
    const glob = escapeGlob(prefix) + between + escapeGlob(suffix);
    return isSecretGlob(glob.slice(glob.lastIndexOf('/') + 1));
  });
}

/** What is a number may be nothing, too; what is found is below what stands before it. */
function standsFor(kind: Source['kind']): readonly string[] {
  switch (kind) {
    case 'number':
      return ['', '0'];
    case 'found':
      return ['/*'];
    case 'one-of':
      return []; // Each of them is looked at as it is.
    case 'output':
    case 'input':
    case 'matched':
    case 'matches':
    case 'pipe':
    case 'variable':
    case 'other':
      return ['*'];
  }
}

/** What Git is told of a path before it: `:(icase,top)*.md`. */
const gitMagic = /^\((?!.*exclude)[a-z,]*\)/;

/** Wildcards that bash has left in a word are those of the program. */
function isSecretPath(text: string, leavesOut: 'hidden' | 'nothing'): boolean {
  if (!/[.\w]/.test(text)) return false;
  const path = text
    .slice(text.lastIndexOf(':') + 1)
    .replace(gitMagic, '')
    .replace(/^(?:\.?\/)+/, '');
  const isNamed = secrets.some((entry) => isOfClass(`/${path}`, entry));
  return isNamed || (/[*?[]/.test(path) && isSecretGlob(path.slice(path.lastIndexOf('/') + 1), leavesOut));
}

/**
 * Whether a name with wildcards is made to fit that of a secret: `.env*`, `*.pem`. Wildcards alone fit everything. One that is
 * too long to be looked into may fit any.
 */
export function isSecretGlob(glob: string, leavesOut: 'hidden' | 'nothing' = 'hidden'): boolean {
  if (glob.length > longestGlob) return true;
  const literal = glob.replace(new RegExp(`${bracket.source}|[*?]`, 'gu'), '').replace(/\\(.)/g, '$1');
  if (literal === '') return false;
  const pattern = namePattern(glob, leavesOut);
  return (
    secretNames.some((name) => pattern.test(name)) ||
    (secretWord.test(literal) && wordedSecretNames.some((name) => pattern.test(name))) ||
    secrets.some((entry) => looksLike(`/x${literal}`, entry))
  );
}

/** Whether what a path with wildcards fits is in a directory of secrets: `secrets/*`. Code in it is none: `secrets/*.ts`. */
export function isInSecretDirectory(glob: string): boolean {
  if (!glob.includes('/')) return false;
  if (glob.length > longestGlob) return true;
  const path = glob.split('/').map(asDirectory).join('/').replace(wildcards, 'x').replace(/\\(.)/g, '$1');
  return secrets.some((entry) => isOfClass(path.startsWith('/') ? path : `/${path}`, entry));
}

/** A name with wildcards that is made to fit that of a directory of secrets: `?ecrets`. With little else in it, it fits many. */
function asDirectory(name: string, at: number, names: readonly string[]): string {
  const isDirectory = at < names.length - 1 && /[*?[]/.test(name);
  const told = isDirectory ? name.replace(wildcards, '').length : 0;
  return told > 2 && namePattern(name, 'nothing').test('secrets') ? 'secrets' : name;
}

const wildcards = new RegExp(`(?<!\\\\)(?:${bracket.source}|[*?]+)`, 'gu');

/** Whether a search for a name below a directory is for secrets: `config` below `.git`. */
export function findsSecret(start: string, name: string): boolean {
  if (isInSecretDirectory(`${start}/${name.slice(name.lastIndexOf('/') + 1)}`)) return true;
  return secretFiles.some(
    ([holder, file]) => start.endsWith(`/${holder}`) && namePattern(name, 'nothing').test(file),
  );
}
