import type { Path, Word } from '../../../model/word.ts';
import { resolvePath } from '../../paths.ts';
import { endingOf, escapeGlob, prefixOf, prepend, sourcesOf, textOf, unknown } from '../../words.ts';
import type { Outcome } from '../context.ts';
import { fork, onlyDirectory, type State } from '../state/state.ts';

/** Where a call of `cd`, `pushd` or `popd` leads, if it succeeds; `null` for one that leads nowhere. */
export function directoriesAfter(state: State, name: string, words: readonly Word[]): readonly Path[] | null {
  if (name === 'cd') return directoriesTold(state, words);
  if (name !== 'pushd' && name !== 'popd') return null;
  const { ok } = changeStack(state, name, words);
  return ok === state ? null : ok.directories;
}

export function changeDirectory(state: State, words: readonly Word[]): Outcome {
  const isPhysical = words.some((word) => isOption(word) && textOf(word)?.includes('P'));
  const target = words.find((word) => !isOption(word));
  const moved = elsewhere(state);
  // Without the links on the way: where that is, is not in the name.
  moved.directories =
    isPhysical && target !== undefined && leadsUp(target) ? [unknown()] : directoriesTold(state, words);
  if (isPhysical) moved.mayBeLinked = true;
  else if (target === undefined || prefixOf(target).startsWith('/')) moved.mayBeLinked = false;
  return { ok: moved, ko: state };
}

/** Where `cd` leads by the names alone, with what is lost of them where links are left out of account. */
function directoriesTold(state: State, words: readonly Word[]): readonly Path[] {
  const [target, second] = words.filter((word) => !isOption(word));
  if (second !== undefined) return [unknown()];
  return target === undefined ? below(state, homeOf(state)) : targets(state, target);
}

function isOption(word: Word): boolean {
  return /^-(?:[LPe@]+|-)$/.test(textOf(word) ?? '');
}

/** `pushd dir` and `popd` are followed, all other forms are not. */
export function changeStack(state: State, name: string, words: readonly Word[]): Outcome {
  const moved = elsewhere(state);
  const stack = state.directoryStack;
  const [target, second] = words;
  if (name === 'popd' && target === undefined && stack !== null) {
    const [top, ...below] = stack;
    if (top === undefined) return { ok: state, ko: state };
    moved.directories = [top];
    moved.directoryStack = below;
  } else if (
    name === 'pushd' &&
    target !== undefined &&
    second === undefined &&
    /^[^-+]/.test(textOf(target) ?? '')
  ) {
    moved.directories = targets(state, target);
    moved.directoryStack = stack === null ? null : [onlyDirectory(state), ...stack];
  } else {
    moved.directories = [unknown()];
    moved.directoryStack = null;
  }
  return { ok: moved, ko: state };
}

/** The shell once it has left its directory, which sets both variables anew. */
function elsewhere(state: State): State {
  const moved = fork(state);
  moved.formerDirectory = onlyDirectory(state);
  for (const name of ['PWD', 'OLDPWD']) moved.variables.delete(name);
  return moved;
}

/** The directories that `cd` may lead to. `CDPATH` makes it search elsewhere first. */
function targets(state: State, target: Word): readonly Path[] {
  const text = textOf(target);
  if (state.hasOddDirectories) return [unknown()];
  if (text === '-') return formerDirectories(state);
  if (text === '') return state.directories;
  const isSearched = !/^(?:\/|\.\.?(?:\/|$))/.test(prefixOf(target));
  if (isSearched && (state.isWild || state.variables.has('CDPATH')))
    return [unknown(), ...below(state, target).filter(({ kind }) => kind === 'known')];
  if (state.mayBeLinked && !prefixOf(target).startsWith('/') && leadsUp(target)) return [unknown()];
  return text === null
    ? state.directories.map((cwd) => matchedDirectory(cwd, target) ?? directoryTold(target))
    : below(state, target);
}

/** Whether it may lead to what lies above a directory on the way. */
function leadsUp(target: Word): boolean {
  return textOf(target)?.split('/').includes('..') ?? true;
}

/**
 * Where a name leads that a pattern has matched in this very directory: `for d in packages/a*; do cd "$d/src"`. A name
 * of which not even the start or the end is known could be `-`.
 */
function matchedDirectory(cwd: Path, target: Word): Path | null {
  const [source, second] = sourcesOf(target);
  if (cwd.kind !== 'known' || target.kind !== 'unknown' || target.count === 'any') return null;
  if (source?.kind !== 'matched' || second !== undefined || source.isPart) return null;
  if (source.pattern.kind !== 'pattern') return null;
  const { pattern } = source;
  const ending = endingOf(pattern.glob);
  const start = prefixOf(resolvePath(cwd, prepend(target.prefix === '' ? './' : '', target)));
  const isTold = target.prefix + target.suffix !== '';
  if (!isTold || start !== pattern.prefix || !target.suffix.startsWith(ending)) return null;
  const glob = `${pattern.glob}${escapeGlob(target.suffix.slice(ending.length))}`;
  return { ...pattern, glob: glob.replace(/\/+$/, '') };
}

/** A directory of which no more is known than where its name comes from. */
function directoryTold(target: Word): Path {
  const isWhole = target.kind === 'unknown' && target.count === 'one' && target.prefix + target.suffix === '';
  return isWhole ? target : unknown();
}

/** What a path is from each directory in which the shell may be. */
function below(state: State, path: Path): readonly Path[] {
  return state.directories.map((cwd) => resolvePath(cwd, path));
}

/** `cd -` goes where `OLDPWD` says. */
function formerDirectories(state: State): readonly Path[] {
  const former = state.variables.get('OLDPWD');
  if (former === undefined) return [state.formerDirectory];
  const { value } = former;
  return value.kind === 'text' ? below(state, value.word) : [unknown()];
}

function homeOf(state: State): Path {
  const home = state.variables.get('HOME');
  if (home === undefined && !state.isWild) return state.home;
  return home?.value.kind === 'text' ? home.value.word : unknown();
}
