import { resolvePath } from '../../analysis/paths.ts';
import { tellsNamesAlone } from '../../analysis/programs/git/names-alone.ts';
import { allValues, givenAs, has, staysOn } from '../../analysis/programs/options.ts';
import type { Call } from '../../analysis/programs/program.ts';
import { known, prefixOf, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import { isWithin } from '../paths/places.ts';
import type { Parsed, Subject } from '../subject.ts';
import { filtersForSecrets } from './asked-names.ts';
import { isInRepositoryOfWorkspace } from './repositories.ts';
import { namesSecret } from './secret-words.ts';
import { pathFromTop } from './top-directory.ts';

/** The call of this subcommand of git, which may have two names; `null` if it is another call. */
export function gitCall({ invocation, call }: Subject, name: string, otherName = name): Call | null {
  if (invocation.name !== 'git') return null;
  const parsed = call()?.call ?? null;
  const subcommand = parsed?.subcommands[0];
  return subcommand === name || subcommand === otherName ? parsed : null;
}

/** `git mv`, which refuses to replace a file, unless it is told to. */
export function renamesInGit(subject: Subject): boolean {
  const call = gitCall(subject, 'mv');
  return call !== null && !has(call, '--force');
}

/** `git rm`, which takes away nothing but what is in a commit as it is, unless it is told to. */
export function removesCommitted(subject: Subject): boolean {
  const call = gitCall(subject, 'rm');
  return call !== null && !has(call, '--force');
}

/** `git add` of all that is there, whatever it is: `-A`, `.`, `*`, `:/`. */
export function stagesEverything(subject: Subject): boolean {
  const call = gitCall(subject, 'add', 'stage');
  if (call === null || staysOn(call, '--dry-run')) return false;
  const isUnlimited = call.operands.length === 0 && (has(call, '--all') || has(call, '--no-ignore-removal'));
  return isUnlimited || call.operands.some((word) => isEverything(word) || isWholeDirectory(word, subject));
}

/** A path that leads back to where git is, or to all of the workspace: `src/..`. */
function isWholeDirectory(word: Word, { invocation, places }: Subject): boolean {
  if (word.kind !== 'known' || word.text.startsWith(':') || invocation.cwd.kind !== 'known') return false;
  const path = prefixOf(resolvePath(invocation.cwd, word));
  return path === invocation.cwd.text || path === places.workspace;
}

/** A path that stands for all files, with or without the magic that makes it start at the top. */
function isEverything(word: Word): boolean {
  if (word.kind === 'unknown') return word.sources.some(isEveryMatch);
  const text = word.kind === 'known' ? word.text : word.glob;
  const path = text.replace(/^:(?:\((?:top|glob|icase|,)*\)|\/)/, './').replace(/^(?:\.\/+)+/, './');
  return /^(?:\.|\.\/|\*{1,2}|\.\/(?:\.|\*{1,2}|\*\*\/\*|\*\.\*)|\*\*\/\*|\*\.\*|:)\/?$/.test(path);
}

function isEveryMatch(source: Source): boolean {
  return source.kind === 'matches' && isEverything(source.pattern);
}

/** A push that overwrites what is there without having looked: `--force`, which heeds no lease, `--mirror`, `+branch`, or settings that say so. */
export function forcesPush(subject: Subject): boolean {
  const call = gitCall(subject, 'push') ?? gitCall(subject, 'send-pack', 'http-push');
  if (call === null || staysOn(call, '--dry-run')) return false;
  return (
    has(call, '--force') ||
    has(call, '--mirror') ||
    refspecs(call).some((word) => prefixOf(word).startsWith('+')) ||
    allValues(call, '-c').some((setting) => forcing.test(prefixOf(setting)))
  );
}

/** What of the settings is as good as `--mirror`, or as a branch with a `+`. */
const forcing = /^remote\..*\.(?:mirror(?:$|=(?:true|yes|on|[1-9]))|push=\+)/is;

/** A push that takes refs away: `--delete`, `--prune`, `--mirror`, `:branch`. */
export function deletesRemoteBranch(subject: Subject): boolean {
  const call = gitCall(subject, 'push');
  if (call === null) return false;
  const isAsked = ['--delete', '--prune', '--mirror'].some((name) => has(call, name));
  return isAsked || refspecs(call).some((word) => /^\+?:./.test(prefixOf(word)));
}

function refspecs(call: Call): readonly Word[] {
  return call.operands.slice(has(call, '--repo') ? 0 : 1);
}

/** Options of git itself; some subcommands have others of these names. */
const elsewhere = ['--git-dir', '--work-tree', '--bare', '--namespace'];

/**
 * Git takes its settings from where it works, and some of them are programs to run: that has to be the workspace, or a
 * directory in it of which it can be seen that it is no other repository.
 */
export function worksElsewhere(subject: Subject): boolean {
  const { invocation, places, call } = subject;
  if (invocation.name !== 'git') return false;
  const parsed = call()?.call;
  if (
    parsed !== undefined &&
    elsewhere.some((name) =>
      givenAs(parsed, name).some(({ rule }) => name === '--bare' || rule.takes === 'value'),
    )
  ) {
    return true;
  }
  const fromTop = (path: Path) => pathFromTop(path, subject) ?? path;
  const cwd = directoryOf(fromTop(invocation.cwd), parsed, fromTop);
  if (cwd === null || !isWithin(cwd, places.workspace)) return true;
  return cwd !== places.workspace && !isInRepositoryOfWorkspace(cwd, subject);
}

/** Where git goes by `-C`, each from where the one before it leads; `null` if that is not known, as behind a link with `..`. */
function directoryOf(start: Path, parsed: Call | undefined, fromTop: (path: Path) => Path): string | null {
  let cwd = start;
  for (const { rule, value } of parsed === undefined ? [] : givenAs(parsed, '-C')) {
    if (rule.isDirectory !== true) continue;
    const directory = fromTop(value);
    const text = textOf(directory);
    if (text === null || text === '' || /(?:^|\/)\.\.(?:\/|$)/.test(text)) return null;
    cwd = resolvePath(cwd, directory);
  }
  return textOf(cwd);
}

/** Programs that show files out of something that holds many. */
const holders: ReadonlySet<string> = new Set([
  'git',
  'hg',
  'chg',
  'sl',
  'svn',
  'jj',
  'fossil',
  'tar',
  'gtar',
  'bsdtar',
  'unzip',
  '7z',
  '7za',
  '7zz',
  'unrar',
  'ar',
  'jar',
]);

/** A word that names a file with secrets, alone or in a commit or archive: `HEAD:.env`. */
export function namesSecretInCommit(subject: Subject): boolean {
  const { invocation, analysis } = subject;
  if (!holders.has(invocation.name ?? '') || showsNamesAlone(subject)) return false;
  const isNamed = invocation.argv.slice(1).some(namesSecret) || namedIn(invocation).some(namesSecret);
  return isNamed || (showsListed(invocation) && writersTo(invocation, analysis).some(asksForNamesOfSecrets));
}

function asksForNamesOfSecrets(invocation: Invocation): boolean {
  return invocation.argv.slice(1).some(namesSecret) || filtersForSecrets(invocation);
}

/** Whether git shows each object that its input names. */
function showsListed({ name, argv }: Invocation): boolean {
  return name === 'git' && argv.some((word) => /^--batch(?!-check|-all)/.test(prefixOf(word)));
}

/** All that what comes in has gone through. */
function writersTo({ stdin }: Invocation, { invocations }: Parsed): readonly Invocation[] {
  const ids = new Set(stdin.kind === 'pipe' ? stdin.from : []);
  for (const id of ids) {
    const before = invocations[id]?.stdin;
    for (const from of before?.kind === 'pipe' ? before.from : []) ids.add(from);
  }
  return [...ids].flatMap((id) => invocations[id] ?? []);
}

/** Whether git knows files or passes them over is told, or which commits they are in. What else is read is told as that. */
function showsNamesAlone({ invocation: { name, argv }, call }: Subject): boolean {
  if (name !== 'git') return false;
  if (/^(?:check-ignore|ls-files)$/.test(textOf(argv[1]) ?? '')) return true;
  const parsed = call();
  return parsed !== null && parsed.problems.length === 0 && tellsNamesAlone(parsed.call);
}

/** What stands in the lines of the input of `git cat-file --batch`, as far as that is known. */
function namedIn({ name, argv, stdin }: Invocation): readonly Word[] {
  if (name !== 'git' || !argv.some((word) => prefixOf(word).startsWith('--batch'))) return [];
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? textOf(stdin.text) : null;
  return text === null ? [] : text.split('\n').map((line) => known(line.replace(/^(?:contents|info) /, '')));
}
