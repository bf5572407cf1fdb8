import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf, unknown } from '../../words.ts';
import { replacesFile } from '../effects.ts';
import { value } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, optionals, values } from '../shorthand.ts';
import {
  about,
  digits,
  onlyReads,
  readsFirstWritesSecond,
  readsListed,
  readsOperands,
} from './text-files.ts';

/** Programs that show files as they are, or in part. */
export const programs: readonly Program[] = [
  {
    names: ['cat', 'gcat'],
    options: {
      ...about,
      ...flags('-A --show-all, -b --number-nonblank, -e, -E --show-ends, -n --number, -s --squeeze-blank'),
      ...flags('-t, -T --show-tabs, -u, -v --show-nonprinting'),
    },
    ...onlyReads,
  },
  {
    names: ['tac', 'gtac'],
    options: { ...about, ...flags('-b --before, -r --regex'), '-s --separator': value },
    ...onlyReads,
  },
  {
    names: ['nl'],
    options: {
      ...about,
      ...flags('-p --no-renumber'),
      ...values('-b --body-numbering, -d --section-delimiter, -f --footer-numbering, -h --header-numbering'),
      ...values('-i --line-increment, -l --join-blank-lines, -n --number-format, -s --number-separator'),
      ...values('-v --starting-line-number, -w --number-width'),
    },
    ...onlyReads,
  },
  {
    names: ['head', 'ghead'],
    options: {
      ...about,
      ...digits,
      ...flags('-q --quiet --silent, -v --verbose, -z --zero-terminated'),
      ...values('-c --bytes, -n --lines'),
    },
    number: value,
    ...onlyReads,
  },
  {
    names: ['tail', 'gtail'],
    options: {
      ...about,
      ...digits,
      ...flags('-F, -q --quiet --silent, -v --verbose, -z --zero-terminated, --retry, --debug, -f, -r'),
      ...optionals('--follow'),
      ...values('-c --bytes, -n --lines, --max-unchanged-stats, --pid, -s --sleep-interval'),
    },
    number: value,
    ...onlyReads,
  },
  {
    names: ['wc', 'gwc'],
    options: {
      ...about,
      ...flags('-c --bytes, -m --chars, -l --lines, -L --max-line-length, -w --words, --debug'),
      '--files0-from': readsListed,
      '--total': value,
    },
    effects: readsOperands,
  },
  {
    names: ['zcat', 'gzcat', 'bzcat', 'xzcat', 'lzcat', 'zstdcat', 'lz4cat'],
    options: flags('-f --force, -h --help, -L --license, -V --version, -q --quiet, -v --verbose, -s --small'),
    effects: readsOperands,
  },
  {
    names: ['pdftotext'],
    style: 'single-dash',
    options: {
      ...flags('-layout, -simple, -simple2, -table, -lineprinter, -raw, -nodiag, -htmlmeta, -bbox, -nopgbrk'),
      ...flags('-bbox-layout, -listenc, -q, -v, -h -help, -clip, -tsv'),
      ...values('-f, -l, -r, -x, -y, -W, -H, -enc, -eol, -fixed, -linespacing, -opw, -upw, -colspacing'),
    },
    effects: (call) => [...readsFirstWritesSecond(call), ...writesBeside(call)],
  },
];

/** Without a second file, the text goes into one of the same name that ends in `.txt`. */
function writesBeside(call: Call): readonly Effect[] {
  const [file, second] = call.operands;
  if (file === undefined || second !== undefined || hasAny(call, '-h', '-v', '-listenc')) return [];
  const text = textOf(file);
  return [
    replacesFile(
      text === null ? unknown(prefixOf(file), '.txt') : known(`${text.replace(/\.pdf$/i, '')}.txt`),
    ),
  ];
}
