import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, mayStartWith, prefixOf, textOf } from '../../words.ts';
import { changes, disclosesVariable, unknownEffect } from '../effects.ts';
import { flagWith, has } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, hasAny } from '../shorthand.ts';
import { bash, changesByOperands } from './shell-state.ts';

/** Letters of `set`, which are names behind `-o`. */
const letters: Readonly<Record<string, string>> = {
  a: 'allexport',
  b: 'notify',
  e: 'errexit',
  f: 'noglob',
  h: 'hashall',
  k: 'keyword',
  m: 'monitor',
  n: 'noexec',
  p: 'privileged',
  t: 'onecmd',
  u: 'nounset',
  v: 'verbose',
  x: 'xtrace',
  B: 'braceexpand',
  C: 'noclobber',
  E: 'errtrace',
  H: 'histexpand',
  P: 'physical',
  T: 'functrace',
};

/** Options by which the shell only stops earlier, tells more, or finds fewer or more names for a pattern; not hidden ones. */
const harmless: ReadonlySet<string | null> = new Set([
  ...'errexit nounset pipefail noglob noclobber noexec notify verbose xtrace hashall nullglob'.split(' '),
  ...'failglob globstar extglob nocaseglob nocasematch inherit_errexit checkwinsize'.split(' '),
  ...'histappend globasciiranges'.split(' '),
]);

/** Options by which the words that follow, or the place where they are run, are others: that is not followed. */
const rereads: ReadonlySet<string | null> = new Set([
  null,
  ...'keyword braceexpand posix history histexpand physical lastpipe cdable_vars'.split(' '),
  ...'localvar_inherit localvar_unset extdebug autocd cdspell'.split(' '),
  ...'compat31 compat32 compat40 compat41 compat42 compat43 compat44'.split(' '),
  ...'extquote xpg_echo patsub_replacement globskipdots'.split(' '),
]);

const setOptions: OptionTable = Object.fromEntries(
  Object.entries(letters).map(([letter, name]) => [`-${letter}`, flagWith(() => switches(known(name)))]),
);

/** Builtins of bash for its options, limits and parameters. */
export const programs: readonly Program[] = [
  {
    names: ['set'],
    ...bash,
    options: {
      ...setOptions,
      '-o': { takes: 'value-or-end', effects: ({ values }) => values.flatMap(switches) },
    },
    plus: { takes: 'value', effects: ({ value }) => switchesOff(value) },
    effects: setsParameters,
  },
  {
    names: ['shopt'],
    ...bash,
    options: flags('-p, -q, -s, -u, -o'),
    effects: (call) =>
      hasAny(call, '-s', '-u') ? call.operands.flatMap(has(call, '-u') ? switchOff : switches) : [],
  },
  { names: ['umask'], ...bash, options: flags('-p, -S'), effects: changesByOperands },
  {
    names: ['ulimit'],
    abbreviates: false,
    options: flags(
      '-S, -H, -a, -b, -c, -d, -e, -f, -i, -k, -l, -m, -n, -p, -q, -r, -s, -t, -u, -v, -x, -P, -R, -T',
    ),
    effects: changesByOperands,
  },
];

/** Options that are off without a word, as everything here takes them to be: to turn them off changes nothing. */
const offAtFirst: ReadonlySet<string | null> = new Set(
  'allexport autocd cdable_vars cdspell dotglob histexpand history keyword lastpipe monitor physical xpg_echo'.split(
    ' ',
  ),
);

function switchOff(option: Word): readonly Effect[] {
  return offAtFirst.has(textOf(option)) ? [] : switches(option);
}

function switches(option: Word): readonly Effect[] {
  const name = textOf(option);
  if (harmless.has(name)) return [];
  return [
    changes('shell', option),
    ...(rereads.has(name) ? [unknownEffect('unknown-code', name ?? '')] : []),
  ];
}

/** The letters behind a `+`; for `o` the name is the next word. */
function switchesOff(given: Word): readonly Effect[] {
  const text = textOf(given);
  if (text === null) return [changes('shell', given)];
  return [...text]
    .filter((letter) => letter !== 'o')
    .flatMap((letter) => switchOff(known(letters[letter] ?? letter)));
}

/** What is behind the options are the parameters of the shell, which do nothing by themselves. */
function setsParameters(call: Call): readonly Effect[] {
  if (call.argv.length === 1) return [disclosesVariable(null)];
  // The name behind `+o` has ended the options.
  const [name, ...others] = has(call, '+') ? call.operands : [];
  const more = others.filter((word) => mayStartWith(word, '-'));
  return [
    ...(name === undefined ? [] : switchOff(name)),
    ...more.map((word) => unknownEffect('possible-option', prefixOf(word))),
  ];
}
