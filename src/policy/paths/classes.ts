import { resolvePath } from '../../analysis/paths.ts';
import { dropStart, known, piecesOf, prepend, textsOf } from '../../analysis/words.ts';
import type { PathClass } from '../../model/decision.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import { mayBeNamedSecret } from '../facts/secret-words.ts';
import { classesOfKnown, isHarmful, isOfSystem, isOfWhole, isTold } from './known-path.ts';
import { classesOfPattern } from './pattern.ts';
import { holdsHome, type Places } from './places.ts';
import { throughLinks } from './through-links.ts';

/** What kind of place a path is, where a program is in `cwd`. What is not known for certain has the class `unknown`. */
export function classesOf(path: Path, cwd: Path, places: Places): readonly PathClass[] {
  const own = classesOfPath(path, cwd, places);
  const above = aboveLink(path, places);
  if (above !== null) return [...new Set([...classesOfPath(above, cwd, places), ...own.filter(isHarmful)])];
  const real = throughKernel(path, cwd);
  return real === null ? own : [...new Set([...own, ...classesOfPath(real, cwd, places).filter(isTold)])];
}

/** Where a path leads that goes up from what a link leads to: `link/../file`; `null`: it goes up from no link. */
function aboveLink(path: Path, { followed = null }: Places): Path | null {
  const { asWritten } = path;
  if (asWritten === undefined || followed === null) return null;
  const named = resolvePath(known('/'), known(asWritten));
  const real = followed.realPath(asWritten);
  if (named.kind !== 'known' || followed.realPath(named.text) === real) return null;
  const length = named.text === '/' ? 0 : named.text.length;
  return resolvePath(known('/'), prepend(real, dropStart(path, length)));
}

/** Where a path leads that goes through what the kernel has of a process: its root, and its working directory. */
function throughKernel(path: Path, cwd: Path): Path | null {
  if (path.kind === 'unknown') return null;
  const text = path.kind === 'known' ? path.text : path.prefix;
  const [start, name] = /^\/proc\/(?:self|thread-self)\/(root|cwd)(?=\/|$)/.exec(text) ?? [];
  const target = name === 'root' ? '/' : name === 'cwd' && cwd.kind === 'known' ? cwd.text : null;
  if (start === undefined || target === null) return null;
  return resolvePath(known('/'), prepend(target, dropStart(path, start.length)));
}

function classesOfPath(path: Path, cwd: Path, places: Places): readonly PathClass[] {
  switch (path.kind) {
    case 'known':
      return classesOfKnown(path.text, places);
    case 'pattern':
      return classesOfMatches(path, cwd, places);
    case 'unknown':
      return ['unknown', ...classesOfUnknown(path, cwd, places)];
  }
}

/** What a pattern says, and where the links among what it matches lead. Links of the system are its own matter. */
function classesOfMatches(
  pattern: Extract<Word, { kind: 'pattern' }>,
  cwd: Path,
  places: Places,
): readonly PathClass[] {
  const own = classesOfPattern(pattern, cwd, places);
  return own.some(isOfSystem) ? own : throughLinks(own, { pattern, as: 'usual' }, places);
}

function classesOfUnknown(
  word: Extract<Word, { kind: 'unknown' }>,
  cwd: Path,
  places: Places,
): readonly PathClass[] {
  if (word.sources.length > 0 && word.sources.every(({ kind }) => kind === 'pipe')) return ['sink'];
  const [first] = word.sources;
  const isHome =
    word.sources.length === 1 && first?.kind === 'variable' && first.name === 'HOME' && word.prefix === '';
  return isHome
    ? classesInHome(word.suffix, places)
    : [
        ...(mayBeNamedSecret(word) ? (['secret'] as const) : []),
        ...classesOfChoices(word, cwd, places),
        ...word.sources.flatMap((source) => classesOfFound(source, cwd, places)),
      ];
}

/** What a path may be, worth telling of, of which a part is one of several texts. */
export function classesOfChoices(word: Path, cwd: Path, places: Places): readonly PathClass[] {
  // Nothing is no path. What is not in quotes is split, and each piece of it is one.
  const isSplit = word.kind === 'unknown' && word.count === 'any';
  const choices = textsOf(word).flatMap((text) => (isSplit ? piecesOf(text) : text === '' ? [] : [text]));
  return choices.flatMap((choice) => {
    const path = resolvePath(cwd, known(choice));
    return path.kind === 'known' ? classesOfKnown(path.text, places).filter(isTold) : [];
  });
}

/** The home directory is not known, and which file in it is. */
function classesInHome(suffix: string, places: Places): readonly PathClass[] {
  const classes = classesOfKnown(`/root${suffix.replace(/\/$/, '')}`, places);
  return classes.filter((pathClass) => pathClass !== 'system');
}

/** What is found below the root can be the root; of what matches a pattern, only what it could harm is told. */
function classesOfFound(source: Source, cwd: Path, places: Places): readonly PathClass[] {
  if (source.kind === 'matches') {
    const pattern = resolvePath(cwd, source.pattern);
    if (pattern.kind !== 'pattern') return [];
    const classes = classesOfPattern(pattern, cwd, places);
    // All that is in the workspace is in it, whatever the shell takes a wildcard for.
    const isAllHere = classes.includes('everything-here');
    return classes.filter((one) => isHarmful(one) || (isAllHere && one === 'workspace'));
  }
  const start = source.kind === 'found' ? resolvePath(cwd, source.under) : null;
  if (start?.kind !== 'known') return [];
  if (start.text === '/') return ['root'];
  if (holdsHome(start.text, places)) return ['home'];
  return classesOfKnown(start.text, places).filter((one) => isOfWhole(one) || one === 'git-directory');
}
