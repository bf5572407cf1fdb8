import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, mayStartWith, prefixOf, textOf, unknown, unknownWords } from '../../words.ts';
import {
  altersTree,
  deletesTree,
  interactive,
  readsFile,
  readsTree,
  replacesFile,
  runsCommand,
} from '../effects.ts';
import { mayStandFrom, withoutDash } from '../operands.ts';
import { has, lastValue, readsValue, replacesValue, value } from '../options.ts';
import type { Call, Given, OptionRule, Program } from '../program.ts';
import { flags, listed, optionals, orHere, values } from '../shorthand.ts';
import { searchesNamed } from './search-globs.ts';

/** `-exec` and its like: a program for each file that is found, or for many at once. */
const runsForFound: OptionRule = { takes: 'clause', effects: runsOnFound };

const compression = ['zgrep', 'zegrep', 'zfgrep', 'bzgrep', 'xzgrep', 'lzgrep', 'zstdgrep', 'lz4grep'];

/** Which times two files are compared by: `-newermt`. */
const newerThan = ['a', 'B', 'c', 'm'].flatMap((own) =>
  ['a', 'B', 'c', 'm', 't'].map((other) => `-newer${own}${other}`),
);

/** Programs that find files and lines. */
export const programs: readonly Program[] = [
  {
    names: ['grep', 'egrep', 'fgrep', 'rgrep', 'ggrep', 'gegrep', 'gfgrep', ...compression],
    options: {
      ...flags('-E --extended-regexp, -F --fixed-strings, -G --basic-regexp, -P --perl-regexp'),
      ...flags('-i --ignore-case, -y, --no-ignore-case, -v --invert-match, -w --word-regexp'),
      ...flags('-x --line-regexp, -c --count, -L --files-without-match, -l --files-with-matches'),
      ...flags('-o --only-matching, -q --quiet --silent, -s --no-messages, -b --byte-offset'),
      ...flags('-H --with-filename, -h --no-filename, -n --line-number, -T --initial-tab, -Z --null'),
      ...flags('-z --null-data, -U --binary, -u --unix-byte-offsets, -a --text, -I, -V --version, --help'),
      ...flags('-r --recursive, -R --dereference-recursive, --line-buffered, --no-group-separator'),
      ...optionals('--color --colour'),
      ...values('-e --regexp, -m --max-count, -A --after-context, -B --before-context, -C --context'),
      ...values('--label, --binary-files, -D --devices, -d --directories, --group-separator'),
      ...values('--exclude, --exclude-dir'),
      '--include': searchesNamed,
      ...listed(readsValue, '-f --file, --exclude-from'),
    },
    number: value,
    effects: readsSearched,
  },
  {
    names: ['find', 'gfind'],
    style: 'whole-words',
    options: {
      ...flags('-H, -L, -P, -E, -X, -s, -x, -O0, -O1, -O2, -O3, ( ) !, -a -and, -o -or, -not'),
      ...flags(',, --'),
      ...flags('-daystart, -depth, -d, -follow, -ignore_readdir_race, -noignore_readdir_race, -mount -xdev'),
      ...flags('-noleaf, -warn, -nowarn, -empty, -executable, -readable, -writable, -false, -true, -nouser'),
      ...flags('-nogroup, -print, -print0, -ls, -prune, -quit, -help --help, -version --version'),
      ...values('-D, -maxdepth, -mindepth, -regextype, -amin, -anewer, -atime, -cmin, -cnewer, -ctime'),
      ...values('-fstype, -gid, -group, -ilname, -iname, -inum, -ipath, -iregex, -iwholename, -links'),
      ...values('-lname'),
      ...values('-mmin, -mtime, -name, -newer, -path, -perm, -regex, -size, -type, -uid, -used, -user'),
      ...values('-wholename, -xtype, -samefile, -printf, -context, -flags, -Bmin, -Btime'),
      ...values(...newerThan),
      '-files0-from': readsValue,
      ...listed(replacesValue, '-fprint, -fprint0, -fls'),
      '-fprintf': { takes: 'pair', effects: ({ value }) => [replacesFile(value)] },
      '-delete': { takes: 'nothing', effects: deletesFound },
      ...listed(runsForFound, '-exec, -execdir, -ok, -okdir'),
    },
    effects: (call) => startsOf(call).map(readsTree),
  },
  {
    names: ['locate', 'mlocate', 'plocate', 'slocate'],
    options: {
      ...flags('-A --all, -b --basename, -c --count, -e --existing, -L --follow, -P --nofollow, -H'),
      ...flags('-i --ignore-case, -p --ignore-spaces, -N --literal, -m --mmap, -0 --null, -q --quiet'),
      ...flags('--regex, -s --stdio, -S --statistics, -w --wholename, -h --help, -V --version'),
      ...values('-l -n --limit, -r --regexp'),
      '-d --database': readsValue,
    },
  },
];

/** The pattern is the first operand, unless an option gives it; the others are files, or directories to go through. */
function readsSearched(call: Call): readonly Effect[] {
  const hasPattern = has(call, '--regexp') || has(call, '--file');
  const files = withoutDash(hasPattern ? call.operands : mayStandFrom(call.operands, 1));
  return isRecursive(call) ? orHere(files).map(readsTree) : files.map(readsFile);
}

function isRecursive(call: Call): boolean {
  const directories = lastValue(call, '--directories');
  const recurses = directories !== null && mayStartWith(directories, 'recurse');
  return call.name === 'rgrep' || has(call, '-r') || has(call, '-R') || recurses;
}

/** Where `find` begins; without a word it is the working directory. A file may hold the words instead. */
function startsOf(call: Call): readonly Word[] {
  return has(call, '-files0-from') ? [unknown()] : orHere(call.operands);
}

/**
 * Of directories it deletes those that have nothing in them, and leaves the others: they are made again as easily. Those of a
 * repository are not: git takes it for none without `refs`.
 */
function deletesFound(deletion: Given, call: Call): readonly Effect[] {
  const before = call.given.slice(0, call.given.indexOf(deletion));
  const isOfDirectories =
    before.some(({ names, value }) => names.includes('-type') && textOf(value) === 'd') &&
    !has(call, '-o') &&
    !has(call, ',');
  const texts = call.argv.map((word) => textOf(word));
  const negated = texts.flatMap((text, at) => (text === '!' || text === '-not' ? [at] : []));
  const leavesGit = negated.some((at) => isOfGit(texts.slice(at + 1)));
  if (!isOfDirectories || !negated.every((at) => isOfGit(texts.slice(at + 1))))
    return startsOf(call).map(deletesTree);
  return startsOf(call).map((start) =>
    leavesGit || namesDirectory.test(textOf(start) ?? '') ? altersTree(start) : deletesTree(start),
  );
}

function isOfGit([test, pattern]: readonly (string | null)[]): boolean {
  return (test === '-path' || test === '-wholename') && /^(?:\.|\*)\/\.git\/?\*$/.test(pattern ?? '');
}

/** A directory by its name, where it cannot be one with a repository in its hidden part, or above here. */
const namesDirectory = /^(?:\.\/)?[\w-][^/]*(?:\/[\w-][^/]*)*\/?$/;

/** How many words are made for all places where `find` begins, each on its own. */
const maxFound = 5000;

/** With `-execdir`, the program runs in the directory that the file is in: for a start that is outside of it. */
function runsOnFound(given: Given, call: Call): readonly Effect[] {
  const isInPlace = given.names.some((name) => name.endsWith('dir'));
  const asks = given.names.some((name) => name.startsWith('-ok'));
  const starts = startsOf(call);
  // Where there are very many, what is found may be anywhere.
  const places = starts.length * given.values.length > maxFound ? [unknown()] : starts;
  const runs = places.map((start) =>
    runsCommand(
      wordsRun(given, call, isInPlace ? known('./') : start),
      isInPlace ? { cwd: unknown('', '', [{ kind: 'found', under: start }]) } : {},
    ),
  );
  return asks ? [...runs, interactive] : runs;
}

/** With `+` there are more names behind the first. To most programs they are the same again, but the parameters of a script are counted. */
function wordsRun({ values }: Given, { argv }: Call, start: Word): readonly Word[] {
  const words = values.map((word) => withFound(word, start));
  const last = values.at(-1);
  const isForMany = last !== undefined && textOf(argv[argv.lastIndexOf(last) + 1]) === '+';
  const isScript = /^(?:.*\/)?\w*sh$/.test(textOf(values[0]) ?? '');
  if (!isForMany || !isScript || textOf(last) !== '{}') return words;
  return [...words, unknownWords('', '', [{ kind: 'found', under: start }])];
}

/** The word with `{}` made the name of some file under a directory. */
function withFound(word: Word, start: Word): Word {
  const text = textOf(word);
  const at = text?.indexOf('{}') ?? -1;
  if (text === null || at === -1) return word;
  const suffix = text.slice(text.lastIndexOf('{}') + 2);
  return unknown(text.slice(0, at) + prefixOf(start), suffix, [{ kind: 'found', under: start }]);
}
