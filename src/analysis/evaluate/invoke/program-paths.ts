import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { globMatcher } from '../../glob-match.ts';
import { runsCommand } from '../../programs/effects.ts';
import { programNamed, programNames } from '../../programs/registry.ts';
import { known } from '../../words.ts';
import { type Budget, spend } from '../budget.ts';
import type { Context } from '../context.ts';
import { isBuiltin } from './builtins.ts';

/** Where a process finds itself in `/proc`, and from there the root of the machine. */
const ownRoot = '(?:/proc/(?:thread-)?self/root)*';

/** Directories in which programs are installed: a program there is the one that its name says. */
const programDirectories = new RegExp(
  `^${ownRoot}/(?:usr/(?:local/(?:go/)?|lib/(?:[^/]+/){1,2})?|opt/homebrew/|home/linuxbrew/.linuxbrew/|snap/)?s?bin/([^/]+)$`,
);

const ownExecutable = new RegExp(`^${ownRoot}/proc/(?:thread-)?self/exe$`);

/** The dynamic linker, of glibc or of musl: it starts the program that it is given. */
const linker = new RegExp(
  `^${ownRoot}/(?:usr/)?lib(?:64|x?32)?/(?:[^/]+/)?(?:ld-linux|ld-musl)[^/]*\\.so\\.\\d$`,
);

/** The name of a program that is installed at this path, or `null`. */
export function installedProgram(path: string): string | null {
  return linker.test(path) ? 'ld.so' : (programDirectories.exec(path)?.[1] ?? null);
}

/** Where packages put programs, each under its name: `node_modules/.bin`, `.venv/bin`, `vendor/bin`, `~/.cargo/bin`. */
const packagedPrograms = /\/(?:\.bin|s?bin|shims)\/([^/]+)$/;

/**
 * What a file is presumed to do beside what nobody knows of it: what its name says, where packages have put it, and what the
 * scripts of frameworks have in common.
 */
export function presumedOf(path: string, [, ...parameters]: readonly Word[]): readonly Effect[] {
  const script = /\/(manage\.py|artisan|gradlew|mvnw)$/.exec(path)?.[1];
  if (script === 'manage.py') return [presumed('python3', known(path), ...parameters)];
  const name = script ?? packagedPrograms.exec(path)?.[1];
  if (name === undefined || isBuiltin(name) || programNamed(name) === null) return [];
  return [presumed(name, ...parameters)];
}

function presumed(name: string, ...parameters: readonly Word[]): Effect {
  return runsCommand([known(name), ...parameters], { isOwnName: true });
}

/** Directories in which programs are looked for, one of which a pattern may match. */
const usualDirectories = [
  ...['/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'],
  ...['/opt/homebrew/bin', '/snap/bin', '/usr/lib/git-core', '/usr/libexec/git-core'],
];

/** How many of the programs that a pattern may match are gone through, at the most. */
const maxMatched = 60;

/** Into how many parts the longest of them is divided. */
const mostParts = Math.max(...usualDirectories.map((directory) => directory.split('/').length));

/** What it costs to hold a pattern against the names of all programs. */
const unitsPerSearch = 1_500;

/** The names of the programs that the path may be which a pattern stands for: `/b?n/rm`, `/bin/r?`. */
export function programsMatched(glob: string, budget: Budget): readonly string[] {
  const slash = glob.lastIndexOf('/');
  const directory = glob.slice(0, Math.max(slash, 0));
  const name = glob.slice(slash + 1);
  // A name that is written out says what it is, wherever that is.
  if (!/[*?[\\]/.test(name)) return isBuiltin(name) ? [] : [name];
  const isOfPrograms = slash === -1 || packagedPrograms.test(`${directory}/x`) || matchesUsual(directory);
  if (!isOfPrograms) return [];
  spend(budget, unitsPerSearch);
  const matches = globMatcher(name);
  return programNames()
    .filter((each) => !isBuiltin(each) && matches(each))
    .slice(0, maxMatched);
}

function matchesUsual(directory: string): boolean {
  const parts = directory.split('/');
  if (parts.length > mostParts) return false;
  const matchers = parts.map(globMatcher);
  return usualDirectories.some((usual) => {
    const names = usual.split('/');
    return names.length === parts.length && matchers.every((matches, at) => matches(names[at] ?? ''));
  });
}

/** Whether the path is that of the program which opens it, whatever that is. */
export function isOwnExecutable(path: string): boolean {
  return ownExecutable.test(path);
}

/**
 * The shell that starts a command by itself, which is what its own executable is then; `null` where another program
 * starts it: `env /proc/self/exe` is `env` once more.
 */
export function shellStarting({ via }: Context, lookup: 'shell' | 'builtin' | 'program'): string | null {
  const last = via.at(-1);
  const isReplaced = last?.kind === 'wrapper' && last.name === 'exec';
  if (lookup === 'program' && !isReplaced) return null;
  return via.findLast((step) => step.kind === 'shell')?.name ?? 'bash';
}
