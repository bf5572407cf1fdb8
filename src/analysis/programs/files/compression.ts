import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { prefixOf, textOf, unknown } from '../../words.ts';
import {
  createsFile,
  deletesFile,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
  unknownEffect,
} from '../effects.ts';
import { mayStandAt, withEnding, withoutDash } from '../operands.ts';
import { has, lastValue, readsValue, replacesValue, valueWith } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, values } from '../shorthand.ts';

/** What gzip and its like have in common. */
const common: OptionTable = {
  ...flags('-c --stdout --to-stdout, -d --decompress --uncompress, -f --force, -h --help, -k --keep'),
  ...flags('-L --license, -q --quiet --silent, -t --test, -v --verbose'),
  ...flags('-V --version, -1 --fast, -2, -3, -4, -5, -6, -7, -8, -9 --best, -z --compress'),
};

const lists = flags('-l --list, -r --recursive');

/** Programs that compress single files, and most of them put the result in the place of the file. */
export const programs: readonly Program[] = [
  {
    names: ['gzip', 'gunzip', 'pigz', 'unpigz', 'uncompress', 'compress'],
    options: {
      ...common,
      ...lists,
      ...flags('-a --ascii, -n --no-name, -N --name, --rsyncable, --synchronous, -i --independent, -R'),
      ...flags('-m --no-time, -M --time, -K --zip, -0, -H --huffman, -U --rle, -Y'),
      ...values('-S --suffix, -b --blocksize, -p --processes'),
    },
    effects: (call) => compresses(call, '.gz'),
  },
  {
    names: ['bzip2', 'bunzip2', 'pbzip2', 'lbzip2'],
    abbreviates: false,
    options: {
      ...common,
      ...flags('-s --small, --repetitive-best, --repetitive-fast, -l --loadavg, -r --read'),
      ...optionals('-p, -n'),
    },
    effects: (call) => compresses(call, '.bz2'),
  },
  {
    names: ['xz', 'unxz', 'lzma', 'unlzma'],
    options: {
      ...common,
      ...lists,
      ...flags('-0, -e --extreme, -H --long-help, -Q --no-warn, --no-sparse, --single-stream, --robot'),
      ...flags('--info-memory, --no-adjust, --ignore-check, --no-sync'),
      ...values('-T --threads, -S --suffix, -F --format, -C --check, -M --memlimit --memory'),
      ...values('--block-size, --block-list, --flush-timeout, --memlimit-compress, --memlimit-decompress'),
      ...optionals('--lzma1, --lzma2, --x86, --arm, --arm64, --delta'),
      ...listed({ takes: 'optional', effects: readsNames }, '--files, --files0'),
    },
    effects: (call) => compresses(call, '.xz'),
  },
  {
    names: ['lzip', 'plzip'],
    options: {
      ...common,
      ...flags('-a --trailing-error, -F --recompress, -l --list, -0, --fast, --loose-trailing, --check-lib'),
      ...values('-B --data-size, -m --match-length, -n --threads, -s --dictionary-size, -S --volume-size'),
      ...values('-b --member-size, --in-slots, --out-slots'),
      // Compressed, it has that ending.
      '-o --output': {
        takes: 'value',
        effects: ({ value }) => [replacesFile(value), replacesFile(unknown(prefixOf(value), '.lz'))],
      },
    },
    effects: (call) => compresses(call, '.lz'),
  },
  {
    names: ['zstd', 'unzstd', 'zstdmt', 'pzstd'],
    abbreviates: false,
    options: {
      ...flags('-c --stdout, -d --decompress --uncompress, -f --force, -h --help, -H, -k --keep, -l --list'),
      ...flags('-q --quiet, -r, -t --test, -v --verbose, -V --version, -z --compress, -C, -S, -0, -1, -2'),
      ...flags('-3'),
      ...flags('-4, -5, -6, -7, -8, -9, --rm, --ultra, --progress, --no-progress, --asyncio, --no-asyncio'),
      ...flags('--check, --no-check, --single-thread, --rsyncable, --exclude-compressed, --no-dictID'),
      ...flags('--compress-literals, --no-compress-literals, --row-match-finder, --no-row-match-finder'),
      ...flags('--sparse, --no-sparse, --pass-through, --no-pass-through, --best'),
      ...optionals('--fast, --adapt, --long, -T, -B, -M, -b, -e, -i, --patch-apply'),
      ...values('--threads, --memory, --auto-threads, --stream-size, --size-hint, --format, --maxdict'),
      ...values('--target-compressed-block-size, --dictID, --priority'),
      ...listed(readsValue, '-D, --patch-from'),
      ...listed(replacesValue, '-o, --trace'),
      ...listed(valueWith(replacesTree), '--output-dir-flat, --output-dir-mirror'),
      '--filelist': { takes: 'value', effects: readsNames },
      ...listed({ takes: 'optional', effects: () => [replacesFile(unknown('dictionary'))] }, '--train'),
    },
    effects: compressesBeside,
  },
  {
    names: ['lz4', 'unlz4'],
    options: {
      ...flags('-0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -c --stdout --to-stdout, -d --decompress'),
      ...flags('-f --force'),
      ...flags('-h --help, -H, -k --keep, -l, -q --quiet, -t --test, -v --verbose, -V --version'),
      ...flags('-z --compress'),
      ...flags('-m --multiple, -r, --list, --rm, --best, --no-frame-crc, --content-size, --sparse'),
      ...flags('--no-sparse'),
      ...optionals('-B, -b, -e, -i, --fast'),
      '-D': readsValue,
    },
    effects: (call) => [
      ...withoutDash(has(call, '-m') ? [] : mayStandAt(call.operands, 1)).map(replacesFile),
      ...compressesBeside(call),
    ],
  },
];

/** A file with the names of files. */
function readsNames({ values }: { readonly values: readonly Word[] }): readonly Effect[] {
  return [...values.map(readsFile), unknownEffect('unknown-operand', 'files that are named in a file')];
}

function isShownOnly(call: Call): boolean {
  if (hasAny(call, '--stdout', '--version', '--help')) return true;
  if (!hasAny(call, '--test', '--list')) return false;
  if (/^g(?:un)?zip$/.test(call.name)) return true;
  // It reads all letters before all words.
  if (call.name.includes('bz') || call.name.includes('bun'))
    return !hasAny(call, '--decompress', '--compress');
  // To all others, what is named last is to be done.
  const last = call.given.findLast(({ names }) => names.some((name) => deeds.includes(name)));
  return last?.names.some((name) => name === '--test' || name === '--list') === true;
}

const deeds: readonly string[] = ['--test', '--list', '--decompress', '--compress'];

/** The file is gone afterwards, and another one with an ending more or less is there. */
function compresses(call: Call, ending: string): readonly Effect[] {
  const files = withoutDash(call.operands);
  const reads = files.map(has(call, '--recursive') ? readsTree : readsFile);
  if (isShownOnly(call)) return reads;
  const written = has(call, '--force') ? replacesFile : createsFile;
  return [
    ...reads,
    ...(has(call, '--keep') ? [] : files.map(deletesFile)),
    ...(has(call, '--recursive')
      ? files.map(replacesEachIn)
      : files.map((file) => written(resultOf(call, file, ending)))),
  ];
}

/** All files in a directory, another one in the place of each. */
function replacesEachIn(directory: Word): Effect {
  return replacesFile(unknown(prefixOf(directory), '', [{ kind: 'found', under: directory }]));
}

/** The file stays, unless it is said to be removed. */
function compressesBeside(call: Call): readonly Effect[] {
  const files = withoutDash(call.operands);
  const reads = files.map(has(call, '-r') ? readsTree : readsFile);
  if (isShownOnly(call)) return reads;
  if (has(call, '-r') && has(call, '--rm'))
    return [...reads, ...files.map(deletesFile), ...files.map(replacesEachIn)];
  const isNamed = lastValue(call, '-o') !== null || has(call, '--output-dir-flat');
  const written = has(call, '--force') ? replacesFile : createsFile;
  return [
    ...reads,
    ...(has(call, '--rm') ? files.map(deletesFile) : []),
    ...(isNamed
      ? []
      : files.map((file) => written(resultOf(call, file, call.name.includes('4') ? '.lz4' : '.zst')))),
  ];
}

function resultOf(call: Call, file: Word, ending: string): Word {
  const expands = has(call, '--decompress') || call.name.includes('un');
  const suffix = lastValue(call, '--suffix');
  if (expands) return unknown(prefixOf(file).replace(/\.\w+$/, ''));
  if (suffix === null) return withEnding(file, ending);
  const text = textOf(suffix);
  return text === null ? unknown(prefixOf(file)) : withEnding(file, text);
}
