import type { Path, Word } from '../model/word.ts';
import { escapeGlob, known, prefixOf, prepend, sourcesOf } from './words.ts';

/** The beginning of a path to what is not in every project: directories in the root of a machine. */
export const startInRoot =
  /^\/+(?:boot|dev|etc|home|media|mnt|opt|private|proc|root|run|srv|sys|tmp|Users|usr|var|Volumes)(?:\/|$)/;

/**
 * The file that a word names for a program that runs in `cwd`: absolute and without `.`, `..` and double slashes as far
 * as it is known. Symbolic links are not seen here: who follows them goes by `asWritten` of `Path`.
 */
export function resolvePath(cwd: Path, word: Word): Path {
  if (word.kind === 'known') return resolveKnown(cwd, word.asWritten ?? word.text);
  if (word.prefix.startsWith('/')) return normalizePrefix(word);
  if (word.prefix === '' && word.kind === 'unknown') return word;
  return normalizePrefix(inDirectory(cwd, word));
}

function resolveKnown(cwd: Path, text: string): Path {
  if (text.startsWith('/')) return normalized(text);
  if (cwd.kind === 'known') return normalized(`${cwd.text}/${text}`);
  const below = normalize(`/${text}`);
  const suffix = below === '/' ? '' : below;
  if (cwd.kind === 'pattern' && isBelow(text)) return { ...cwd, glob: cwd.glob + escapeGlob(suffix) };
  return normalizePrefix({
    kind: 'unknown',
    prefix: isBelow(text) ? prefixOf(cwd) : '',
    suffix: isBelow(text) && cwd.kind === 'unknown' ? cwd.suffix + suffix : suffix,
    count: 'one',
    sources: isBelow(text) ? sourcesOf(cwd) : [],
  });
}

/** Whether a relative path stays in the directory that it starts from. */
function isBelow(text: string): boolean {
  return !/(?:^|\/)\.\.(?:\/|$)/.test(text);
}

/** The word, which is a relative path, behind the directory. */
function inDirectory(cwd: Path, word: Word): Word {
  if (cwd.kind === 'known') return prepend(`${cwd.text}/`, word);
  if (cwd.kind === 'pattern' && word.kind === 'pattern' && isBelow(word.glob))
    return { ...cwd, glob: `${cwd.glob}/${word.glob}` };
  const suffix = word.kind === 'unknown' ? word.suffix : '';
  const sources = word.kind === 'unknown' ? word.sources : [];
  return { kind: 'unknown', prefix: prefixOf(cwd), suffix, count: 'one', sources };
}

/** Normalizes the directories that the known start of an unknown path goes through. */
function normalizePrefix(word: Word): Word {
  if (word.kind === 'known') return normalized(word.text);
  const end = word.prefix.lastIndexOf('/') + 1;
  if (end === 0) return word;
  const directories = word.prefix.slice(0, end);
  const directory = normalize(directories);
  const start = directory === '/' ? directory : `${directory}/`;
  const prefix = start + word.prefix.slice(end);
  const written = whereWritten(directories);
  if (word.kind === 'unknown') return { ...word, prefix, ...written };
  const rest = word.glob.slice(escapeGlob(directories).length);
  return { ...word, glob: escapeGlob(start) + rest, prefix, ...written };
}

function normalized(path: string): Path {
  return { ...known(normalize(path)), ...whereWritten(path) };
}

/** What is lost of a path when it is normalized. */
function whereWritten(path: string): { readonly asWritten?: string } {
  return isBelow(path) ? {} : { asWritten: path };
}

/** An absolute path without `.`, `..`, double slashes and a slash at its end. */
function normalize(path: string): string {
  if (!/\/\/|\/\.|.\/$/.test(path)) return path;
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}
