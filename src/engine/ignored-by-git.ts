import { basename, dirname, relative } from 'node:path';
import { isAnythingAt } from './real-path.ts';

/** The text of a plain file, in UTF-8; throws for what is none. */
type ReadText = (path: string) => string;

/**
 * Whether the repository that a directory is in says of it, in a `.gitignore`, that git is to ignore it and with it all that it holds: by its
 * name as it is, as gitignore(5) has it. Where that takes a pattern, where a file cannot be read, or the directory is a repository, it is not said.
 */
export function isIgnoredByGit(directory: string, readText: ReadText): boolean {
  if (isRepository(directory)) return false;
  // What is nearer to it has the last word.
  for (let at = dirname(directory); ; at = dirname(at)) {
    const file = `${at}/.gitignore`;
    const said = isAnythingAt(file) ? wordOn(relative(at, directory), linesOf(file, readText)) : null;
    if (said !== null) return said === 'ignored' && isInRepository(at);
    if (at === dirname(at) || isRepository(at)) return false;
  }
}

function isRepository(directory: string): boolean {
  return isAnythingAt(`${directory}/.git`);
}

function isInRepository(directory: string): boolean {
  const above = dirname(directory);
  return isRepository(directory) || (above !== directory && isInRepository(above));
}

/** What the lines of a file say of a path below its directory, the last of them first; `null`: nothing. */
function wordOn(path: string, lines: readonly string[]): 'ignored' | 'unclear' | null {
  for (const line of lines.toReversed()) {
    const pattern = line
      .replace(/\r$/, '')
      .replace(/(?<! ) +$/, '')
      .replace(/\/$/, '');
    if (!pattern.startsWith('!') && isOf(pattern, path)) return 'ignored';
    if (pattern.startsWith('!') && mayBeOf(pattern.slice(1), path)) return 'unclear';
  }
  return null;
}

/** Of a file that cannot be read as if it took back all that others say. */
function linesOf(file: string, readText: ReadText): readonly string[] {
  try {
    return readText(file).split('\n');
  } catch {
    return ['!*'];
  }
}

/** Whether a pattern without special signs is that of a path: with a slash in it of the whole, else of the last name. */
function isOf(pattern: string, path: string): boolean {
  const anywhere = pattern.replace(/^\*\*\//, '');
  return anywhere.includes('/') ? anywhere.replace(/^\//, '') === path : anywhere === basename(path);
}

/** The same for any pattern, where it takes more than a look at its end to tell. */
function mayBeOf(pattern: string, path: string): boolean {
  const end = pattern.split(/[*?[\]\\]/).at(-1) ?? '';
  return end === pattern ? isOf(pattern, path) : `/${path}`.endsWith(end);
}
