import type { Effect } from '../../../model/effect.ts';
import { textOf } from '../../words.ts';
import { interactive, readsFile, runsShell, unknownEffect } from '../effects.ts';
import { withoutDash } from '../operands.ts';
import { flag, replacesValue, runsValue, special, specialValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, looksLikePath, optionals, values } from '../shorthand.ts';
import { readsFileOrAddress } from './text-files.ts';

/** Programs that show text, a page at a time or in colours, and manuals. */
export const programs: readonly Program[] = [
  {
    names: ['less', 'zless', 'bzless', 'xzless', 'lessc'],
    options: {
      ...flags(
        '-? --help, -a, -A, -B, -c, -C, -d, -e --quit-at-eof, -E, -f --force, -F --quit-if-one-screen',
      ),
      ...flags('-g, -G, -i --ignore-case, -I --IGNORE-CASE, -J, -K, -m, -M, -n, -N --LINE-NUMBERS, -q, -Q'),
      ...flags(
        '-r, -R --RAW-CONTROL-CHARS, -s, -S --chop-long-lines, -u, -U, -V --version, -w, -W, -X --no-init',
      ),
      ...values('-b, -h, -j, -p --pattern, -x --tabs, -y, -z, -P --prompt'),
      ...listed(replacesValue, '-o --log-file, -O --LOG-FILE'),
      ...listed(specialValue('a file with keys and commands'), '-k --lesskey-file, --lesskey-src, -t, -T'),
    },
    plus: specialValue('commands of the pager'),
    effects: pages,
  },
  {
    names: ['more', 'zmore', 'most', 'pg'],
    options: flags('-d, -l, -e, -f, -p, -c, -s, -u, -n, -h --help, -V --version'),
    number: flag,
    plus: specialValue('commands of the pager'),
    effects: pages,
  },
  {
    names: ['bat', 'batcat'],
    abbreviates: false,
    options: {
      ...flags('-A --show-all, -p --plain, -d --diff, -n --number, -P, -u --unbuffered, -L --list-languages'),
      ...flags('--list-themes, -f --force-colorization, -S --chop-long-lines, -h --help, -V --version'),
      ...flags(
        '--no-config, --no-custom-assets, --no-lessopen, -pp, --diagnostic, --config-file, --config-dir',
      ),
      ...flags('--cache-dir, --acknowledgements'),
      ...values('-l --language, -H --highlight-line, --file-name, --diff-context, --tabs, --wrap'),
      ...values(
        '--terminal-width, --color, --italic-text, --decorations, --paging, -m --map-syntax, --theme',
      ),
      ...values('--style, -r --line-range, --squeeze-limit, --binary, --nonprintable-notation'),
      ...values('--ignored-suffix, --strip-ansi, --theme-light, --theme-dark'),
      ...flags('-s --squeeze-blank'),
      '--pager': runsValue,
      '--lessopen': special('the program of LESSOPEN'),
      '--generate-config-file': special('a file of settings'),
    },
    effects: (call) => [
      ...(textOf(call.operands[0]) === 'cache' ? [unknownEffect('unknown-subcommand', 'cache')] : []),
      ...withoutDash(call.operands).map(readsFile),
    ],
  },
  {
    names: ['man'],
    options: {
      ...flags('-k --apropos, -f --whatis, -w --where --path --location, -a --all, --help, --version'),
      ...flags('--usage, -?, -K --global-apropos, -V, -W'),
      ...listed(runsValue, '-P --pager'),
      '-H --html': { takes: 'optional', effects: ({ values }) => values.map((text) => runsShell(text)) },
      ...listed(specialValue('the settings of man'), '-C --config-file'),
    },
    effects: ({ operands }) =>
      operands
        .filter(looksLikePath)
        .flatMap((file) => [readsFile(file), unknownEffect('unknown-operand', 'a page')]),
  },
  {
    names: ['info', 'pinfo'],
    options: {
      ...flags('--help, --version, -a --all, -w --where --location, -O --show-options --usage'),
      ...optionals('--subnodes'),
    },
    effects: (call) => (hasAny(call, '--help', '--version', '--where') ? [] : [interactive]),
  },
  {
    names: ['tldr', 'tlrc'],
    abbreviates: false,
    options: { ...flags('-l --list, -h --help, -v -V --version'), ...values('-p --platform, -L --language') },
    effects: ({ operands }) => operands.filter(looksLikePath).map(readsFile),
  },
  {
    names: ['delta', 'glow', 'mdcat'],
    abbreviates: false,
    options: {
      ...flags(
        '-n --line-numbers, -s --side-by-side, --dark, --light, -h --help, -V --version, --no-gitconfig',
      ),
      ...values('-w --width, --paging, --tabs, --syntax-theme'),
      '--pager': runsValue,
      '--config': specialValue('settings, which can name a pager'),
    },
    effects: ({ operands }) => withoutDash(operands).map(readsFileOrAddress),
  },
];

/** Whoever sits at the terminal can have any program run. */
function pages(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version')) return [];
  return [interactive, ...withoutDash(call.operands).map(readsFile)];
}
