import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, dropStart, known, prefixOf, textOf, unknown } from '../../words.ts';
import {
  altersFile,
  deletesTree,
  readsFile,
  readsTree,
  receivesFrom,
  replacesFile,
  replacesTree,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { mayStandAt, mayStandFrom, withoutDash } from '../operands.ts';
import { givenAs, has, lastValue, readsValue, replacesValue, runsValue, value } from '../options.ts';
import { hostIn, isRemote } from '../places.ts';
import type { Call, Given, OptionRule, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, orHere, values } from '../shorthand.ts';
import { searchesAll } from '../text/search-globs.ts';

const patterns: OptionRule = { takes: 'list' };

/** Programs that put files into archives and take them out. */
export const programs: readonly Program[] = [
  {
    names: ['zip'],
    options: {
      ...flags('-0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -A --adjust-sfx, -c --entry-comments, -d --delete'),
      ...flags('-D --no-dir-entries, -e --encrypt, -f --freshen, -F --fix, -g --grow, -h --help'),
      ...flags('-j --junk-paths'),
      ...flags('-J --junk-sfx, -k --DOS-names, -l --to-crlf, -L --license, -m --move, -o --latest-time'),
      ...flags('-q --quiet, -r --recurse-paths, -R --recurse-patterns, -S, -T --test, -u --update'),
      ...flags('-U --copy'),
      ...flags('-v --verbose, -X --strip-extra, -y --symlinks, -z --archive-comment, -@ --names-stdin'),
      ...flags('--filesync, --show-files, --must-match, --version, --more-help'),
      ...values('-b --temp-path, -n --suffixes, -P --password, -s --split-size, -t --from-date, -Z'),
      ...values('--before-date, --compression-method'),
      '-x --exclude': patterns,
      '-i --include': { takes: 'list', effects: ({ values }) => searchesAll(values) },
      ...listed(replacesValue, '-O --output-file --out, --logfile-path'),
      '--unzip-command': runsValue,
    },
    effects: zips,
  },
  {
    names: ['unzip'],
    options: {
      ...flags('-p, -l, -f, -t, -u, -z, -v, -T, -x, -n, -q, -o, -a, -j, -U, -C, -L, -X, -V, -K, -M, -Z, -c'),
      ...flags('-D, -b'),
      ...flags('-:, -^, -W, -h, -s, -B, -E, -F, -N, -S, -i, -Y, -1, -2, -m, --help'),
      ...values('-d, -P, -I, -O'),
    },
    effects: unzips,
  },
  {
    names: ['zipinfo', 'zipgrep', 'zipnote', 'funzip', 'lsar', 'unzipsfx'],
    options: {
      ...flags('-1, -2, -s, -m, -l, -v, -h, -M, -t, -T, -z, -C, -i, -n, -c, -q, -H, -L, -w, -x --help'),
      ...flags('--version'),
      ...flags('-j --json, -k'),
    },
    effects: (call) => mayStandFrom(call.operands, 0).map(altersArchive(call) ? altersFile : readsFile),
  },
  {
    names: ['7z', '7za', '7zr', '7zz'],
    abbreviates: false,
    options: {
      ...optionals('-a, -b, -i, -m, -n, -o, -p, -r, -s, -t, -u, -v, -w, -x, -y, -h, -l'),
      ...flags('--help'),
    },
    effects: packsSevenZip,
  },
  {
    names: ['unrar', 'rar', 'unar'],
    options: {
      '-i': { takes: 'optional', effects: logs },
      ...optionals('-o, -p, -x, -y, -c, -e, -u, -v, -s, -k, -t, -n, -a, -r, -f, -d, -m, -h'),
      ...flags('--help, --version'),
      '-output-directory': value,
    },
    effects: unpacksRar,
  },
  {
    names: ['cpio'],
    options: {
      ...flags('-o --create, -i --extract, -p --pass-through, -t --list, -0 --null, -a --reset-access-time'),
      ...flags('-A --append, -b --swap, -B, -c, -d --make-directories, -f --nonmatching, -k, -l --link'),
      ...flags('-L --dereference, -m --preserve-modification-time, -n --numeric-uid-gid'),
      ...flags('--no-absolute-filenames, --absolute-filenames, --no-preserve-owner, --only-verify-crc'),
      ...flags('--quiet, -r --rename, --renumber-inodes, -s --swap-bytes, -S --swap-halfwords, --sparse'),
      ...flags('--to-stdout, -u --unconditional, -v --verbose, -V --dot, --force-local, --ignore-devno'),
      ...flags('--ignore-dirnlink, --device-independent --reproducible, --help, --version, --usage, -?'),
      ...values('-C --io-size, -F --file, -H --format, -I, -M --message, -O, -R --owner, -W --warning'),
      ...values('--block-size, -D --directory'),
      '-E --pattern-file': readsValue,
      '--rename-batch-file': readsValue,
      '--rsh-command': runsValue,
    },
    effects: packsCpio,
  },
];

/** A second `-T` is the option `-TT`, which names a command; `-lf` names a log file. */
function zips(call: Call): readonly Effect[] {
  const files = mayStandFrom(call.operands, 1);
  const runsTest = givenAs(call, '--test').length > 1;
  const writesLog = call.argv.some((word) => /^-\w*lf/.test(prefixOf(word)));
  if (hasAny(call, '--help', '--version', '--license', '--more-help')) return [];
  const packed = has(call, '--delete') ? [] : withoutDash(files);
  return [
    ...withoutDash(mayStandAt(call.operands, 0)).map(altersFile),
    ...packed.map(has(call, '--recurse-paths') ? readsTree : readsFile),
    ...(has(call, '--recurse-patterns') ? [readsTree(known('.'))] : []),
    ...(has(call, '--names-stdin') ? [readsFile(unknown('', '', [{ kind: 'input' }]))] : []),
    ...(has(call, '--move') ? packed.map(deletesTree) : []),
    ...(runsTest ? [unknownEffect('program-specific', '-TT: a command that tests the archive')] : []),
    ...(runsTest ? [...call.argv.slice(1)].filter(isCommandLine).map((text) => runsShell(text)) : []),
    ...(writesLog ? [unknownEffect('program-specific', '-lf: a log file')] : []),
  ];
}

/** A word with a blank in it is hardly a name of a file. */
function isCommandLine(word: Word): boolean {
  return /\S\s+\S/.test(textOf(word) ?? '');
}

/** `-:` lets names in the archive lead out of the directory. */
function unzips(call: Call): readonly Effect[] {
  const reads = mayStandAt(call.operands, 0).map(readsFile);
  if (['-l', '-v', '-t', '-p', '-c', '-z', '-Z', '-h'].some((name) => has(call, name))) return reads;
  const directory = lastValue(call, '-d') ?? known('.');
  return [...reads, replacesTree(has(call, '-:') ? known('/') : directory)];
}

function packsSevenZip(call: Call): readonly Effect[] {
  const [verb] = call.operands;
  const archives = mayStandAt(call.operands, 1);
  const files = mayStandFrom(call.operands, 2);
  const deletes = call.argv.some((word) => /^-sdel/.test(prefixOf(word)));
  const lists = files
    .filter((word) => prefixOf(word).startsWith('@'))
    .map((word) => readsFile(dropStart(word, 1)));
  switch (textOf(verb)) {
    case null:
      return verb === undefined ? [] : [unknownEffect('unknown-subcommand', describeWord(verb))];
    case 'l':
    case 't':
    case 'i':
    case 'b':
      return [...archives.map(readsFile), ...lists];
    case 'h':
      return [...archives, ...files].map(readsTree);
    case 'e':
    case 'x':
      return [...archives.map(readsFile), ...lists, ...extractsSevenZip(call)];
    case 'a':
    case 'u':
    case 'd':
    case 'rn':
      return [
        ...archives.map(altersFile),
        ...orHere(files).map(readsTree),
        ...lists,
        ...(deletes ? files.map(deletesTree) : []),
      ];
    default:
      return [unknownEffect('unknown-subcommand', verb === undefined ? '' : describeWord(verb))];
  }
}

function extractsSevenZip(call: Call): readonly Effect[] {
  const switches = call.argv.map(prefixOf);
  if (switches.includes('-so')) return [];
  const directory = lastValue(call, '-o') ?? known('.');
  return [replacesTree(switches.some((text) => text.startsWith('-spf')) ? known('/') : directory)];
}

/** `-ilog` with the name of a file, or without it in one of the home directory, writes down what went wrong. */
function logs({ value }: Given): readonly Effect[] {
  return prefixOf(value).startsWith('log') ? [unknownEffect('program-specific', 'a log of errors')] : [];
}

function unpacksRar(call: Call): readonly Effect[] {
  const isDirect = call.name === 'unar';
  const verb = isDirect ? 'x' : textOf(call.operands[0]);
  const archives = mayStandAt(call.operands, isDirect ? 0 : 1).map(readsFile);
  if (verb !== null && /^(l|lt|lb|v|vt|vb|t|p)$/.test(verb)) return archives;
  if (verb !== null && /^[ex]$/.test(verb)) {
    const directory = lastValue(call, '-output-directory') ?? call.operands.slice(2).at(-1);
    return [
      ...archives,
      replacesTree(directory !== undefined && /\/$/.test(textOf(directory) ?? '') ? directory : known('.')),
    ];
  }
  return [
    ...archives,
    ...call.operands.slice(1).map(altersFile),
    unknownEffect('unknown-subcommand', verb ?? ''),
  ];
}

/** The names of the files to pack come in on the standard input. */
function packsCpio(call: Call): readonly Effect[] {
  const archive = lastValue(call, '--file');
  const output = lastValue(call, '-O');
  const input = lastValue(call, '-I');
  const isWritten = has(call, '--create') || has(call, '--append');
  const named = archive === null ? [] : [archive];
  const isElsewhere = named.some(isRemote) && !has(call, '--force-local');
  return [
    ...named.map(isWritten ? replacesFile : readsFile),
    ...(output === null ? [] : [replacesFile(output)]),
    ...(input === null ? [] : [readsFile(input)]),
    ...(isElsewhere ? named.map((word) => receivesFrom(hostIn(word))) : []),
    ...(isWritten ? [unknownEffect('unknown-operand', 'files that the input names')] : []),
    ...writesOfCpio(call),
  ];
}

function writesOfCpio(call: Call): readonly Effect[] {
  const isShown = hasAny(
    call,
    '--list',
    '--to-stdout',
    '--only-verify-crc',
    '--help',
    '--version',
    '--usage',
  );
  const directory = lastValue(call, '--directory') ?? known('.');
  if (isShown || has(call, '--create')) return [];
  if (has(call, '--pass-through')) {
    return [
      ...call.operands.map(replacesTree),
      unknownEffect('unknown-operand', 'files that the input names'),
    ];
  }
  // Names with a slash at their start are written where they say, unless it is told not to.
  return [replacesTree(has(call, '--no-absolute-filenames') ? directory : known('/'))];
}

/** `zipnote -w` takes the comments from its input. */
function altersArchive(call: Call): boolean {
  return call.name === 'unzipsfx' || (call.name === 'zipnote' && has(call, '-w'));
}
