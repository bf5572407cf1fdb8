import { resolvePath } from '../../analysis/paths.ts';
import { allValues, has } from '../../analysis/programs/options.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import { prefixOf, sameWord, sourcesOf, suffixOf, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import type { Places } from '../paths/places.ts';
import type { Parsed, Subject } from '../subject.ts';
import { allComesFrom, passesLinesOn, printsNames } from './listers.ts';
import { inputOf } from './listing.ts';
import { actsOnNamesOnly, namesAskedFor } from './narrowing.ts';
import { tellsEach } from './replacing.ts';

/**
 * Directories whose names only tools give, to what they make anew: installed packages, caches, compiled files. Where people give
 * the name too, as `dist` and `build`, there may be something in it that nobody makes again.
 */
const directories: ReadonlySet<string> = new Set(
  'node_modules bower_components jspm_packages elm-stuff __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .eggs .nyc_output htmlcov .next .nuxt .svelte-kit .turbo .parcel-cache .sass-cache .angular .docusaurus .dart_tool CMakeFiles'.split(
    ' ',
  ),
);

/** Directories for what is built or installed, by names that people give to others too: these are made anew where git is to ignore them. */
const outputs: ReadonlySet<string> = new Set(
  'dist build out target coverage _build obj bin vendor venv .venv .output .gradle storybook-static DerivedData'.split(
    ' ',
  ),
);

/** The same of files, and patterns that fit nothing else. A lock file is one that is deleted by its name without a question too. */
const file =
  /^(?:[\w*?.-]*\.(?:py[co]|py\[(?:co|oc)\]|o|class|tsbuildinfo|egg-info)|\.eslintcache|\.stylelintcache|\.coverage|\.DS_Store|CMakeCache\.txt|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|(?:Cargo|poetry|uv|Gemfile|composer)\.lock)$/;

function isFile(name: string): boolean {
  return file.test(name);
}

/** Whether all that it deletes is in the workspace, and made anew by the tool that has made it. */
export function deletesRegenerable(subject: Subject): boolean {
  const deleted = subject.acts.flatMap(({ effect }) => (effect.kind === 'deletes' ? [effect.path] : []));
  if (deleted.length === 0 || mayFollowLinks(subject)) return false;
  return deleted.every((path) => isRegenerable(path, subject));
}

/** Packages of a workspace are links to their sources: behind a slash, or `..`, a path is one of what they lead to. */
function mayFollowLinks({ invocation, places }: Pick<Subject, 'invocation' | 'places'>): boolean {
  const { argv, cwd } = invocation;
  const above = places.workspace?.split('/').length ?? 0;
  if (nameParts(cwd).slice(above).some(isDirectory)) return true;
  return argv.slice(1).some((word) => {
    const names = nameParts(word);
    const last = names.at(-2) ?? '';
    const isBehindSlash = names.length > 1 && names.at(-1) === '';
    return names.includes('..') || (isBehindSlash && !isDirectory(last) && !isFile(last));
  });
}

function isDirectory(name: string): boolean {
  return directories.has(name) || outputs.has(name);
}

function nameParts(word: Word): readonly string[] {
  const text = word.kind === 'pattern' ? word.glob : (textOf(word) ?? `${prefixOf(word)}…${suffixOf(word)}`);
  return text.replace(/(?<=\/)\/+/g, '').split('/');
}

function isRegenerable(path: Path, subject: Subject): boolean {
  const { invocation, places } = subject;
  if (path.kind === 'unknown') {
    const [source, ...others] = path.sources;
    return source !== undefined && others.length === 0 && isFound(source, path, subject);
  }
  // A search deletes what it finds below a directory.
  if (invocation.name === 'find') return findsRegenerable(invocation, subject);
  return isPlaceOfThat(path, places);
}

/** Whether a path, or a pattern for some, is that of something made anew. */
function isPlaceOfThat(path: Path, places: Places): boolean {
  if (path.kind === 'unknown') return false;
  const start = `${places.workspace}/`;
  const text = path.kind === 'known' ? path.text : path.glob;
  if (!text.startsWith(start)) return false;
  const below = text.slice(start.length);
  return namesRegenerable(below) || isIgnoredOutput(below, places);
}

/** Whether it is a directory for what is built, or is directly in one, that git is to ignore. One that a link leads to is another. */
function isIgnoredOutput(path: string, { workspace, followed = null }: Places): boolean {
  const names = path.replace(/\/+$/, '').split('/');
  if (followed === null || workspace === null || names.some(isHiddenPattern)) return false;
  const { isIgnored, realPath, places } = followed;
  return [names, names.slice(0, -1)].some((directory) => {
    const isLiteral = !/[*?[\\]/.test(directory.join('/'));
    if (!isLiteral || !outputs.has(directory.at(-1) ?? '')) return false;
    const below = `/${directory.join('/')}`;
    const real = realPath(`${workspace}${below}`);
    return real === `${places.workspace}${below}` && isIgnored?.(real) === true;
  });
}

/** Whether a path below the workspace, or a pattern for some, is that of something made anew, or is in a directory of that. */
function namesRegenerable(path: string): boolean {
  const names = path.replace(/\/+$/, '').split('/');
  if (names.some(isHiddenPattern)) return false;
  const holder = names.findIndex((name) => directories.has(name));
  if (holder === -1) return isFile(names.at(-1) ?? '');
  // Deeper within a package a path may lead elsewhere.
  return names.length - holder <= 2;
}

/** Whether a name may be that of a hidden file, one of the directories above, or is not as it is written. */
function isHiddenPattern(name: string): boolean {
  return /^\..*[*?[]|^\.\.$|\\/.test(name);
}

/** Whether a word is what a search for such names has found, as it is. */
function isFound(source: Source, path: Extract<Path, { kind: 'unknown' }>, subject: Subject): boolean {
  const { invocation, analysis } = subject;
  const isAsItIs = path.prefix + path.suffix === '';
  switch (source.kind) {
    case 'found': {
      const search = invocation.parent === null ? undefined : analysis.invocations[invocation.parent];
      const start = prefixOf(resolvePath(invocation.cwd, source.under));
      const isAsFound = path.prefix.replace(/\/\.?$/, '') === start && path.suffix === '';
      if (!isAsFound || search === undefined) return false;
      return namesFoundOnly(invocation) && findsRegenerable(search, subject);
    }
    case 'matched': {
      const way = { isRepeated: false, cwd: invocation.cwd };
      const pattern = resolvePath(invocation.cwd, source.pattern);
      if (!tellsEach(source, path, way) || !isPlaceOfThat(pattern, subject.places)) return false;
      return path.prefix !== '' || beginsIn(pattern, invocation.cwd);
    }
    case 'output':
      return (
        isAsItIs &&
        source.isPart !== true &&
        !analysis.invocations.some(readsParts) &&
        areFound(source.of, subject)
      );
    case 'input': {
      const stdin = inputOf(invocation, analysis);
      return isAsItIs && stdin.kind === 'pipe' && areFound(stdin.from, subject);
    }
    default:
      return false;
  }
}

/** Whether a pattern that began with a wildcard was matched in this directory: in another the name is one of something else. */
function beginsIn(pattern: Path, cwd: Path): boolean {
  return cwd.kind === 'known' && pattern.kind === 'pattern' && pattern.prefix === `${cwd.text}/`;
}

/** Where it works in the directory that something is found in, that is all its words name, and not the directory itself. */
function namesFoundOnly({ name, cwd, argv }: Invocation): boolean {
  if (cwd.kind === 'known') return true;
  const operands = argv.slice(1).filter((word) => !prefixOf(word).startsWith('-'));
  return (
    (name === 'rm' || name === 'unlink') &&
    operands.every((word) => sourcesOf(word).some(({ kind }) => kind === 'found'))
  );
}

/** Whether words are made of a part of a line: up to a sign, or a number of them, or where `IFS` is another. */
function readsParts(invocation: Invocation): boolean {
  const { name, assignments, effects } = invocation;
  const separators = [
    ...assignments,
    ...effects.flatMap((effect) => (effect.kind === 'sets' ? [effect] : [])),
  ].filter((one) => one.name === 'IFS');
  if (separators.some(({ value }) => !/^\s*$/.test(textOf(value) ?? '-'))) return true;
  if (!readers.has(name ?? '')) return false;
  const call = parsedCall(invocation)?.call;
  if (call === undefined || ['-n', '-N'].some((option) => has(call, option))) return true;
  return allValues(call, '-d').some((word) => !/^(?:|\n)$/.test(textOf(word) ?? '-'));
}

const readers: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray']);

/** Whether all of it is printed by such searches, which name what they find from the same place. */
function areFound(ids: readonly number[], subject: Subject): boolean {
  const { invocations }: Parsed = subject.analysis;
  const isSource = (one: Invocation) =>
    sameWord(one.cwd, subject.invocation.cwd) &&
    findsRegenerable(one, subject) &&
    printsNames(one) &&
    // Its messages go to no other program.
    one.redirects.every(({ target }) => target.kind === 'file');
  return allComesFrom(ids, invocations, { isSource, passesOn: passesLinesOn });
}

/** Whether `find` does what it does for nothing but such names in the workspace, or below such directories, and follows no links to others. */
function findsRegenerable(search: Invocation, { places }: Subject): boolean {
  const follows = search.argv.some((word) => /^-(?:[A-Z]*[LH][A-Z]*|follow)$/.test(textOf(word) ?? ''));
  if (search.name !== 'find' || follows) return false;
  return beginsInRegenerable(search, places) || asksForRegenerable(search, places);
}

function beginsInRegenerable(search: Invocation, places: Places): boolean {
  if (mayFollowLinks({ invocation: search, places })) return false;
  const starts = search.effects.flatMap((effect) =>
    effect.kind === 'reads' && effect.isRecursive ? [effect.path] : [],
  );
  return starts.length > 0 && starts.every((path) => isPlaceOfThat(path, places));
}

function asksForRegenerable(search: Invocation, { workspace }: Places): boolean {
  if (!actsOnNamesOnly(search)) return false;
  const isHere = search.effects.every(
    (effect) => effect.kind !== 'reads' || !effect.isRecursive || isInside(effect.path, workspace),
  );
  return isHere && namesAskedFor(search).every(namesRegenerable);
}

/** Whether a search begins in the workspace, and not in the repository itself. */
function isInside(path: Path, workspace: string | null): boolean {
  if (path.kind === 'unknown') return false;
  const text = path.kind === 'known' ? path.text : path.glob;
  if (/\/\.(?:git(?:\/|$)|[^/]*[*?[])/.test(text)) return false;
  return workspace !== null && `${text}/`.startsWith(`${workspace}/`);
}
