import type { Stdin } from '../../../model/analysis.ts';
import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  changes,
  discloses,
  interactive,
  readsFile,
  runsFile,
  runsInput,
  substitutesVariables,
} from '../effects.ts';
import { mayStandFrom } from '../operands.ts';
import { allValues, has, readsValue, value, valueWith } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, optionals, values } from '../shorthand.ts';

const about = flags('--help, --version');
const setsClock = changes('system', known('clock'));

/** Small programs that count, wait, and tell about the user, the time and the terminal. */
export const programs: readonly Program[] = [
  {
    names: ['date', 'gdate'],
    options: {
      ...about,
      ...flags('--debug, -R --rfc-email --rfc-822, -u --utc --universal, -j, -n, --resolution'),
      ...optionals('-I --iso-8601'),
      ...values('-d --date, -r --reference, --rfc-3339, -v, -z'),
      '-f --file': readsValue,
      '-s --set': valueWith(() => setsClock),
    },
    effects: showsDate,
  },
  {
    names: ['cal', 'ncal'],
    options: {
      ...flags('-1 --one, -3 --three, -s --sunday, -m --monday, -j --julian, -y --year, -Y --twelve'),
      ...flags('-w --week, -v --vertical, -h --help, -V --version, -b, -e, -M, -S, -J, -C, -N, -p, -o'),
      ...values('-n --months, -A, -B, -d, -H'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['cowsay', 'cowthink'],
    order: 'options-first',
    options: {
      ...flags('-b, -d, -g, -p, -s, -t, -w, -y, -n, -l, -h, -N'),
      ...values('-e, -T, -W'),
      // A cow is a program in Perl.
      '-f': {
        takes: 'value',
        effects: ({ value: cow }) => (prefixOf(cow).includes('/') ? [runsFile(cow)] : []),
      },
    },
  },
  {
    names: ['lolcat'],
    options: { ...about, ...flags('-i, -a, -f, -h, -v, -t'), ...values('-p, -F, -S, -d, -s') },
    effects: ({ operands }) => operands.map(readsFile),
  },
  { names: ['sleep', 'gsleep', 'usleep'], options: about, optionsAreHarmless: true },
  {
    names: ['yes', 'factor', 'hostid', 'logname', 'whoami', 'arch', 'groups'],
    options: { ...about, ...flags('-h --exponents') },
    optionsAreHarmless: true,
  },
  { names: ['users'], options: about, effects: ({ operands }) => operands.map(readsFile) },
  { names: ['expr', 'gexpr'], style: 'none' },
  {
    names: ['seq', 'gseq', 'jot'],
    options: {
      ...about,
      ...flags('-w --equal-width, -1, -2, -3, -4, -5, -6, -7, -8, -9, -0, -., -c, -r, -n'),
      ...values('-f --format, -s --separator, -t --terminator, -b'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['nproc', 'gnproc'],
    options: { ...about, ...flags('--all'), '--ignore': value },
    optionsAreHarmless: true,
  },
  {
    names: ['id'],
    options: {
      ...about,
      ...flags('-a, -Z --context, -g --group, -G --groups, -n --name, -r --real, -u --user, -z --zero, -p'),
      ...flags('-P'),
      ...flags('-F, -A'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['pinky', 'finger'],
    options: { ...about, ...flags('-l, -b, -h, -p, -s, -f, -w, -i, -q, -m, --lookup') },
    effects: ({ operands }) =>
      operands.some((word) => prefixOf(word).includes('@')) ? [discloses('processes')] : [],
  },
  { names: ['tty'], options: { ...about, ...flags('-s --silent --quiet') }, optionsAreHarmless: true },
  {
    names: ['stty'],
    options: { ...about, ...flags('-a --all, -g --save'), ...values('-F --file') },
    effects: ({ operands }) =>
      operands.every((word) => ['size', 'speed'].includes(textOf(word) ?? ''))
        ? []
        : [changes('system', known('terminal'))],
  },
  {
    names: ['tput', 'clear', 'reset', 'tset'],
    options: { ...flags('-x, -V, -S, -q, -Q, -s, -w, -c, -I, -r, -h'), ...values('-T') },
    effects: ({ name }) =>
      name === 'reset' || name === 'tset' ? [changes('system', known('terminal'))] : [],
  },
  {
    names: ['locale', 'localedef'],
    options: {
      ...about,
      ...flags('-a --all-locales, -m --charmaps, -c --category-name, -k --keyword-name, -v --verbose, -?'),
      ...flags('-V, --usage, --list-archive'),
    },
    effects: ({ name, operands }) =>
      name === 'localedef' && operands.length > 0 ? [changes('system', known('locales'))] : [],
  },
  {
    names: ['uuidgen', 'uuid'],
    options: {
      ...flags(
        '-r --random, -t --time, -m --md5, -s --sha1, -x --hex, -h --help, -V --version, -6 --time-v6, -7 --time-v7',
      ),
      ...values('-n --namespace, -N --name, -C --count, -v'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['mcookie'],
    options: {
      ...flags('-v --verbose, -h --help, -V --version'),
      ...values('-m --max-size'),
      '-f --file': readsValue,
    },
  },
  {
    names: ['bc', 'dc'],
    options: {
      ...flags(
        '-h --help, -i --interactive, -l --mathlib, -q --quiet, -s --standard, -w --warn, -v -V --version, -x --extended-register',
      ),
      ...values('-e --expression, -S --scale'),
      '-f --file': readsValue,
    },
    effects: calculates,
  },
  {
    names: ['getopt'],
    style: 'none',
  },
  {
    names: ['getconf'],
    options: { ...flags('-a'), ...values('-v') },
    optionsAreHarmless: true,
  },
  {
    names: ['lscpu', 'lsmem', 'lsipc', 'lslocks'],
    options: {
      ...flags('-a --all, -b --bytes --online, -c --offline, -J --json, -x --hex, -y --physical, -h --help'),
      ...flags(
        '-V --version, -B, -P --pairs, -r --raw, -n --noheadings, -u --notruncate, -i --noinaccessible',
      ),
      ...flags('--output-all, -t --time'),
      ...optionals('-e --extended, -p --parse, -C --caches, --summary'),
      ...values('-o --output'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['lsb_release', 'sw_vers', 'lspci', 'lsusb'],
    options: {
      ...flags('-a --all, -i --id, -d --description, -r --release, -c --codename, -s --short, -h --help'),
      ...flags('-v --version, -k, -m, -n, -t, -q, --productName, --productVersion, --buildVersion'),
    },
  },
  {
    names: ['envsubst'],
    options: { ...flags('-h --help, -V --version, -v --variables') },
    effects: ({ operands }) => substitutesVariables(operands),
  },
  {
    names: ['xsel', 'xclip', 'wl-copy', 'wl-paste', 'clip', 'clip.exe'],
    style: 'single-dash',
    options: {
      ...flags('-a -append --append, -f -follow --follow -filter, -i -input --input -in'),
      ...flags('-p -primary --primary'),
      ...flags('-o -output --output -out, -s -secondary --secondary, -b -clipboard --clipboard, -quiet'),
      ...flags('-silent'),
      ...flags('-c -clear --clear, -d -delete --delete, -k --keep, -x --exchange'),
      ...flags('-n --nodetach --no-newline'),
      ...flags('-h -help --help, -version --version, -verbose, -rmlastnl, -r, -ib, -ob, -bi, -bo'),
      ...flags('-l --list-types'),
      ...values('-selection -sel -se, -display -d, -loops, -t -target --type, -noutf8'),
    },
    effects: usesClipboard,
  },
  {
    names: [
      'xdg-open',
      'open',
      'start',
      'wslview',
      'gio-open',
      'sensible-browser',
      'x-www-browser',
      'explorer.exe',
    ],
    options: {
      ...flags('-e, -t, -f, -F --fresh, -R --reveal, -W --wait-apps, -n --new, -g --background, -j --hide'),
      ...flags('-u --url'),
      ...flags('--help, --version, --manual'),
      ...values('-a, -b, -s, --args, --env, -i --stdin, -o --stdout, --stderr, --arch'),
    },
    effects: opens,
  },
];

/** An operand that is no format is the time to set; `-j` of BSD's date keeps it from that. */
function showsDate(call: Call): readonly Effect[] {
  const times = call.operands.filter((word) => !prefixOf(word).startsWith('+'));
  return times.length > 0 && !has(call, '-j') ? [setsClock] : [];
}

/** GNU's bc reads no other files, but `dc` has a command `!` that runs what follows it. */
function calculates(call: Call): readonly Effect[] {
  const files = call.operands.map(readsFile);
  if (call.name === 'bc') return files;
  const isSafe = call.given.every(({ value }) => textOf(value)?.includes('!') === false);
  // A `?` in an expression has a line of the input run.
  const asksForInput = allValues(call, '-e').some((text) => textOf(text)?.includes('?') !== false);
  const readsInput = call.operands.length === 0 && !hasAny(call, '-e', '-f', '-h', '-V');
  return [
    ...files,
    ...[...call.operands, ...allValues(call, '-f')].map((word) => runsFile(word)),
    ...(isSafe ? [] : [interactive]),
    ...((readsInput || asksForInput) && mayHaveCommands(call.stdin) ? [runsInput('dc')] : []),
  ];
}

/** With an exclamation mark `dc` has a shell run the rest of a line. */
function mayHaveCommands(stdin: Stdin): boolean {
  if (stdin.kind === 'nothing' || stdin.kind === 'inherited') return false;
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? textOf(stdin.text) : null;
  return text === null || text.includes('!');
}

function usesClipboard(call: Call): readonly Effect[] {
  const isPaste = call.name === 'wl-paste' || ['-o', '-ob', '-bo'].some((name) => has(call, name));
  const files = call.name === 'xclip' ? call.operands.map(readsFile) : [];
  return [...files, isPaste ? discloses('credentials') : changes('system', known('clipboard'))];
}

/** Some program is started for a file or an address; which one is not in the arguments. */
function opens({ operands }: Call): readonly Effect[] {
  return [interactive, ...mayStandFrom(operands, 0).map((word) => runsFile(word))];
}
