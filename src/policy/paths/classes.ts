import type { PathClass } from '../../model/decision.ts';
import type { Path, Word } from '../../model/word.ts';
import { namePattern } from '../glob.ts';
import { isWithin, type Places, withTilde } from './places.ts';
import { protectedTable, secretNames } from './protected.ts';

/** A wildcard alone, for all files of a directory: `*`, `.*`, `?*`, `.[!.]*`. */
const everyName = /^(?:\.?(?:\[[!^]\.\])?\??\*+|\.\.\?\*|\[[!^].\]\*)$/;

/** What kind of place a path is, where a program is in `cwd`. What is not known for certain has the class `unknown`. */
export function classesOf(path: Path, cwd: Path, places: Places): readonly PathClass[] {
  switch (path.kind) {
    case 'known':
      return classesOfKnown(path.text, places);
    case 'pattern':
      return classesOfPattern(path, cwd, places);
    case 'unknown':
      return ['unknown', ...classesOfUnknown(path, places)];
  }
}

function classesOfKnown(text: string, places: Places): readonly PathClass[] {
  if (text === '/') return ['root'];
  const tilde = withTilde(text, places);
  const classes: PathClass[] = tilde === '~' ? ['home'] : [];
  for (const entry of protectedTable) {
    if (entry.is.test(tilde) && entry.isNot?.test(tilde) !== true) classes.push(entry.class);
  }
  if (places.state.some((directory) => isWithin(text, directory))) classes.push('handrail');
  if (text === places.workspace) classes.push('workspace-root');
  if (isWithin(text, places.workspace)) return [...classes.filter(isOfName), 'workspace'];
  return classes.length === 0 ? ['outside'] : classes;
}

/** Where a workspace is says nothing of what is in it: one below `/srv` or `/tmp` is a workspace all the same. */
function isOfName(pathClass: PathClass): boolean {
  return pathClass !== 'system' && pathClass !== 'temp' && pathClass !== 'public';
}

function classesOfPattern(
  path: Extract<Word, { kind: 'pattern' }>,
  cwd: Path,
  places: Places,
): readonly PathClass[] {
  const { glob } = path;
  if (/(?:^|\/)\.\.(?:\/|$)/.test(glob)) return ['unknown'];
  const end = glob.lastIndexOf('/');
  const last = glob.slice(end + 1);
  const directory = path.prefix.slice(0, path.prefix.lastIndexOf('/'));
  const around = classesOfKnown(directory === '' ? '/' : directory, places).filter(isOfContent);
  const isLast = directory.length === unescaped(glob.slice(0, end)).length;
  const everything = isLast && everyName.test(last) ? classesOfAllIn(directory, cwd, places) : [];
  return [...new Set([...around, ...everything, ...classesOfName(last)])];
}

/** What holds for a directory and does not hold for what is in it. */
function isOfContent(pathClass: PathClass): boolean {
  return pathClass !== 'root' && pathClass !== 'home' && pathClass !== 'workspace-root';
}

function classesOfAllIn(directory: string, cwd: Path, places: Places): readonly PathClass[] {
  if (directory === '') return ['root'];
  if (withTilde(directory, places) === '~') return ['home'];
  if (directory === places.workspace) return ['everything-here'];
  const isHere = cwd.kind === 'known' && cwd.text === directory;
  return isHere && !isWithin(directory, places.workspace) ? ['everything-here'] : [];
}

/** What a name with wildcards could turn out to be. A wildcard alone says nothing. */
function classesOfName(glob: string): readonly PathClass[] {
  const literal = unescaped(glob).replace(/\[[^\]]*\]|[*?]/g, '');
  if (literal === '' || (literal === '.' && everyName.test(glob))) {
    return literal === '.' ? ['secret'] : [];
  }
  const pattern = namePattern(glob);
  const classes: PathClass[] = [];
  if (pattern.test('.git') && literal.startsWith('.g')) classes.push('git-directory');
  if (secretNames.some((name) => pattern.test(name)) || isSecretName(literal)) classes.push('secret');
  return classes;
}

/** The wildcards left out, the rest is the name or the ending of a secret: `*.pem`, `id_rsa*`. */
function isSecretName(literal: string): boolean {
  return protectedTable.some((entry) => entry.class === 'secret' && entry.is.test(`/x${literal}`));
}

function unescaped(glob: string): string {
  return glob.replace(/\\(.)/g, '$1');
}

function classesOfUnknown(word: Extract<Word, { kind: 'unknown' }>, places: Places): readonly PathClass[] {
  if (word.sources.length > 0 && word.sources.every(({ kind }) => kind === 'pipe')) return ['sink'];
  const found = word.sources.flatMap((source): readonly PathClass[] =>
    source.kind === 'found' && source.under.kind === 'known' && isTop(source.under.text, places)
      ? [source.under.text === '/' ? 'root' : 'home']
      : [],
  );
  const [first] = word.sources;
  const isHome =
    word.sources.length === 1 && first?.kind === 'variable' && first.name === 'HOME' && word.prefix === '';
  if (!isHome) return found;
  return classesOfKnown(`/root${word.suffix.replace(/\/$/, '')}`, places).filter(
    (pathClass) => pathClass !== 'system',
  );
}

function isTop(path: string, places: Places): boolean {
  return path === '/' || withTilde(path, places) === '~';
}
