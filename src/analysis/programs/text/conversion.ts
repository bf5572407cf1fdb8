import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersFile, listens, readsFile, replacesFile, runsFile, runsInput } from '../effects.ts';
import { includesOf } from '../included.ts';
import { withoutDash } from '../operands.ts';
import { has, lastValue, replacesValue } from '../options.ts';
import type { Call, OptionRule, Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';
import { about, readsFileOrAddress, readsOperands } from './text-files.ts';

/** A format by its name, with extensions that are switched on and off. Anything else is a file of Lua that reads or writes it. */
const format: OptionRule = {
  takes: 'value',
  effects: ({ value }) => (/^\w+(?:[+-]\w+)*$/.test(textOf(value) ?? '') ? [] : [runsFile(value)]),
};

/** Programs that put characters, line ends, numbers and documents into another form. */
export const programs: readonly Program[] = [
  {
    names: ['tr', 'gtr'],
    options: {
      ...about,
      ...flags('-c -C --complement, -d --delete, -s --squeeze-repeats, -t --truncate-set1, -u'),
    },
    optionsAreHarmless: true,
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
      ...flags('--strip-comments, --reference-links, --quiet, --ascii, --no-highlight, --mathml, --sandbox'),
      ...listed(format, '-f -r --from --read, -t -w --to --write'),
      ...values('-M --metadata, -V --variable, --columns'),
      ...values('--wrap, --tab-width, --toc-depth, --shift-heading-level-by, --markdown-headings'),
      '-o --output': replacesValue,
    },
    abbreviates: false,
    effects: converts,
  },
];

/** Formats in which a text can include others, and what it may do so with. */
const including: Readonly<Record<string, RegExp>> = {
  rst: /\.\.[^\n]*::|:file:/,
  latex: /\\/,
  org: /#\+/,
  typst: /#/,
  html: /<iframe/i,
};

/** `pandoc lua` is an interpreter, and `pandoc server` listens; only as the first word. */
function converts(call: Call): readonly Effect[] {
  const { operands } = call;
  const first = textOf(call.argv[1]);
  if (first === 'lua') return [runsInput('lua'), ...operands.slice(1).map((file) => runsFile(file))];
  if (first === 'server') return [listens];
  return [...withoutDash(operands).map(readsFileOrAddress), ...includes(call)];
}

function includes(call: Call): readonly Effect[] {
  const { operands } = call;
  const [format = ''] = /^\w*/.exec(textOf(lastValue(call, '--from') ?? known('')) ?? '') ?? [];
  const marks = Object.hasOwn(including, format) ? including[format] : undefined;
  if (marks === undefined || has(call, '--sandbox')) return [];
  return includesOf(call, operands.length === 0 ? [null] : operands, (text) => marks.test(text));
}

/** Files are changed in place, unless they are pairs of an old and a new one. */
function convertsLines(call: Call): readonly Effect[] {
  if (has(call, '--info') || has(call, '--to-stdout')) return call.operands.map(readsFile);
  if (!has(call, '--newfile')) return call.operands.map(altersFile);
  return call.operands.flatMap((word) => [readsFile(word), replacesFile(word)]);
}
