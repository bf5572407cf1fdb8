import { givenAs, has } from '../../analysis/programs/options.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import type { Call, Given } from '../../analysis/programs/program.ts';
import { textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import { asksForNames } from './narrowing.ts';

/** A program, or a subcommand of git, that prints names of files, and with some options something else. */
interface Lister {
  /** Options of which one makes it print names alone; left out: it prints nothing else. */
  readonly asks?: readonly string[];
  /** Options with which there is other text among the names, such as one that it is given. */
  readonly never?: readonly string[];
  /** Where that is most of them: those with which names are all that is printed. */
  readonly only?: readonly string[];
  /** Options of which one has to have a value that makes nothing else be printed. */
  readonly formats?: readonly string[];
  /** Options with which hidden files are among them. */
  readonly hidden?: RegExp;
  /** Options without which hidden files are among them. */
  readonly narrow?: RegExp;
}

/** Options of `git diff` and its like with which `--name-only` prints names and nothing else. */
const ofDiff =
  '--name-only --cached --staged --diff-filter -z -r -R -M -C -B --merge-base --relative --root --no-commit-id --no-renames --no-color --no-ext-diff --no-textconv --ignore-submodules -w -b --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines -S -G --pickaxe-regex --find-copies-harder --no-pager'.split(
    ' ',
  );

/** Further ones of `git log` and `git show`. */
const ofLog =
  '--format --pretty -0 -n --max-count --skip --since --until --author --committer --grep -i -E -F --all --branches --remotes --tags --merges --no-merges --first-parent --reverse --follow --no-walk'.split(
    ' ',
  );

/** Without `--short`, which names what has changed above the directory too, by `../`. */
const ofStatus = '--porcelain -u --untracked-files --no-renames --find-renames --ignore-submodules'.split(
  ' ',
);

const long = ['-l', '-o', '-g', '-n', '--full-time', '--format', '--time-style', '--hyperlink'];
const fd: Lister = {
  never: ['--format', '--list-details', '--hyperlink', '--gen-completions', '--path-separator'],
  hidden: /^(?:-\w*[Hu]\w*|--hidden|--unrestricted)$/,
};

const listers: Readonly<Record<string, Lister>> = {
  find: { never: ['-printf', '-ls', '-fprintf', '-fls'] },
  fd,
  fdfind: fd,
  ls: { never: long, hidden: /^(?:-\w*[aAf]\w*|--all|--almost-all)$/ },
  rg: {
    asks: ['--files', '--files-with-matches', '--files-without-match'],
    never: ['--json', '--no-json', '--hyperlink-format', '--type-list', '--generate'],
    hidden: /^(?:-\w*u\w*|-\.|--hidden|--unrestricted)$/,
  },
  grep: {
    asks: ['--files-with-matches', '--files-without-match'],
    never: ['--label'],
    narrow: /^--include/,
  },
  realpath: { never: ['--relative-to', '--relative-base'] },
  dirname: {},
  basename: { never: ['--suffix'] },
  pwd: {},
  'git ls-files': { never: ['--format'], hidden: /^(?:-\w*o\w*|--others)$/ },
  'git ls-tree': { asks: ['--name-only', '--name-status'], never: ['--format'] },
  'git grep': {
    asks: ['--files-with-matches', '--files-without-match'],
    hidden: /^--(?:untracked|no-index)$/,
  },
  'git status': {
    asks: ['--porcelain'],
    only: ofStatus,
    hidden: /^(?:-\w*u(?!no$)\w*|--u(?!ntracked-files=no$).*)$/,
    narrow: /^(?:-uno|--untracked-files=no)$/,
  },
  'git diff': { asks: ['--name-only'], only: ofDiff },
  'git diff-tree': { asks: ['--name-only'], only: ofDiff },
  'git log': { asks: ['--name-only'], only: [...ofDiff, ...ofLog], formats: ['--format', '--pretty'] },
  'git show': { asks: ['--name-only'], only: [...ofDiff, ...ofLog], formats: ['--format', '--pretty'] },
};

/** What takes the letters away that `git status --porcelain` has before each name, as `cutsStatus` asks for it. */
const cuts: Readonly<Record<string, RegExp>> = {
  cut: /^-c ?4-$/,
  awk: /^\{ *print \$(?:2|NF);? *\}$/,
  sed: /^s\/\^\.\.\.\/\/$/,
};

/** A format of commits that is empty, or their names. */
const bareFormat = /^(?:format:|tformat:)?(?:%[hHtTpP])?$/;

/** Programs that pass on lines that they read, in whatever order, with options that leave each as it is. */
const filters: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['grep', 'egrep', 'fgrep'].map((name) => [
      name,
      '-E -F -G -P -i -y -v -w -x -e -m -a -s -z --line-buffered --color'.split(' '),
    ]),
  ),
  head: ['-n', '-q', '-z'],
  tail: ['-n', '-q', '-z'],
  sort: '-u -r -n -h -V -f -d -i -b -k -t -s -R -z -g -M'.split(' '),
  uniq: '-c -d -D -u -i -f -s -w -z'.split(' '),
  tac: [],
  shuf: ['-n', '-r', '-z'],
  cat: ['-n', '-s', '-u'],
};

/** Whether a program prints names of files, and never their content or a text that it is given. */
export function printsNames(invocation: Invocation): boolean {
  const parsed = parsedCall(invocation);
  const lister = parsed && listerOf(parsed.call);
  if (parsed === null || !lister || parsed.problems.length > 0) return false;
  const { call } = parsed;
  if (has(call, '--help')) return false;
  const { asks, never = [], only, formats } = lister;
  if (asks !== undefined && !asks.some((name) => has(call, name))) return false;
  if (never.some((name) => has(call, name))) return false;
  if (only !== undefined && !call.given.every((given) => isOneOf(given, only))) return false;
  return formats === undefined || isBare(call, formats);
}

/** Whether hidden files may be among the names that a program prints. */
export function printsHidden(invocation: Invocation): boolean {
  const call = parsedCall(invocation)?.call;
  if (invocation.name === 'find') return !asksForNames(invocation);
  const { hidden, narrow } = (call && listerOf(call)) ?? {};
  return (
    (hidden !== undefined && hasOption(invocation, hidden)) ||
    (narrow !== undefined && !hasOption(invocation, narrow))
  );
}

/** Whether a program takes away what `git status` prints before names, and nothing more. */
export function cutsStatus({ name, argv, stdin }: Invocation, invocations: readonly Invocation[]): boolean {
  const pattern = Object.hasOwn(cuts, name ?? '') ? cuts[name ?? ''] : undefined;
  if (pattern?.test(argv.slice(1).map(textOf).join(' ')) !== true || stdin.kind !== 'pipe') return false;
  return allComesFrom(stdin.from, invocations, { isSource: printsStatus });
}

function printsStatus(invocation: Invocation): boolean {
  return parsedCall(invocation)?.call.subcommands[0] === 'status' && printsNames(invocation);
}

/** Whether a program passes lines of its input on as they are, and reads no file. */
export function passesLinesOn(invocation: Invocation): boolean {
  if (endsLinesOtherwise(invocation)) return true;
  const options = Object.hasOwn(filters, invocation.name ?? '') ? filters[invocation.name ?? ''] : undefined;
  if (options === undefined || invocation.effects.some(({ kind }) => kind === 'reads')) return false;
  const parsed = parsedCall(invocation);
  return (
    parsed !== null &&
    parsed.problems.length === 0 &&
    !has(parsed.call, '--echo') &&
    parsed.call.given.every((given) => isOneOf(given, options) || given.names.every(isCount))
  );
}

/** `tr '\\n' '\\0'`, for `xargs -0`. */
function endsLinesOtherwise({ name, argv }: Invocation): boolean {
  const [from, to] = argv.slice(1).map(textOf);
  const isEnd = (text: string | null | undefined) => text === '\\n' || text === '\\0' || text === '\\000';
  return name === 'tr' && argv.length === 3 && isEnd(from) && isEnd(to);
}

/** Which of the invocations have their errors go where another descriptor leads, as their output does. */
export function sendingErrors(invocations: readonly Invocation[]): (invocation: Invocation) => boolean {
  const all = invocations.some((one) => one.name === 'exec' && sendsErrors(one));
  return (invocation) => all || sendsErrors(invocation);
}

function sendsErrors({ redirects }: Invocation): boolean {
  return redirects.some(({ descriptor, operator, target }) => {
    if (descriptor !== 2 && !operator.startsWith('&>')) return false;
    if (target.kind !== 'file') return target.kind !== 'closed';
    return !/^(?!\/(?:dev|proc)\/)|^\/dev\/null$/.test(textOf(target.path) ?? '');
  });
}

/** What prints what is looked for, and what has to hold of all on the way from there. */
interface Origin {
  readonly isSource: (invocation: Invocation) => boolean;
  readonly isHarmless?: (invocation: Invocation) => boolean;
  /** What hands lines on; left out: what leaves each as it is. */
  readonly passesOn?: (invocation: Invocation) => boolean;
}

/**
 * Whether all that these invocations write is what sources have printed, handed on line by line. Each is looked at once,
 * however many ways lead to it.
 */
export function allComesFrom(
  ids: readonly number[],
  invocations: readonly Invocation[],
  { isSource, isHarmless = () => true, passesOn = passesLinesOn }: Origin,
): boolean {
  const seen = new Set(ids);
  for (const id of seen) {
    const invocation = invocations[id];
    if (invocation === undefined || !isHarmless(invocation)) return false;
    if (isSource(invocation)) continue;
    const { stdin } = invocation;
    if (stdin.kind !== 'pipe' || stdin.from.length === 0 || !passesOn(invocation)) return false;
    for (const from of stdin.from) seen.add(from);
  }
  return seen.size > 0;
}

function listerOf({ name, subcommands }: Call): Lister | null {
  const key = name === 'git' ? `git ${subcommands[0] ?? ''}` : name;
  return (Object.hasOwn(listers, key) ? listers[key] : undefined) ?? null;
}

function isOneOf({ names }: Given, allowed: readonly string[]): boolean {
  return names.some((name) => allowed.includes(name));
}

function isCount(name: string): boolean {
  return /^-\d$/.test(name);
}

function isBare(call: Call, formats: readonly string[]): boolean {
  const given = formats.flatMap((name) => givenAs(call, name));
  return (
    given.length > 0 &&
    given.every(({ values }) => {
      const text = textOf(values[0]);
      return text !== null && bareFormat.test(text);
    })
  );
}

function hasOption({ argv }: Invocation, option: RegExp): boolean {
  return argv.some((word) => word.kind === 'known' && option.test(word.text));
}
