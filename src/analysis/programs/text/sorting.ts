import { readsFile } from '../effects.ts';
import { mayStandFrom } from '../operands.ts';
import { has, readsValue, replacesValue, runsProgramValue, value } from '../options.ts';
import type { Program } from '../program.ts';
import { flags, optionals, values } from '../shorthand.ts';
import {
  about,
  digits,
  onlyReads,
  readsFirstWritesSecond,
  readsListed,
  readsOperands,
} from './text-files.ts';

/** Programs that put lines in order, and compare those that are. */
export const programs: readonly Program[] = [
  {
    names: ['sort', 'gsort'],
    options: {
      ...about,
      ...flags('-b --ignore-leading-blanks, -d --dictionary-order, -f --ignore-case, -r --reverse'),
      ...flags('-g --general-numeric-sort, -h --human-numeric-sort, -i --ignore-nonprinting'),
      ...flags('-m --merge, -M --month-sort, -n --numeric-sort, -R --random-sort, -s --stable'),
      ...flags('-u --unique, -V --version-sort, -z --zero-terminated, --debug, -c, -C'),
      ...values('-k --key, -t --field-separator, -S --buffer-size, -T --temporary-directory'),
      ...values('--batch-size, --parallel, --sort'),
      ...optionals('--check'),
      '--files0-from': readsListed,
      '--random-source': readsValue,
      '-o --output': replacesValue,
      '--compress-program': runsProgramValue,
    },
    effects: readsOperands,
  },
  {
    names: ['uniq', 'guniq'],
    options: {
      ...about,
      ...digits,
      ...flags('-c --count, -d --repeated, -D, -i --ignore-case, -u --unique, -z --zero-terminated'),
      ...optionals('--all-repeated, --group'),
      ...values('-f --skip-fields, -s --skip-chars, -w --check-chars'),
    },
    effects: readsFirstWritesSecond,
  },
  {
    names: ['comm', 'gcomm'],
    options: {
      ...about,
      ...flags('-1, -2, -3, -i, --check-order, --nocheck-order, --total, -z --zero-terminated'),
      '--output-delimiter': value,
    },
    ...onlyReads,
  },
  {
    names: ['join', 'gjoin'],
    options: {
      ...about,
      ...flags('-i --ignore-case, --check-order, --nocheck-order, --header, -z --zero-terminated'),
      ...values('-a, -e, -j, -o, -t, -v, -1, -2'),
    },
    ...onlyReads,
  },
  { names: ['tsort'], options: { ...about, ...flags('-w') }, effects: readsOperands },
  {
    names: ['shuf', 'gshuf'],
    options: {
      ...about,
      ...flags('-e --echo, -r --repeat, -z --zero-terminated'),
      ...values('-i --input-range, -n --head-count'),
      '-o --output': replacesValue,
      '--random-source': readsValue,
    },
    effects: (call) => (has(call, '--echo') ? [] : readsOperands(call)),
  },
  {
    names: ['look'],
    options: {
      ...flags('-a --alternative, -d --alphanum, -f --ignore-case, -h --help, -V --version'),
      '-t --terminate': value,
    },
    effects: ({ operands }) => mayStandFrom(operands, 1).map(readsFile),
  },
];
