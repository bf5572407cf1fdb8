import { resolvePath } from '../../analysis/paths.ts';
import { dropStart, escapeGlob, known, prepend, textsOf } from '../../analysis/words.ts';
import type { PathClass } from '../../model/decision.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import { isInSecretDirectory, isSecretGlob, mayBeNamedSecret } from '../facts/secret-words.ts';
import { mayLeadUp, namePattern } from '../glob.ts';
import { holdsHome, isWithin, type Places, withTilde } from './places.ts';
import { isOfClass, protectedTable, secretFiles } from './protected.ts';

/** A wildcard alone, for all files of a directory: `*`, `.*`, `?*`, `.[!.]*`. */
const everyName = /^(?:\.?(?:\[[!^]\.\])?\??\*+|\.\.\?\*|\[[!^].\]\*)$/;

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

/** It is worth telling of where a path leads: that it is allowed there does not make the way allowed. */
function isTold(pathClass: PathClass): boolean {
  return !['workspace', 'temp', 'kept-output', 'outside', 'public', 'unknown'].includes(pathClass);
}

function classesOfPath(path: Path, cwd: Path, places: Places): readonly PathClass[] {
  switch (path.kind) {
    case 'known':
      return classesOfKnown(path.text, places);
    case 'pattern':
      return classesOfPattern(path, cwd, places);
    case 'unknown':
      return ['unknown', ...classesOfUnknown(path, cwd, places)];
  }
}

/** A link is what it leads to, and what its own name says against it holds too. Links of the system are its own matter. */
function classesOfKnown(text: string, places: Places): readonly PathClass[] {
  const named = classesOfName(text, places);
  const { followed = null } = places;
  if (followed === null || named.some(isOfSystem)) return named;
  const real = followed.realPath(text);
  if (real === text) return named;
  return [...new Set([...classesOfName(real, followed.places), ...named.filter(isHarmful)])];
}

/** Where only who administers the machine can make links. */
function isOfSystem(pathClass: PathClass): boolean {
  return [
    'root',
    'system',
    'public',
    'kernel',
    'device',
    'block-device',
    'sink',
    'endless',
    'terminal',
  ].includes(pathClass);
}

function isHarmful(pathClass: PathClass): boolean {
  return !['workspace', 'workspace-root', 'temp', 'kept-output', 'outside'].includes(pathClass);
}

function classesOfName(text: string, places: Places): readonly PathClass[] {
  if (text === '/') return ['root'];
  const tilde = withTilde(text, places);
  const classes: PathClass[] = holdsHome(text, places) ? ['home'] : [];
  for (const entry of protectedTable) {
    if (isOfClass(tilde, entry)) classes.push(entry.class);
  }
  if (isInAny(text, places.state)) {
    classes.push('handrail');
    if (isInAny(text, places.state.flatMap(outputsIn))) classes.push('kept-output');
  }
  if (places.state.some((place) => place !== text && isWithin(place, text))) classes.push('holds-handrail');
  if (isInAny(text, places.projectRules ?? [])) classes.push('agent-settings');
  return besideWorkspace(classes, text, places);
}

/** The classes with what the workspace adds to them: the path is that, in it, or above it. */
function besideWorkspace(
  classes: readonly PathClass[],
  text: string,
  { workspace }: Places,
): readonly PathClass[] {
  const own = text === workspace ? (['workspace-root'] as const) : [];
  if (isWithin(text, workspace)) return [...classes.filter(isOfName), ...own, 'workspace'];
  const known: readonly PathClass[] = classes.length === 0 ? ['outside'] : classes;
  const isAbove = workspace !== null && isWithin(workspace, text) && !known.includes('home');
  return isAbove ? [...known, 'holds-workspace'] : known;
}

function isInAny(text: string, directories: readonly string[]): boolean {
  return directories.some((directory) => isWithin(text, directory));
}

/** Where a state directory has what commands have written. */
function outputsIn(state: string): readonly string[] {
  return [`${state}/output`, `${state}/jobs`];
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
  // A slash at the end leaves the directories of what fits.
  const glob = path.glob.replace(/\/+$/, '');
  if (/(?:^|\/)\.\.(?:\/|$)/.test(glob)) return ['unknown'];
  const end = glob.lastIndexOf('/');
  const last = glob.slice(end + 1);
  const directory = path.prefix.slice(0, path.prefix.lastIndexOf('/'));
  const around = classesOfKnown(directory === '' ? '/' : directory, places).filter(isOfContent);
  const isLast = directory.length === unescaped(glob.slice(0, end)).length;
  const everything =
    isLast && everyName.test(last)
      ? classesOfAllIn(directory, cwd, places)
      : classesOfAllBelow(glob.slice(escapeGlob(directory).length), directory, places);
  const isAll = everything.includes('root');
  const holding = !isAll && holdsState(glob, places) ? (['holds-handrail'] as const) : [];
  // All that is in a directory which may be that of git: `.gi?/*`.
  const inGit = !isLast && everyName.test(last) && mayBeGit(glob.slice(0, end).split('/').at(-1) ?? '');
  const ofGit = inGit ? (['git-directory'] as const) : [];
  const ofLast = /[*?[]/.test(last) ? classesOfWildcard(last) : classesOfEnding(glob, places);
  const ofSecret = mayBeSecretFile(glob) ? (['secret'] as const) : [];
  const all = [...new Set([...around, ...everything, ...holding, ...ofGit, ...ofLast, ...ofSecret])];
  return mayLeadUp(glob) ? ['unknown', ...all.filter(isTold)] : all;
}

/** Whether a pattern matches what is Handrail's own, or a directory that it is in. */
function holdsState(glob: string, { state }: Places): boolean {
  const steps = glob.split('/').map((step) => (/[*?[\\]/.test(step) ? namePattern(step) : step));
  return state.some((place) => {
    const names = place.split('/');
    return steps.every((step, at) => {
      const name = names[at];
      return name !== undefined && (typeof step === 'string' ? step === name : step.test(name));
    });
  });
}

/** What holds for a directory and does not hold for what is in it. */
function isOfContent(pathClass: PathClass): boolean {
  return !['root', 'home'].includes(pathClass) && !isOfWhole(pathClass);
}

function classesOfAllIn(directory: string, cwd: Path, places: Places): readonly PathClass[] {
  if (directory === '') return ['root'];
  if (holdsHome(directory, places)) return ['home'];
  if (directory === places.workspace) return ['everything-here'];
  const isHere = cwd.kind === 'known' && cwd.text === directory;
  return isHere && !isWithin(directory, places.workspace) ? ['everything-here'] : [];
}

/** Names that there are in the root of every machine. */
const inRoot = ['bin', 'dev', 'etc', 'usr', 'var'];

// All that is in each directory of a place, `/*/*`, or in the root by another pattern: `/[a-z]*`.
function classesOfAllBelow(rest: string, directory: string, places: Places): readonly PathClass[] {
  const [first = '', ...others] = rest.split('/').slice(1);
  if (!others.every((name) => everyName.test(name))) return [];
  if (directory === '' && fitsEach(first, inRoot)) return ['root'];
  return everyName.test(first) && holdsHome(directory, places) ? ['home'] : [];
}

function fitsEach(glob: string, names: readonly string[]): boolean {
  const pattern = namePattern(glob);
  return names.every((name) => pattern.test(name));
}

/** What the names behind the last wildcard say, wherever they are: all of `.git/config`, and its last name alone. */
function classesOfEnding(glob: string, places: Places): readonly PathClass[] {
  const ending = unescaped(/\/[^*?[\]]*$/.exec(glob)?.[0] ?? '');
  const told = classesOfName(`/any${ending}`, places).filter(isTold);
  return [...told, ...classesOfWildcard(glob.slice(glob.lastIndexOf('/') + 1))];
}

/** Whether a pattern could stand for a file in a directory that holds secrets: `.gi?/config`, `.git/*`. */
function mayBeSecretFile(glob: string): boolean {
  if (isInSecretDirectory(glob)) return true;
  const [directory = '', name = ''] = glob.split('/').slice(-2);
  if (!directory.startsWith('.')) return false;
  return secretFiles.some(([holder, file]) => fitsEach(directory, [holder]) && fitsEach(name, [file]));
}

/** What a name with wildcards could turn out to be. A wildcard alone says nothing; `.*` is made for what is hidden. */
function classesOfWildcard(glob: string): readonly PathClass[] {
  const classes: PathClass[] = [];
  if (mayBeGit(glob)) classes.push('git-directory');
  if (isSecretGlob(glob)) classes.push('secret');
  return classes;
}

function mayBeGit(name: string): boolean {
  return name.startsWith('.') && namePattern(name).test('.git');
}

function unescaped(glob: string): string {
  return glob.replace(/\\(.)/g, '$1');
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
  // Nothing is no path.
  const choices = textsOf(word).filter((text) => text !== '');
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

/** What holds for all that is in a directory as one. */
function isOfWhole(pathClass: PathClass): boolean {
  return ['workspace-root', 'holds-workspace', 'holds-handrail'].includes(pathClass);
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
