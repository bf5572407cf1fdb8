import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { dropStart, known, mayStartWith, prefixOf, textOf, unknown } from '../../words.ts';
import {
  appendsToFile,
  background,
  changes,
  destroys,
  discloses,
  disclosesVariable,
  interactive,
  readsFile,
  replacesFile,
  runsCommand,
  runsCommandWithMore,
  runsFile,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { flag, flagWith, has, lastValue, rest, specialValue, valueWith } from '../options.ts';
import type { Call, Given, OptionRule, OptionTable, Program } from '../program.ts';
import { always, flags, hasAny, listed, values } from '../shorthand.ts';
import { sets } from './builtin-variables.ts';

/** What bash itself says of builtins: options come first, and a long one has to be written out. */
const bash = { order: 'options-first', abbreviates: false } as const;

const changesShell: OptionRule = { takes: 'nothing', effects: ({ names }) => [changesShellOption(names)] };

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

/** Options by which the shell only stops earlier, tells more, or finds fewer or more names for a pattern. */
const harmless: ReadonlySet<string | null> = new Set([
  ...[
    'errexit',
    'nounset',
    'pipefail',
    'noglob',
    'noclobber',
    'noexec',
    'notify',
    'verbose',
    'xtrace',
    'hashall',
  ],
  ...['nullglob', 'failglob', 'globstar', 'dotglob', 'extglob', 'nocaseglob', 'nocasematch'],
  ...['inherit_errexit', 'checkwinsize', 'histappend', 'globasciiranges'],
]);

/** Options by which the words that follow, or the place where they are run, are others: that is not followed. */
const rereads: ReadonlySet<string | null> = new Set([
  ...[
    null,
    'keyword',
    'braceexpand',
    'posix',
    'history',
    'histexpand',
    'physical',
    'lastpipe',
    'cdable_vars',
  ],
  ...[
    'localvar_inherit',
    'localvar_unset',
    'extdebug',
    'autocd',
    'cdspell',
    'compat31',
    'compat32',
    'compat40',
  ],
  ...[
    'compat41',
    'compat42',
    'compat43',
    'compat44',
    'extquote',
    'xpg_echo',
    'patsub_replacement',
    'globskipdots',
  ],
]);

const setOptions: OptionTable = Object.fromEntries(
  Object.entries(letters).map(([letter, name]) => [`-${letter}`, flagWith(() => switches(known(name)))]),
);

/** What completion is made of; `-W` is expanded like a word of the shell, and `-C` is run. */
const completion: OptionTable = {
  ...flags('-a, -b, -c, -d, -e, -f, -g, -j, -k, -s, -u, -v, -D, -E, -I, -p, -r'),
  ...values('-o, -A, -G, -X, -P, -S'),
  '-W': { takes: 'value', effects: ({ value }) => expands(value) },
  '-F': valueWith((name) => runsCommandWithMore([name])),
  '-C': valueWith(runsWithMore),
};

/** Builtins of bash that keep the state of the shell: its directory, options, jobs, history, names. */
export const programs: readonly Program[] = [
  {
    names: ['cd'],
    ...bash,
    options: flags('-L, -P, -e, -@'),
    effects: ({ operands }) => [changesDirectory(operands[0] ?? unknownFrom('HOME'))],
  },
  {
    names: ['pushd', 'popd'],
    ...bash,
    options: flags('-n'),
    number: flag,
    plus: flag,
    effects: (call) => {
      if (has(call, '-n')) return [changes('shell')];
      return [changesDirectory(call.name === 'popd' ? unknown() : (call.operands[0] ?? unknown()))];
    },
  },
  { names: ['dirs'], ...bash, options: flags('-c, -l, -p, -v'), number: flag, plus: flag },
  { names: ['pwd'], ...bash, options: flags('-L, -P, --help, --version') },
  {
    names: ['caller', 'times', 'help', 'exit', 'return', 'break', 'continue', 'logout', 'shift'],
    ...bash,
    options: flags('-d, -m, -s'),
    optionsAreHarmless: true,
  },
  { names: ['suspend'], ...bash, options: flags('-f'), effects: () => [interactive] },
  {
    names: ['set'],
    ...bash,
    options: { ...setOptions, '-o': { takes: 'value', effects: ({ value }) => switches(value) } },
    plus: { takes: 'value', effects: ({ value }) => switchesOff(value) },
    effects: setsParameters,
  },
  {
    names: ['shopt'],
    ...bash,
    options: flags('-p, -q, -s, -u, -o'),
    effects: (call) => (hasAny(call, '-s', '-u') ? call.operands.flatMap(switches) : []),
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
  { names: ['type'], ...bash, options: flags('-a, -f, -p, -t, -P'), optionsAreHarmless: true },
  {
    names: ['hash'],
    ...bash,
    options: {
      ...flags('-l, -t'),
      ...listed(changesShell, '-r, -d'),
      '-p': { takes: 'value', effects: ({ value }) => [unknownEffect('program-by-path', prefixOf(value))] },
    },
    effects: (call) => (has(call, '-p') ? call.operands.map((name) => changes('shell', name)) : []),
  },
  {
    names: ['enable'],
    ...bash,
    options: {
      ...flags('-a, -n, -p, -s'),
      ...listed(changesShell, '-d'),
      '-f': valueWith((path) => runsFile(path)),
    },
    effects: (call) => [
      ...changesByOperands(call),
      // What was a builtin is a program then, and the other way round.
      ...(has(call, '-n') && call.operands.length > 0 ? [unknownEffect('unknown-code', 'enable -n')] : []),
    ],
  },
  {
    names: ['alias'],
    ...bash,
    options: flags('-p'),
    effects: ({ operands }) =>
      operands.filter((word) => textOf(word) === null || prefixOf(word).includes('=')).map(changesName),
  },
  { names: ['unalias'], ...bash, options: listed(changesShell, '-a'), effects: changesByOperands },
  {
    names: ['eval'],
    ...bash,
    effects: ({ operands }) => (operands.length === 0 ? [] : [runsShell(joined(operands))]),
  },
  {
    names: ['source', '.'],
    ...bash,
    options: listed(changesShell, '-p'),
    effects: ({ operands: [script, ...parameters] }) =>
      script === undefined ? [] : [runsScript(script, parameters)],
  },
  { names: ['trap'], ...bash, options: flags('-l, -p, -P'), effects: setsTrap },
  {
    names: ['wait'],
    ...bash,
    options: {
      ...flags('-f, -n'),
      '-p': valueWith((name) => sets(name, 'shell', unknown())),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['jobs'],
    ...bash,
    options: {
      ...flags('-l, -n, -p, -r, -s'),
      '-x': { ...rest, effects: ({ values }) => [runsCommand(values)] },
    },
  },
  { names: ['fg'], ...bash, effects: () => [interactive] },
  { names: ['bg'], ...bash, effects: () => [background] },
  { names: ['disown'], ...bash, options: flags('-a, -h, -r'), effects: () => [background] },
  {
    names: ['history'],
    ...bash,
    options: { ...flags('-a, -n, -r, -w, -p'), ...listed(changesShell, '-s'), ...values('-d'), '-c': flag },
    effects: changesHistory,
  },
  {
    names: ['fc'],
    ...bash,
    options: { ...flags('-l, -n, -r, -s'), '-e': valueWith((name) => runsCommandWithMore([name])) },
    number: flag,
    effects: (call) => {
      if (has(call, '-l')) return [discloses('history')];
      const again = runsShell(unknown());
      return has(call, '-s') || textOf(lastValue(call, '-e') ?? unknown()) === '-'
        ? [again]
        : [interactive, again];
    },
  },
  {
    names: ['complete'],
    ...bash,
    options: completion,
    effects: (call) => (call.given.every(({ names }) => names.includes('-p')) ? [] : changesByOperands(call)),
  },
  {
    names: ['compgen'],
    ...bash,
    options: {
      ...completion,
      ...listed(flagWith(always(disclosesVariable(null))), '-e, -v'),
      '-V': valueWith(changesName),
    },
  },
  {
    names: ['compopt'],
    ...bash,
    options: { ...flags('-D, -E, -I'), ...values('-o') },
    plus: flag,
    effects: changesByOperands,
  },
  {
    names: ['bind'],
    ...bash,
    options: {
      ...flags('-l, -p, -s, -v, -P, -S, -V, -X'),
      ...values('-m, -q, -u, -r'),
      '-f': specialValue('a file with bindings of keys'),
      '-x': { takes: 'value', effects: bindsCommand },
    },
    effects: changesByOperands,
  },
];

/** The text of a command that is run with further words behind it. */
function runsWithMore(text: Word): Effect {
  const words = textOf(text) ?? '';
  if (/^[\w./:=,@-]+( [\w./:=,@-]+)*$/.test(words)) return runsCommandWithMore(words.split(' ').map(known));
  return runsShell(unknown(prefixOf(text)));
}

function changesDirectory(path: Word): Effect {
  const isPrevious = textOf(path) === '-';
  return { kind: 'changes-directory', path: isPrevious ? unknownFrom('OLDPWD') : path };
}

/** The value of a variable of the shell. */
function unknownFrom(name: string): Word {
  return unknown('', '', [{ kind: 'variable', name }]);
}

function changesShellOption(names: readonly string[]): Effect {
  return changes('shell', known(names[0] ?? ''));
}

function changesByOperands({ operands }: Call): readonly Effect[] {
  return operands.map((name) => changes('shell', name));
}

/** `name=value`: the name. */
function changesName(word: Word): Effect {
  const text = prefixOf(word);
  return changes('shell', text.includes('=') ? known(text.slice(0, text.indexOf('='))) : word);
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
    .flatMap((letter) => switches(known(letters[letter] ?? letter)));
}

/** What is behind the options are the parameters of the shell, which do nothing by themselves. */
function setsParameters(call: Call): readonly Effect[] {
  if (call.argv.length === 1) return [disclosesVariable(null)];
  // The name behind `+o` has ended the options.
  const [name, ...others] = has(call, '+') ? call.operands : [];
  const more = others.filter((word) => mayStartWith(word, '-'));
  return [
    ...(name === undefined ? [] : switches(name)),
    ...more.map((word) => unknownEffect('possible-option', prefixOf(word))),
  ];
}

/** Text that bash expands like a word: a substitution in it is run. */
function expands(word: Word): readonly Effect[] {
  const text = textOf(word);
  return text !== null && !/[$`]/.test(text) ? [] : [unknownEffect('unknown-code', prefixOf(word))];
}

function joined(words: readonly Word[]): Word {
  const texts = words.map(textOf);
  const end = texts.indexOf(null);
  if (end === -1) return known(texts.join(' '));
  const before = texts.slice(0, end).map((text) => `${text} `);
  return unknown(before.join('') + prefixOf(words[end] ?? known('')));
}

function runsScript(path: Word, parameters: readonly Word[]): Effect {
  const isInput = ['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(textOf(path) ?? '');
  return isInput ? runsInput('shell') : runsFile(path, parameters);
}

function setsTrap(call: Call): readonly Effect[] {
  const [action, signal] = call.operands;
  if (action === undefined || has(call, '-l') || has(call, '-p')) return [];
  const text = textOf(action);
  if (signal === undefined || text === '-' || text === '') return [changes('shell', signal ?? action)];
  return [changes('shell', signal), runsShell(action)];
}

function changesHistory(call: Call): readonly Effect[] {
  const file = call.operands[0] ?? unknownFrom('HISTFILE');
  if (has(call, '-a')) return [appendsToFile(file)];
  if (has(call, '-w')) return [replacesFile(file)];
  if (hasAny(call, '-r', '-n')) return [readsFile(file)];
  if (hasAny(call, '-c', '-d')) return [destroys('shell', known('history'))];
  return hasAny(call, '-s') ? [] : [discloses('history')];
}

/** `"\C-x": command`: what is behind the colon runs when the key is pressed. */
function bindsCommand({ value }: Given): readonly Effect[] {
  const colon = prefixOf(value).lastIndexOf('":') + 2;
  return [runsShell(colon < 2 ? unknown() : dropStart(value, colon))];
}
