import { resolvePath } from '../../analysis/paths.ts';
import { prefixOf, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Path, Source } from '../../model/word.ts';
import type { Subject } from '../subject.ts';
import { allComesFrom, passesLinesOn, printsNames } from './listers.ts';
import { inputOf } from './listing.ts';
import { actsOnNamesOnly, namesAskedFor } from './narrowing.ts';

/**
 * Directories whose names only tools give, to what they make anew: installed packages, caches, compiled files. Where people give
 * the name too, as `dist` and `build`, there may be something in it that nobody makes again.
 */
const directories: ReadonlySet<string> = new Set(
  'node_modules bower_components jspm_packages elm-stuff __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .eggs .nyc_output htmlcov .next .nuxt .svelte-kit .turbo .parcel-cache .sass-cache .angular .docusaurus .dart_tool CMakeFiles'.split(
    ' ',
  ),
);

/** The same of files, and patterns that fit nothing else. A lock file is one that is deleted by its name without a question too. */
const file =
  /^(?:[\w*?.-]*\.(?:py[co]|py\[(?:co|oc)\]|o|class|tsbuildinfo|egg-info)|\.eslintcache|\.stylelintcache|\.coverage|\.DS_Store|CMakeCache\.txt|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|(?:Cargo|poetry|uv|Gemfile|composer)\.lock)$/;

/** Whether all that it deletes is in the workspace, and made anew by the tool that has made it. */
export function deletesRegenerable(subject: Subject): boolean {
  const deleted = subject.acts.flatMap(({ effect }) => (effect.kind === 'deletes' ? [effect.path] : []));
  return deleted.length > 0 && deleted.every((path) => isRegenerable(path, subject));
}

function isRegenerable(path: Path, subject: Subject): boolean {
  const { invocation, places } = subject;
  if (path.kind === 'unknown') {
    const [source, ...others] = path.sources;
    return source !== undefined && others.length === 0 && isFound(source, path, subject);
  }
  // A search deletes what it finds below a directory.
  if (invocation.name === 'find') return asksForRegenerable(invocation);
  const start = `${places.workspace}/`;
  const text = path.kind === 'known' ? path.text : path.glob;
  return text.startsWith(start) && namesRegenerable(text.slice(start.length));
}

/** Whether a path below the workspace, or a pattern for some, is that of something made anew, or is in a directory of that. */
function namesRegenerable(path: string): boolean {
  const names = path.replace(/\/+$/, '').split('/');
  if (names.some((name) => /^\..*[*?[]|^\.\.$|\\/.test(name))) return false;
  const holder = names.findIndex((name) => directories.has(name));
  if (holder === -1) return file.test(names.at(-1) ?? '');
  // Deeper within a package a path may lead elsewhere: packages of a workspace are links to their sources.
  return names.length - holder <= 2;
}

/** Whether a word is what a search for such names has found, as it is. */
function isFound(
  source: Source,
  path: Extract<Path, { kind: 'unknown' }>,
  { invocation, analysis }: Subject,
): boolean {
  switch (source.kind) {
    case 'found': {
      const search = invocation.parent === null ? undefined : analysis.invocations[invocation.parent];
      const start = prefixOf(resolvePath(invocation.cwd, source.under));
      const isAsItIs = path.prefix.replace(/\/\.?$/, '') === start && path.suffix === '';
      return isAsItIs && search !== undefined && asksForRegenerable(search);
    }
    case 'output':
      return path.prefix + path.suffix === '' && areFound(source.of, analysis.invocations);
    case 'input': {
      const stdin = inputOf(invocation, analysis);
      const isAsItIs = path.prefix + path.suffix === '';
      return isAsItIs && stdin.kind === 'pipe' && areFound(stdin.from, analysis.invocations);
    }
    default:
      return false;
  }
}

function areFound(ids: readonly number[], invocations: readonly Invocation[]): boolean {
  const isSource = (one: Invocation) => asksForRegenerable(one) && printsNames(one);
  return allComesFrom(ids, invocations, { isSource, passesOn: passesLinesOn });
}

/** Whether `find` does what it does for nothing but such names, and follows no links to others. */
function asksForRegenerable(search: Invocation): boolean {
  const follows = search.argv.some((word) => /^-(?:L|follow)$/.test(textOf(word) ?? ''));
  if (search.name !== 'find' || follows || !actsOnNamesOnly(search)) return false;
  return namesAskedFor(search).every(namesRegenerable);
}
