import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realPath } from '../../engine/real-path.ts';

/**
 * The absolute paths that a tool may take the path of a file for. The first is what it says. Claude Code takes blanks around it for none of it and
 * composes its characters; Gemini CLI takes URLs, what is escaped as in them, and an `@` before it, as people write it at its prompt
 * (`resolveToRealPath` and `resolveDefensiveToolPath` in packages/core/src/utils/paths.ts of google-gemini/gemini-cli). Whose tool it is makes no
 * difference: such a spelling is meant for nobody else.
 */
export function placesMeant(path: string, directory: string, home: string): readonly string[] {
  const named = spellings(path).map((one) => absolute(one, directory, home));
  // An escape stands for its character once the path is absolute.
  const places = [...new Set([...named, ...named.map(unescaped)])];
  return [...new Set(places.flatMap((place) => [resolve(place), opened(place)]))];
}

/** Where the kernel gets to from link to link: most tools take their steps up beforehand, by the text. */
function opened(path: string): string {
  const steps = path.split('/');
  if (!steps.includes('..')) return resolve(path);
  return steps.reduce((at, step) => (step === '..' ? dirname(at) : realPath(resolve(at, step))), '/');
}

function spellings(path: string): readonly string[] {
  const bare = path.trim().normalize();
  const all = [path, bare, pathOfUrl(bare), bare.replace(/^@[/\\]*/, '')];
  return [...new Set(all)].filter((one) => one !== '');
}

function pathOfUrl(text: string): string {
  try {
    return text.startsWith('file:') ? fileURLToPath(text) : text;
  } catch {
    return text; // No URL of a file of this machine: then it is none for anybody.
  }
}

function unescaped(path: string): string {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path; // A sign of per cent that escapes nothing: then nothing is escaped.
  }
}

/** With its steps up. Some tools take `~` for the home directory; one that does not makes a file that nobody guards. */
function absolute(path: string, directory: string, home: string): string {
  const isOfHome = path === '~' || path.startsWith('~/');
  const place = isOfHome ? `${home}${path.slice(1)}` : path;
  return isAbsolute(place) ? place : `${directory}/${place}`;
}
