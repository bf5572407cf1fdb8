import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, unknown } from '../../words.ts';
import { altersFile, appendsToFile, readsFile, replacesFile } from '../effects.ts';
import { mayStandAt, mayStandFrom, withoutDash } from '../operands.ts';
import { has, lastValue, readsValue, replacesValue, runsProgramValue, runsValue, value } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';

const about = flags('--help, --version');
const digits: OptionTable = flags('-0, -1, -2, -3, -4, -5, -6, -7, -8, -9');

/** Programs that sort, cut, join and rewrite lines. */
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
      ...listed(readsValue, '--files0-from, --random-source'),
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
    names: ['cut', 'gcut'],
    options: {
      ...about,
      ...flags('-n, -s --only-delimited, -z --zero-terminated, --complement, -w'),
      ...values('-b --bytes, -c --characters, -d --delimiter, -f --fields, --output-delimiter'),
    },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['tr', 'gtr'],
    options: {
      ...about,
      ...flags('-c -C --complement, -d --delete, -s --squeeze-repeats, -t --truncate-set1, -u'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['paste', 'gpaste'],
    options: {
      ...about,
      ...flags('-s --serial, -z --zero-terminated'),
      '-d --delimiters': value,
    },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['comm', 'gcomm'],
    options: {
      ...about,
      ...flags('-1, -2, -3, -i, --check-order, --nocheck-order, --total, -z --zero-terminated'),
      '--output-delimiter': value,
    },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['join', 'gjoin'],
    options: {
      ...about,
      ...flags('-i --ignore-case, --check-order, --nocheck-order, --header, -z --zero-terminated'),
      ...values('-a, -e, -j, -o, -t, -v, -1, -2'),
    },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['fold', 'gfold'],
    options: {
      ...about,
      ...digits,
      ...flags('-b --bytes, -c --characters, -s --spaces'),
      '-w --width': value,
    },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['fmt', 'gfmt'],
    options: {
      ...about,
      ...flags('-c --crown-margin, -s --split-only, -t --tagged-paragraph, -u --uniform-spacing, -n, -m'),
      ...values('-p --prefix, -w --width, -g --goal, -l, -d'),
    },
    number: value,
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['expand', 'unexpand', 'gexpand'],
    options: {
      ...about,
      ...digits,
      ...flags('-i --initial, -a --all, --first-only'),
      '-t --tabs': value,
    },
    optionsAreHarmless: true,
    effects: readsOperands,
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
    optionsAreHarmless: true,
    effects: readsOperands,
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
    names: ['tee', 'gtee'],
    options: {
      ...about,
      ...flags('-a --append, -i --ignore-interrupts, -p'),
      ...optionals('--output-error'),
    },
    effects: (call) => withoutDash(call.operands).map(has(call, '--append') ? appendsToFile : replacesFile),
  },
  {
    names: ['sponge'],
    options: flags('-a, -h'),
    effects: (call) => call.operands.map(has(call, '-a') ? appendsToFile : replacesFile),
  },
  {
    names: ['split', 'gsplit'],
    options: {
      ...about,
      ...flags('-d, -x, -e --elide-empty-files, -u --unbuffered, --verbose'),
      ...optionals('--numeric-suffixes, --hex-suffixes'),
      ...values('-a --suffix-length, --additional-suffix, -b --bytes, -C --line-bytes, -l --lines'),
      ...values('-n --number, -t --separator, -p'),
      '--filter': runsValue,
    },
    number: value,
    effects: splits,
  },
  {
    names: ['csplit', 'gcsplit'],
    options: {
      ...about,
      ...flags('-k --keep-files, --suppress-matched, -q -s --quiet --silent, -z --elide-empty-files'),
      ...values('-b --suffix-format, -f --prefix, -n --digits'),
    },
    effects: (call) => [
      ...withoutDash(mayStandAt(call.operands, 0)).map(readsFile),
      replacesFile(beginningWith(lastValue(call, '--prefix') ?? known('xx'))),
    ],
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
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['rev'],
    options: flags('-h --help, -V --version, -0 --zero'),
    optionsAreHarmless: true,
    effects: readsOperands,
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
    names: ['look'],
    options: {
      ...flags('-a --alternative, -d --alphanum, -f --ignore-case, -h --help, -V --version'),
      '-t --terminate': value,
    },
    effects: ({ operands }) => mayStandFrom(operands, 1).map(readsFile),
  },
  {
    names: ['iconv', 'giconv'],
    options: {
      ...about,
      ...flags('-l --list, -c, -s --silent, --verbose, -?, --usage, -V'),
      ...values('-f --from-code, -t --to-code, --byte-subst, --widechar-subst, --unicode-subst'),
      '-o --output': replacesValue,
    },
    effects: readsOperands,
  },
  {
    names: ['dos2unix', 'unix2dos', 'mac2unix', 'unix2mac', 'd2u', 'u2d'],
    options: {
      ...flags('-b --keep-bom, -f --force, -h --help, -k --keepdate, -l --newline, -L --license'),
      ...flags('-m --add-bom, -q --quiet, -r --remove-bom, -s --safe, -v --verbose, -V --version'),
      ...flags('-F --follow-symlink, -R --replace-symlink, -S --skip-symlink, -u --keep-utf16, -7'),
      ...flags('-e --add-eol, --no-add-eol, --allow-chown, --no-allow-chown, -O --to-stdout'),
      ...flags('-n --newfile, -o --oldfile'),
      ...optionals('-i --info'),
      ...values('-c --convmode, -D --display-enc'),
    },
    effects: convertsLines,
  },
  {
    names: ['ts'],
    options: flags('-r, -i, -s, -m'),
    optionsAreHarmless: true,
  },
  {
    names: ['isutf8'],
    options: flags('-q --quiet, -l --list, -i --invert, -v --verbose, -h --help'),
    effects: readsOperands,
  },
  {
    names: ['numfmt', 'gnumfmt'],
    options: {
      ...about,
      ...flags('--debug, --grouping, -z --zero-terminated'),
      ...values('-d --delimiter, --field, --format, --from, --from-unit, --invalid, --padding, --round'),
      ...values('--suffix, --to, --to-unit, --unit-separator'),
      ...optionals('--header'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['pandoc'],
    options: {
      ...flags('-s --standalone, --toc --table-of-contents, -N --number-sections, -p --preserve-tabs'),
      ...flags('--list-input-formats, --list-output-formats, --list-extensions, -v --version, -h --help'),
      ...flags('--strip-comments, --reference-links, --quiet, --ascii, --no-highlight, --mathml'),
      ...values('-f -r --from --read, -t -w --to --write, -M --metadata, -V --variable, --columns'),
      ...values('--wrap, --tab-width, --toc-depth, --shift-heading-level-by, --markdown-headings'),
      '-o --output': replacesValue,
    },
    abbreviates: false,
    effects: readsOperands,
  },
];

function readsOperands(call: Call): readonly Effect[] {
  return withoutDash(call.operands).map(readsFile);
}

/** What stands second is not read but written. */
function readsFirstWritesSecond({ operands }: Call): readonly Effect[] {
  return [
    ...withoutDash(mayStandAt(operands, 0)).map(readsFile),
    ...withoutDash(mayStandAt(operands, 1)).map(replacesFile),
  ];
}

function splits(call: Call): readonly Effect[] {
  const read = withoutDash(mayStandAt(call.operands, 0)).map(readsFile);
  if (has(call, '--filter')) return read;
  const prefixes = mayStandAt(call.operands, 1);
  const written = (prefixes.length === 0 ? [known('x')] : prefixes).map(beginningWith);
  return [...read, ...written.map(replacesFile)];
}

/** Some file whose name begins with this word. */
function beginningWith(prefix: Word): Word {
  return unknown(prefixOf(prefix));
}

/** Files are changed in place, unless they are pairs of an old and a new one. */
function convertsLines(call: Call): readonly Effect[] {
  if (has(call, '--info') || has(call, '--to-stdout')) return call.operands.map(readsFile);
  if (!has(call, '--newfile')) return call.operands.map(altersFile);
  return call.operands.flatMap((word) => [readsFile(word), replacesFile(word)]);
}
