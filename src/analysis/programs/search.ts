import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { known, prefixOf, textOf, unknown } from '../words.ts';
import { deletesTree, readsFile, readsTree, replacesFile, runsCommand } from './effects.ts';
import { each, flag, has, optional, readsValue, replacesValue, value } from './options.ts';
import type { Call, Given, OptionRule, Program } from './program.ts';

/** `-exec` and its like: a program for each file that is found, or for many at once. */
const runsForFound: OptionRule = { takes: 'clause', effects: runsOnFound };

/** Programs that find files and lines. */
export const programs: readonly Program[] = [
  {
    names: ['grep', 'egrep', 'fgrep'],
    options: {
      ...each(flag, '-E --extended-regexp', '-F --fixed-strings', '-G --basic-regexp', '-P --perl-regexp'),
      ...each(flag, '-i --ignore-case', '-y', '--no-ignore-case', '-v --invert-match', '-w --word-regexp'),
      ...each(flag, '-x --line-regexp', '-c --count', '-L --files-without-match', '-l --files-with-matches'),
      ...each(flag, '-o --only-matching', '-q --quiet --silent', '-s --no-messages', '-b --byte-offset'),
      ...each(flag, '-H --with-filename', '-h --no-filename', '-n --line-number', '-T --initial-tab'),
      ...each(
        flag,
        '-Z --null',
        '-z --null-data',
        '-U --binary',
        '-u --unix-byte-offsets',
        '-a --text',
        '-I',
      ),
      ...each(
        flag,
        '-r --recursive',
        '-R --dereference-recursive',
        '--line-buffered',
        '--no-group-separator',
      ),
      ...each(flag, '-V --version', '--help'),
      ...each(optional, '--color --colour'),
      ...each(
        value,
        '-e --regexp',
        '-m --max-count',
        '-A --after-context',
        '-B --before-context',
        '-C --context',
      ),
      ...each(value, '--label', '--binary-files', '-D --devices', '-d --directories', '--group-separator'),
      ...each(value, '--include', '--exclude', '--exclude-dir'),
      ...each(readsValue, '-f --file', '--exclude-from'),
    },
    number: value,
    effects: readsSearched,
  },
  {
    names: ['find'],
    style: 'single-dash',
    options: {
      ...each(flag, '-H', '-L', '-P', '-O0', '-O1', '-O2', '-O3', '( ) ! ,', '-a -and', '-o -or', '-not'),
      ...each(flag, '-daystart', '-depth', '-d', '-follow', '-ignore_readdir_race', '-noignore_readdir_race'),
      ...each(flag, '-mount -xdev', '-noleaf', '-warn', '-nowarn', '-empty', '-executable', '-readable'),
      ...each(
        flag,
        '-writable',
        '-false',
        '-true',
        '-nouser',
        '-nogroup',
        '-print',
        '-print0',
        '-ls',
        '-prune',
      ),
      ...each(flag, '-quit', '-help --help', '-version --version'),
      ...each(
        value,
        '-D',
        '-maxdepth',
        '-mindepth',
        '-regextype',
        '-amin',
        '-anewer',
        '-atime',
        '-cmin',
        '-cnewer',
      ),
      ...each(
        value,
        '-ctime',
        '-fstype',
        '-gid',
        '-group',
        '-ilname',
        '-iname',
        '-inum',
        '-ipath',
        '-iregex',
      ),
      ...each(
        value,
        '-iwholename',
        '-links',
        '-lname',
        '-mmin',
        '-mtime',
        '-name',
        '-newer',
        '-path',
        '-perm',
      ),
      ...each(
        value,
        '-regex',
        '-size',
        '-type',
        '-uid',
        '-used',
        '-user',
        '-wholename',
        '-xtype',
        '-samefile',
      ),
      ...each(value, '-printf', '-newerXY', '-newermt', '-newerat', '-newerct', '-context'),
      '-files0-from': readsValue,
      ...each(replacesValue, '-fprint', '-fprint0', '-fls'),
      '-fprintf': { takes: 'pair', effects: ({ value }) => [replacesFile(value)] },
      '-delete': { takes: 'nothing', effects: (_, call) => startsOf(call).map(deletesTree) },
      ...each(runsForFound, '-exec', '-execdir', '-ok', '-okdir'),
    },
    effects: (call) => startsOf(call).map(readsTree),
  },
];

/** The pattern is the first operand, unless an option gives it; the others are files, or directories to go through. */
function readsSearched(call: Call): readonly Effect[] {
  const hasPattern = has(call, '--regexp') || has(call, '--file');
  const files = hasPattern ? call.operands : call.operands.slice(1);
  if (!has(call, '-r') && !has(call, '-R')) return files.map(readsFile);
  return (files.length === 0 ? [known('.')] : files).map(readsTree);
}

/** Where `find` begins; without a word it is the working directory. */
function startsOf(call: Call): readonly Word[] {
  return call.operands.length === 0 ? [known('.')] : call.operands;
}

function runsOnFound(given: Given, call: Call): readonly Effect[] {
  return startsOf(call).map((start) => runsCommand(given.values.map((word) => withFound(word, start))));
}

/** The word with `{}` made the name of some file under a directory. */
function withFound(word: Word, start: Word): Word {
  const text = textOf(word);
  const at = text?.indexOf('{}') ?? -1;
  if (text === null || at === -1) return word;
  const suffix = text.slice(text.lastIndexOf('{}') + 2);
  return unknown(text.slice(0, at) + prefixOf(start), suffix, [{ kind: 'found', under: start }]);
}
