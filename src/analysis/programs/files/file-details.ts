import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, textOf } from '../../words.ts';
import { altersFile, altersTree, changes, readsFile, unknownEffect } from '../effects.ts';
import { mayStandFrom } from '../operands.ts';
import { has, readsValue, replacesValue, value } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';

const about = flags('--help, --version');

/** A mode that begins with a dash: `chmod -x f`, `chmod -w,o+r f`, `chmod -644 f`. */
const modeLetters = '-r -w -x -X -s -t -u -g -o -a -, -+ -= -0 -1 -2 -3 -4 -5 -6 -7'.split(' ');

/**
 * Programs that show or change what is known about files. Names, sizes, owners and dates alone are not the content of
 * a file: showing them is no effect.
 */
export const programs: readonly Program[] = [
  {
    names: ['ls', 'dir', 'vdir', 'gls'],
    options: {
      ...about,
      ...flags('-a --all, -A --almost-all, --author, -b --escape, -B --ignore-backups, -c, -C'),
      ...flags('-d --directory'),
      ...flags('-D --dired, -f, -F, -g, -G --no-group, -h --human-readable, --si, -H, -k --kibibytes'),
      ...flags('--dereference-command-line, --dereference-command-line-symlink-to-dir, --file-type'),
      ...flags('--full-time, --group-directories-first, -i --inode, -l, -L --dereference, -m'),
      ...flags('-n --numeric-uid-gid, -N --literal, -o, -p, -q --hide-control-chars, -Q --quote-name'),
      ...flags('--show-control-chars, -r --reverse, -R --recursive, -s --size, -S, -t, -u, -U, -v, -x, -X'),
      ...flags('-Z --context, --zero, -1, -O, -@, -e, -W, -%, -y, -P'),
      ...optionals('--classify, --color, --hyperlink'),
      ...values('--block-size, --format, --hide, --indicator-style, -I --ignore, --quoting-style, --sort'),
      ...values('-T --tabsize, --time, --time-style, -w --width'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['eza', 'exa', 'lsd'],
    options: {
      ...flags('-1 --oneline, -a --all, -A --almost-all, -b --binary, -B --bytes, -d --list-dirs'),
      ...flags('-D --only-dirs'),
      ...flags('-f --only-files, -F --classify, -g --group, -G --grid, -h --header, -H --links, -i --inode'),
      ...flags('-l --long, -m --modified, -M --mounts, -n --numeric, -o --octal-permissions, -r --reverse'),
      ...flags('-R --recurse, -S --blocksize, -T --tree, -u --accessed, -U --created, -x --across'),
      ...flags('-@ --extended, -Z --context, --git, --git-ignore, --group-directories-first, --icons'),
      ...flags('--no-permissions, --no-filesize, --no-user, --no-time, --no-icons, --no-git, --help'),
      ...flags('--version'),
      ...flags('--hyperlink, --changed, --git-repos, -X --dereference, --total-size'),
      ...values('-I --ignore-glob, -L --level --depth, -s --sort, -t --time, --time-style, --color --colour'),
      ...values('-w --width'),
    },
    abbreviates: false,
    optionsAreHarmless: true,
  },
  {
    names: ['tree'],
    options: {
      ...flags('-a, -d, -l, -f, -x, -q, -N, -Q, -p, -u, -g, -s, -h, -D, -F, -v, -t, -c, -U, -r, -i, -A, -S'),
      ...flags('-n, -C, -X, -J, -R, --prune, --gitignore, --matchdirs, --metafirst, --ignore-case'),
      ...flags('--noreport'),
      ...flags('--info, --inodes, --device, --si, --du, --dirsfirst, --filesfirst, --nolinks, --hintro'),
      ...flags('--noreport, --fflinks, --fromfile, --fromtabfile, --opt-toggle, --help, --version'),
      ...values('-L, -P, -I, -H, -T, --filelimit, --charset, --timefmt, --sort, --hintro, --houtro'),
      ...listed(readsValue, '--gitfile, --infofile'),
      '-o': replacesValue,
    },
    effects: (call) => [
      ...(has(call, '--fromfile') || has(call, '--fromtabfile') ? call.operands.map(readsFile) : []),
      // It writes an HTML file into every directory at the depth of -L. Older ones do so without -H too.
      ...(has(call, '-R') && (has(call, '-H') || has(call, '-L'))
        ? [unknownEffect('program-specific', '00Tree.html files')]
        : []),
    ],
  },
  {
    names: ['stat', 'gstat'],
    options: {
      ...about,
      ...flags('-L --dereference, -f --file-system, -t --terse, -l, -n, -q, -r, -s, -x, -F'),
      ...values('-c --format, --printf, --cached'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['du', 'gdu'],
    options: {
      ...about,
      ...flags('-0 --null, -a --all, --apparent-size, -A, -b --bytes, -c --total, -D --dereference-args, -H'),
      ...flags('-h --human-readable, --inodes, -k, -L --dereference, -l --count-links, -m, -g, -n'),
      ...flags('-P --no-dereference, -S --separate-dirs, --si, -s --summarize, -x --one-file-system'),
      ...values('-B --block-size, -d --max-depth, -t --threshold, --time-style, --exclude, -I'),
      ...optionals('--time'),
      ...listed(readsValue, '--files0-from, -X --exclude-from'),
    },
  },
  {
    names: ['dust'],
    abbreviates: false,
    options: {
      ...flags('-p --full-paths, -L --dereference-links, -x --limit-filesystem, -s --apparent-size'),
      ...flags('-r --reverse, -c --no-colors, -C --force-colors, -b --no-percent-bars, -B --bars-on-right'),
      ...flags('-R --screen-reader, --skip-total, -f --filecount, -i --ignore-hidden, -t --file-types'),
      ...flags('-P --no-progress, --print-errors, -D --only-dir, -F --only-file, -j --output-json'),
      ...flags('-h --help, -V --version'),
      ...values('-d --depth, -T --threads, -n --number-of-lines, -X --ignore-directory, -z --min-size'),
      ...values('-v --invert-filter, -e --filter, -w --terminal-width, -o --output-format, -S --stack-size'),
      ...values('-M --mtime, -A --atime, -y --ctime, --collapse, -m --filetime'),
      ...listed(readsValue, '-I --ignore-all-in-file, --files0-from, --files-from, --config'),
    },
  },
  {
    names: ['df', 'gdf'],
    options: {
      ...about,
      ...flags('-a --all, -h --human-readable, -H --si, -i --inodes, -k, -l --local, --no-sync'),
      ...flags('-P --portability'),
      ...flags('--sync, --total, -T --print-type, -v, -m, -g, -b'),
      ...values('-B --block-size, -t --type, -x --exclude-type'),
      ...optionals('--output'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['readlink', 'greadlink'],
    options: {
      ...about,
      ...flags('-f --canonicalize, -e --canonicalize-existing, -m --canonicalize-missing, -n --no-newline'),
      ...flags('-q -s --quiet --silent, -v --verbose, -z --zero'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['realpath', 'grealpath'],
    options: {
      ...about,
      ...flags('-e --canonicalize-existing, -m --canonicalize-missing, -L --logical, -P --physical'),
      ...flags('-q --quiet, -s --strip --no-symlinks, -z --zero, -E'),
      ...values('--relative-to, --relative-base'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['basename', 'gbasename'],
    options: { ...about, ...flags('-a --multiple, -z --zero'), '-s --suffix': value },
    optionsAreHarmless: true,
  },
  {
    names: ['dirname', 'gdirname'],
    options: { ...about, ...flags('-z --zero') },
    optionsAreHarmless: true,
  },
  {
    names: ['pathchk'],
    options: { ...about, ...flags('-p, -P, --portability') },
    optionsAreHarmless: true,
  },
  {
    names: ['namei'],
    options: flags(
      '-h --help, -V --version, -l --long, -m --modes, -o --owners, -x --mountpoints, -n --nosymlinks, -v --vertical',
    ),
    optionsAreHarmless: true,
  },
  {
    names: ['dircolors'],
    options: {
      ...about,
      ...flags('-b --sh --bourne-shell, -c --csh --c-shell, -p --print-database, --print-ls-colors'),
    },
    effects: ({ operands }) => operands.map(readsFile),
  },
  {
    names: ['which'],
    options: {
      ...flags('-a --all, -i --read-alias, --skip-alias, --read-functions, --skip-functions, --skip-dot'),
      ...flags('--skip-tilde, --show-dot, --show-tilde, --tty-only, -v -V --version, --help, -s'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['whereis'],
    options: {
      ...flags('-b, -m, -s, -u, -l, -g, -a, -f, -h --help, -V --version'),
      ...values('-B, -M, -S'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['whatis', 'apropos'],
    options: flags(
      '-d --debug, -v --verbose, -e --exact, -w --wildcard, -a --and, -l --long, -?, -h --help, -V --version',
    ),
    optionsAreHarmless: true,
  },
  {
    names: ['chmod', 'gchmod'],
    options: {
      ...about,
      ...flags(...modeLetters, '--'),
      ...flags('-c --changes, -f --silent --quiet, -v --verbose, -R --recursive, -H, -L, -P'),
      ...flags('-h --no-dereference, --dereference, --no-preserve-root, --preserve-root'),
      '--reference': value,
    },
    effects: changesModes,
  },
  {
    names: ['chown', 'chgrp', 'gchown', 'gchgrp'],
    options: {
      ...about,
      ...flags('-c --changes, -f --silent --quiet, -v --verbose, -R --recursive, -H, -L, -P, -n, -x'),
      ...flags('-h --no-dereference, --dereference, --no-preserve-root, --preserve-root'),
      ...values('--reference, --from'),
    },
    effects: changesFilesBehindFirst,
  },
  {
    names: ['chcon'],
    options: {
      ...about,
      ...flags('-v --verbose, -R --recursive, -H, -L, -P, -h --no-dereference, --dereference'),
      ...flags('--no-preserve-root, --preserve-root'),
      ...values('--reference, -u --user, -r --role, -t --type, -l --range'),
    },
    effects: (call) => {
      const isInOptions = ['--user', '--role', '--type', '--range', '--reference'].some((name) =>
        has(call, name),
      );
      return changesFiles(call, isInOptions ? call.operands : mayStandFrom(call.operands, 1));
    },
  },
  {
    names: ['xattr'],
    options: flags('-l, -r, -s, -v, -x, -h --help, -p'),
    effects: ({ operands }) =>
      operands.length === 0 ? [] : [unknownEffect('program-specific', 'extended attributes')],
  },
];

function changesModes(call: Call): readonly Effect[] {
  const isInOptions = modeLetters.some((name) => has(call, name));
  const files = isInOptions || has(call, '--reference') ? call.operands : mayStandFrom(call.operands, 1);
  const modes = isInOptions
    ? call.argv.filter((word) => /^-[^-]/.test(prefixOf(word)))
    : call.operands.slice(0, 1);
  return [
    ...changesFiles(call, files),
    ...modes.filter(givesRights).map((mode) => changes('system', known(`set-id mode ${describeWord(mode)}`))),
  ];
}

/** A file that runs with the rights of its owner or group. */
function givesRights(mode: Word): boolean {
  return textOf(mode) !== null && /^0*[2-7][0-7]{3}$|[+=][rwxXt]*s/.test(prefixOf(mode));
}

function changesFilesBehindFirst(call: Call): readonly Effect[] {
  return changesFiles(call, has(call, '--reference') ? call.operands : mayStandFrom(call.operands, 1));
}

function changesFiles(call: Call, files: readonly Word[]): readonly Effect[] {
  return files.map(has(call, '--recursive') ? altersTree : altersFile);
}
