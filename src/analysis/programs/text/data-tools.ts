import type { Effect } from '../../../model/effect.ts';
import { altersTree, readsFile, readsTree } from '../effects.ts';
import { withoutDash } from '../operands.ts';
import { has, inDirectory, readsValue, replacesValue, special } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, listed, optionals, orHere, readsHere, values } from '../shorthand.ts';
import { about, readsOperands } from './text-files.ts';

/** What all programs of csvkit take. */
const ofCsvkit: OptionTable = {
  ...flags(
    '-h --help, -t --tabs, -b --no-doublequote, -S --skipinitialspace, --blanks, -H --no-header-row, -v --verbose, -l --linenumbers, --add-bom, --zero, -V --version',
  ),
  ...values(
    '-d --delimiter, -q --quotechar, -u --quoting, -p --escapechar, -z --maxfieldsize, -e --encoding, -L --locale, --null-value, --date-format, --datetime-format, -K --skip-lines, -y --snifflimit, -c --columns',
  ),
};

/** Programs that show tables, pages and patches in another form, and find what is in them. */
export const programs: readonly Program[] = [
  {
    names: ['csvcut'],
    options: {
      ...ofCsvkit,
      ...flags('-n --names, -x --delete-empty-rows'),
      ...values('-C --not-columns'),
    },
    effects: readsOperands,
  },
  {
    names: ['csvlook'],
    options: {
      ...ofCsvkit,
      ...flags('-I --no-inference, --no-number-ellipsis'),
      ...values('--max-rows, --max-columns, --max-column-width, --max-precision'),
    },
    effects: readsOperands,
  },
  {
    names: ['csvstat'],
    options: {
      ...ofCsvkit,
      ...flags(
        '--csv, --json, -n --names, --type, --nulls, --non-nulls, --unique, --min, --max, --sum, --mean, --median, --stdev, --len, --max-precision, --freq, --count, -G --no-grouping-separator, -I --no-inference',
      ),
      ...values('-i --indent, --freq-count, --decimal-format'),
    },
    effects: readsOperands,
  },
  {
    names: ['csvsort'],
    options: { ...ofCsvkit, ...flags('-n --names, -r --reverse, -i --ignore-case, -I --no-inference') },
    effects: readsOperands,
  },
  {
    names: ['csvgrep'],
    options: {
      ...ofCsvkit,
      ...flags('-n --names, -i --invert-match, -a --any-match'),
      ...values('-m --match, -r --regex'),
      '-f --file': readsValue,
    },
    effects: readsOperands,
  },
  // These have their input from the standard one alone.
  { names: ['datamash', 'xml2', 'html2'], style: 'none' },
  {
    names: ['htmlq'],
    options: {
      ...flags('-h --help, -V --version, -t --text, -p --pretty, -w --ignore-whitespace, -B --detect-base'),
      ...values('-a --attribute, -b --base, -r --remove-nodes'),
      '-f --filename': readsValue,
      '-o --output': replacesValue,
    },
  },
  {
    names: ['pup'],
    options: {
      ...flags('-h --help, -c --color, -n --number, -p --plain, --pre, --version'),
      ...values('-i --indent, -l --limit, --charset'),
      '-f --file': readsValue,
    },
  },
  {
    names: ['pdfgrep'],
    options: {
      ...about,
      ...flags(
        '-i --ignore-case, -F --fixed-strings, -P --perl-regexp, -H --with-filename, -h --no-filename, -n --page-number, -c --count, -p --page-count, -q --quiet, -o --only-matching, -r --recursive, -R --dereference-recursive, -l --files-with-matches, -L --files-without-match, -Z --null, --warn-empty, --unac, -V',
      ),
      ...values(
        '-e --regexp, -A --after-context, -B --before-context, -C --context, -m --max-count, --page-range, --password, --include, --exclude, --match-prefix-separator',
      ),
      ...optionals('--color'),
      '-f --file': readsValue,
    },
    effects: searchesPages,
  },
  {
    names: ['diffstat'],
    options: {
      ...flags('-b, -c, -C, -d, -E, -h, -k, -K, -l, -m, -q, -Q, -r, -R, -s, -t, -T, -u, -v, -V'),
      ...values('-f, -F, -n, -N, -p, -w, -S, -D'),
      ...listed(replacesValue, '-o, -e'),
    },
    effects: readsOperands,
  },
  { names: ['rpm2cpio'], style: 'none', effects: readsOperands },
  {
    names: ['patch', 'gpatch'],
    options: {
      ...about,
      ...flags(
        '-b --backup, -c --context, -E --remove-empty-files, -f --force, -l --ignore-whitespace, -n --normal, -N --forward, -R --reverse, -s --quiet --silent, -t --batch, -T --set-time, -u --unified, -v, -Z --set-utc',
      ),
      ...flags(
        '--backup-if-mismatch, --no-backup-if-mismatch, --binary, --dry-run, --posix, --verbose, --follow-symlinks',
      ),
      ...values(
        '-B --prefix, -D --ifdef, -F --fuzz, -p --strip, -V --version-control, -Y --basename-prefix, -z --suffix, --quoting-style, --read-only, --reject-format',
      ),
      ...optionals('--merge'),
      '-d --directory': inDirectory,
      '-i --input': readsValue,
      ...listed(replacesValue, '-o --output, -r --reject-file'),
      '-e --ed': special('a script for ed'),
    },
    effects: patches,
  },
];

/** The first operand is what is looked for, unless an option says it. */
function searchesPages(call: Call): readonly Effect[] {
  const isSaid = has(call, '--regexp') || has(call, '--file');
  const files = call.operands.slice(isSaid ? 0 : 1);
  const isDeep = has(call, '--recursive') || has(call, '--dereference-recursive');
  return isDeep ? orHere(files).map(readsTree) : withoutDash(files).map(readsFile);
}

/** The files are named in the patch. */
function patches(call: Call): readonly Effect[] {
  const { operands } = call;
  if (has(call, '--dry-run')) return [readsHere, ...operands.map(readsFile)];
  return [...operands.map(readsFile), ...orHere(operands.slice(0, 1)).map(altersTree)];
}
