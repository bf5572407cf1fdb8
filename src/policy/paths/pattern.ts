import { escapeGlob } from '../../analysis/words.ts';
import type { PathClass } from '../../model/decision.ts';
import type { Path, Word } from '../../model/word.ts';
import { isInSecretDirectory, isSecretGlob } from '../facts/secret-words.ts';
import { mayLeadUp, namePattern } from '../glob.ts';
import { classesOfKnown, classesOfName, isOfWhole, isTold } from './known-path.ts';
import { holdsHome, isWithin, type Places } from './places.ts';
import { secretFiles } from './protected.ts';
import { unescaped } from './step.ts';

/** A wildcard alone, for all files of a directory: `*`, `.*`, `?*`, `.[!.]*`. */
const everyName = /^(?:\.?(?:\[[!^]\.\])?\??\*+|\.\.\?\*|\[[!^].\]\*)$/;

export function classesOfPattern(
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
