import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, dropStart, known, prefixOf, textOf, unknown } from '../../words.ts';
import {
  altersFile,
  createsFile,
  deletesFile,
  deletesTree,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
  runsCommandWithMore,
  unknownEffect,
} from '../effects.ts';
import { mayBeBeforeLast, mayBeLast, mayStandAt, mayStandFrom } from '../operands.ts';
import { has, lastValue, readsValue, runsProgramValue, value } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, optionals, values } from '../shorthand.ts';
import { directoriesOf, fromDirectories } from './link-targets.ts';

const about = flags('--help, --version');

/** Programs that copy, make and remove files. */
export const programs: readonly Program[] = [
  {
    names: ['rm', 'grm'],
    options: {
      ...about,
      ...flags('-f --force, -r -R --recursive, -d --dir, -v --verbose, -i, -I, -P, -W, -x'),
      ...flags('--one-file-system, --no-preserve-root'),
      ...optionals('--interactive, --preserve-root'),
    },
    // Nothing is no file: it is left with a message.
    effects: (call) =>
      call.operands
        .filter((word) => textOf(word) !== '')
        .map(has(call, '--recursive') ? deletesTree : deletesFile),
  },
  { names: ['unlink'], options: about, effects: ({ operands }) => operands.map(deletesFile) },
  {
    // It leaves directories that have something in them. What is found may be one that git does not go without.
    names: ['rmdir', 'grmdir'],
    options: { ...about, ...flags('--ignore-fail-on-non-empty, -p --parents, -v --verbose') },
    effects: ({ operands }) =>
      operands.map((word) => (word.kind === 'unknown' ? deletesFile : altersFile)(word)),
  },
  {
    names: ['shred'],
    options: {
      ...about,
      ...flags('-f --force, -u, -v --verbose, -x --exact, -z --zero'),
      ...values('-n --iterations, -s --size'),
      ...optionals('--remove'),
      '--random-source': readsValue,
    },
    effects: shreds,
  },
  {
    names: ['srm'],
    options: {
      ...about,
      ...flags(
        '-d, -D --dod, -E --doe, -f --force, -i --interactive, -l, -m --medium, -s --simple, -v --verbose',
      ),
      ...flags('-r -R --recursive, -x --one-file-system, -z'),
    },
    effects: (call) => call.operands.map(has(call, '--recursive') ? deletesTree : deletesFile),
  },
  {
    names: ['cp', 'gcp'],
    options: {
      ...about,
      ...flags('-a --archive, -b, -d, -f --force, -H, -i --interactive, -l --link, -L --dereference'),
      ...flags('-n --no-clobber, -P --no-dereference, -p, -R -r --recursive, -s --symbolic-link'),
      ...flags('-T --no-target-directory, -u, -v --verbose, -x --one-file-system, -Z, -c, -X'),
      ...flags('--attributes-only, --copy-contents, --debug, --keep-directory-symlink, --parents'),
      ...flags('--remove-destination, --strip-trailing-slashes'),
      ...optionals('--backup, --context, --preserve, --reflink, --update'),
      ...values('-S --suffix, -t --target-directory, --no-preserve, --sparse'),
    },
    effects: copies,
  },
  {
    names: ['mv', 'gmv'],
    options: {
      ...about,
      ...flags('-b, --debug, --exchange, -f --force, -h, -i --interactive, -n --no-clobber, --no-copy'),
      ...flags('--strip-trailing-slashes, -T --no-target-directory, -u, -v --verbose, -Z --context'),
      ...optionals('--backup, --update'),
      ...values('-S --suffix, -t --target-directory'),
    },
    effects: moves,
  },
  {
    names: ['ln', 'gln', 'link'],
    options: {
      ...about,
      ...flags('-b, -d -F --directory, -f --force, -h, -i --interactive, -L --logical'),
      ...flags('-n --no-dereference, -P --physical, -r --relative, -s --symbolic'),
      ...flags('-T --no-target-directory, -v --verbose'),
      ...optionals('--backup'),
      ...values('-S --suffix, -t --target-directory'),
    },
    effects: links,
  },
  {
    names: ['install', 'ginstall'],
    options: {
      ...about,
      ...flags('-b, -c, -C --compare, -d --directory, -D, -p --preserve-timestamps, -s --strip'),
      ...flags('-T --no-target-directory, -v --verbose, --preserve-context, -Z, --debug'),
      ...optionals('--backup, --context'),
      ...values('-g --group, -m --mode, -o --owner, -S --suffix, -t --target-directory'),
      '--strip-program': runsProgramValue,
    },
    effects: installs,
  },
  {
    names: ['mkdir', 'gmkdir'],
    options: {
      ...about,
      ...flags('-p --parents, -v --verbose, -Z'),
      ...optionals('--context'),
      '-m --mode': value,
    },
    effects: ({ operands }) => operands.map(createsFile),
  },
  {
    names: ['touch', 'gtouch'],
    options: {
      ...about,
      ...flags('-a, -c --no-create, -f, -h --no-dereference, -m'),
      ...values('-d --date, -r --reference, -t, --time'),
    },
    effects: (call) => call.operands.map(has(call, '--no-create') ? altersFile : createsFile),
  },
  {
    names: ['mktemp', 'gmktemp'],
    options: {
      ...about,
      ...flags('-d --directory, -u --dry-run, -q --quiet, -t'),
      ...values('-p, --suffix'),
      ...optionals('--tmpdir'),
    },
    effects: makesTemporary,
  },
  {
    names: ['tempfile'],
    options: {
      ...about,
      ...values('-d --directory, -m --mode, -p --prefix, -s --suffix'),
      '-n --name': { takes: 'value', effects: ({ value }) => [createsFile(value)] },
    },
    effects: makesTemporary,
  },
  {
    names: ['mkfifo'],
    options: { ...about, ...flags('-Z'), ...optionals('--context'), '-m --mode': value },
    effects: ({ operands }) => operands.map(createsFile),
  },
  {
    names: ['mknod'],
    options: { ...about, ...flags('-Z'), ...optionals('--context'), '-m --mode': value },
    effects: ({ operands }) => [
      ...mayStandAt(operands, 0).map(createsFile),
      ...(operands.length > 2 ? [unknownEffect('program-specific', 'a device node')] : []),
    ],
  },
  {
    names: ['truncate', 'gtruncate'],
    options: {
      ...about,
      ...flags('-c --no-create, -o --io-blocks'),
      ...values('-r --reference, -s --size'),
    },
    effects: ({ operands }) => operands.map(replacesFile),
  },
  {
    names: ['fallocate'],
    options: {
      ...flags('-c --collapse-range, -d --dig-holes, -i --insert-range, -n --keep-size, -p --punch-hole'),
      ...flags('-v --verbose, -x --posix, -z --zero-range, -h --help, -V --version'),
      ...values('-l --length, -o --offset'),
    },
    effects: ({ operands }) =>
      operands.map((word) => (word.kind === 'unknown' ? deletesFile : altersFile)(word)),
  },
  { names: ['dd', 'gdd'], options: about, effects: copiesBlocks },
  {
    names: ['sync'],
    options: { ...about, ...flags('-d --data, -f --file-system') },
    optionsAreHarmless: true,
  },
  {
    names: ['rename', 'prename', 'file-rename', 'perl-rename'],
    options: {
      ...flags('-v --verbose, -n --nono --no-act, -f --force, -o --no-overwrite, -i --interactive'),
      ...flags('-l --last, -a --all, -s --symlink, -h --help, -V --version, -d --filename --nopath'),
      ...flags('-0 --null, -u'),
    },
    effects: renames,
  },
];

function shreds(call: Call): readonly Effect[] {
  const isDeleted = has(call, '-u') || has(call, '--remove');
  return call.operands.flatMap((word) => [replacesFile(word), ...(isDeleted ? [deletesFile(word)] : [])]);
}

/** The sources are read, what the last operand or `-t` names is written. */
function copies(call: Call): readonly Effect[] {
  const isRecursive = has(call, '--recursive') || has(call, '--archive');
  const { sources, targets } = sourcesAndTargets(call);
  const written = has(call, '--no-clobber') ? createsFile : isRecursive ? replacesTree : replacesFile;
  return [...sources.map(isRecursive ? readsTree : readsFile), ...targets.map(written)];
}

/** What is moved is gone from where it was. */
function moves(call: Call): readonly Effect[] {
  const { sources, targets } = sourcesAndTargets(call);
  return [
    ...sources.map(deletesFile),
    ...targets.map(has(call, '--no-clobber') ? createsFile : replacesFile),
  ];
}

/** By a link, what it points to can be read under another name. */
function links(call: Call): readonly Effect[] {
  const written = has(call, '--force') ? replacesFile : createsFile;
  const { sources, targets } = sourcesAndTargets(call);
  const isAlone = call.operands.length === 1 && !has(call, '--target-directory');
  const made = isAlone ? call.operands.map(lastNameOf) : targets;
  const directories =
    isAlone || !has(call, '--symbolic') || has(call, '--relative') ? [] : directoriesOf(call, made);
  const named = isAlone ? call.operands : sources;
  return [
    ...named.flatMap((word) => fromDirectories(word, directories)).map(readsTree),
    ...made.map(written),
  ];
}

/** The name that a link in the working directory gets. */
function lastNameOf(word: Word): Word {
  const text = textOf(word);
  return text === null ? unknown() : known(text.replace(/\/+$/, '').replace(/^.*\//, ''));
}

function installs(call: Call): readonly Effect[] {
  if (has(call, '--directory')) return call.operands.map(createsFile);
  const { sources, targets } = sourcesAndTargets(call);
  const strips = has(call, '--strip') && !has(call, '--strip-program');
  return [
    ...sources.map(readsFile),
    ...targets.map(replacesFile),
    ...(strips ? [runsCommandWithMore([known('strip')])] : []),
  ];
}

function sourcesAndTargets(call: Call): { sources: readonly Word[]; targets: readonly Word[] } {
  const target = lastValue(call, '--target-directory');
  if (target !== null) return { sources: call.operands, targets: [target] };
  return { sources: mayBeBeforeLast(call.operands), targets: mayBeLast(call.operands) };
}

function makesTemporary(call: Call): readonly Effect[] {
  if (['--dry-run', '--help', '--version', '--name'].some((name) => has(call, name))) return [];
  const directory = lastValue(call, '-p') ?? lastValue(call, '--tmpdir') ?? lastValue(call, '--directory');
  const named = directory !== null && prefixOf(directory) !== '' ? [directory] : [];
  const isTemporary =
    named.length > 0 || call.operands.length === 0 || has(call, '-t') || has(call, '--tmpdir');
  if (isTemporary && named.length === 0) return [createsFile(unknown('/tmp/'))];
  return (named.length > 0 ? named : call.operands).map(createsFile);
}

const blockOperands =
  /^(bs|cbs|ibs|obs|count|skip|iskip|seek|oseek|conv|iflag|oflag|status|files|fillchar|speed)=/;

/** `dd` takes no options but words with a name. */
function copiesBlocks(call: Call): readonly Effect[] {
  const keeps = call.operands.some((word) => /^conv=(.*,)?notrunc\b/.test(prefixOf(word)));
  return call.operands.flatMap((word) => {
    const start = prefixOf(word);
    if (start.startsWith('if=')) return [readsFile(dropStart(word, 3))];
    if (start.startsWith('of=')) return [(keeps ? altersFile : replacesFile)(dropStart(word, 3))];
    return blockOperands.test(start) ? [] : [unknownEffect('unknown-operand', describeWord(word))];
  });
}

/** There are two programs of this name: one takes a Perl expression, which is code, one two plain texts. */
function renames(call: Call): readonly Effect[] {
  const expression = textOf(call.operands[0]);
  const files = mayStandFrom(call.operands, 1);
  const isPlain = expression !== null && /^[\w .-]*$/.test(expression);
  const isSubstitution =
    expression !== null && /^(s|y|tr)\/[^/$@{}()\\]*\/[^/$@{}()\\]*\/[gi]*$/.test(expression);
  const run =
    isPlain || isSubstitution
      ? []
      : [unknownEffect('unreadable-code', describeWord(call.operands[0] ?? known('')))];
  if (has(call, '--nono')) return run;
  return [
    ...files.map(deletesFile),
    ...files.map((file) => replacesFile(unknown(directoryOf(file)))),
    ...run,
  ];
}

function directoryOf(file: Word): string {
  return prefixOf(file).replace(/[^/]*$/, '');
}
