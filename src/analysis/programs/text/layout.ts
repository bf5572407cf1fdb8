import { has, readsValue, value } from '../options.ts';
import type { Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';
import { about, digits, onlyReads, readsFirstWritesSecond, readsOperands } from './text-files.ts';

/** Programs that cut lines, put them side by side and lay them out. */
export const programs: readonly Program[] = [
  {
    names: ['cut', 'gcut'],
    options: {
      ...about,
      ...flags('-n, -s --only-delimited, -z --zero-terminated, --complement, -w'),
      ...values('-b --bytes, -c --characters, -d --delimiter, -f --fields, --output-delimiter'),
    },
    ...onlyReads,
  },
  {
    names: ['paste', 'gpaste'],
    options: {
      ...about,
      ...flags('-s --serial, -z --zero-terminated'),
      '-d --delimiters': value,
    },
    ...onlyReads,
  },
  {
    names: ['fold', 'gfold'],
    options: {
      ...about,
      ...digits,
      ...flags('-b --bytes, -c --characters, -s --spaces'),
      '-w --width': value,
    },
    ...onlyReads,
  },
  {
    names: ['fmt', 'gfmt'],
    options: {
      ...about,
      ...flags('-c --crown-margin, -s --split-only, -t --tagged-paragraph, -u --uniform-spacing, -n, -m'),
      ...values('-p --prefix, -w --width, -g --goal, -l, -d'),
    },
    number: value,
    ...onlyReads,
  },
  {
    names: ['expand', 'unexpand', 'gexpand'],
    options: {
      ...about,
      ...digits,
      ...flags('-i --initial, -a --all, --first-only'),
      '-t --tabs': value,
    },
    ...onlyReads,
  },
  {
    names: ['pr'],
    options: {
      ...about,
      ...digits,
      ...flags('-a --across, -c --show-control-chars, -d --double-space, -f -F --form-feed, -J --join-lines'),
      ...flags('-m --merge, -r --no-file-warnings, -t --omit-header, -T --omit-pagination'),
      ...flags('-v --show-nonprinting'),
      ...values('--columns, --pages, -D --date-format, -h --header, -l --length, -N --first-line-number'),
      ...values('-o --indent, -w --width, -W --page-width'),
      ...optionals('-e --expand-tabs, -i --output-tabs, -n --number-lines, -s --separator, -S --sep-string'),
    },
    plus: value,
    ...onlyReads,
  },
  {
    names: ['ptx'],
    options: {
      ...about,
      ...flags('-A --auto-reference, -f --ignore-case, -G --traditional, -O, -r --references'),
      ...flags('-R --right-side-refs, -t --typeset-mode, -T'),
      ...values('-F --flag-truncation, -g --gap-size, -M --macro-name, -S --sentence-regexp, --format'),
      ...values('-w --width, -W --word-regexp'),
      ...listed(readsValue, '-b --break-file, -i --ignore-file, -o --only-file'),
    },
    effects: (call) => (has(call, '--traditional') ? readsFirstWritesSecond(call) : readsOperands(call)),
  },
  {
    names: ['column'],
    options: {
      ...flags('-t --table, -J --json, -e --table-header-repeat, -L --keep-empty-lines, -x --fillrows'),
      ...flags('-d --table-noheadings, -n, -h --help, -V --version'),
      ...values('-c --output-width --columns, -s --separator, -o --output-separator, -N --table-columns'),
      ...values('-R --table-right, -T --table-truncate, -W --table-wrap, -H --table-hide'),
      ...values('-O --table-order, --table-name, -E --table-noextreme, -r --tree, -i --tree-id'),
      ...values('-p --tree-parent, -l --table-columns-limit, -C --table-column'),
    },
    ...onlyReads,
  },
  {
    names: ['rev'],
    options: flags('-h --help, -V --version, -0 --zero'),
    ...onlyReads,
  },
  {
    names: ['colrm', 'col', 'ul'],
    options: {
      ...flags('-b --no-backspaces, -f --fine, -h --help --tabs, -p --pass, -x --spaces, -V --version'),
      ...values('-l --lines'),
    },
    order: 'options-first',
    effects: (call) => (call.name === 'ul' ? readsOperands(call) : []),
  },
  {
    names: ['ts'],
    options: flags('-r, -i, -s, -m'),
    optionsAreHarmless: true,
  },
];
