import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { goesOnWhenAsked } from '../asked-about.ts';
import {
  altersTree,
  interactive,
  listens,
  readsFile,
  runsCommand,
  runsFile,
  runsForeign,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { inDirectory, specialValue } from '../options.ts';
import { isInput } from '../places.ts';
import type { Call, OptionRule, Program } from '../program.ts';
import { always, flags, hasAny, listed, optionals, runsProject, values } from '../shorthand.ts';
import { joinedText } from '../wrapped.ts';

export const scripts = { abbreviates: false, order: 'options-first' } as const;

/** A text in a language that is not read. */
function inline(language: string): OptionRule {
  return { takes: 'value', effects: ({ value }) => [runsForeign(language, value)] };
}

/** A command of a shell with a language of its own, in which a plain command is the same as in others. */
const otherShell: OptionRule = {
  takes: 'rest',
  effects: ({ values }) => [runsForeign('shell', joinedText(values)), runsShell(joinedText(values))],
};

const loads: OptionRule = {
  takes: 'value',
  effects: ({ value }) => [unknownEffect('loaded-code', prefixOf(value))],
};

/** An installed module by its name; anything else there is a text of the program. `lib` says where modules are. */
const imports: OptionRule = {
  takes: 'value',
  effects: ({ value }) => {
    const text = textOf(value) ?? '';
    if (/^-?lib\b/.test(text)) return [unknownEffect('loaded-code', text)];
    return /^-?[A-Za-z][\w:]*(=[\w,:]+)?$/.test(text) ? [] : [runsForeign('perl', value)];
  },
};

const loadsOptional: OptionRule = { ...loads, takes: 'optional' };

/** The script is the first operand; without one the standard input is, unless an option of these has said what to do. */
export function interprets(language: string, ...done: readonly string[]): (call: Call) => readonly Effect[] {
  return (call) => {
    if (hasAny(call, ...done) || (hasAny(call, '--help', '--version') && !goesOnWhenAsked(call))) return [];
    const [script, ...parameters] = call.operands;
    if (script !== undefined && !isInput(script)) return [runsFile(script, parameters)];
    return [runsInput(language), ...(call.stdin.kind === 'inherited' ? [interactive] : [])];
  };
}

/** With `-v` these tell their version and go on, if there is something to run. */
function tellsVersion(call: Call): boolean {
  return hasAny(call, '-v') && call.operands.length === 0;
}

/** Perl and Ruby edit files in their place with `-i`. To Ruby `-E` is an encoding, and no code. */
function editsInPlace(language: string): (call: Call) => readonly Effect[] {
  const code = language === 'perl' ? ['-e', '-E'] : ['-e'];
  const run = interprets(language, ...code, ...(language === 'perl' ? ['-v', '-V'] : []));
  return (call) => [
    ...(language === 'ruby' && tellsVersion(call) ? [] : run(call)),
    ...(hasAny(call, ...code) ? call.operands.map(hasAny(call, '-i') ? altersTree : readsFile) : []),
  ];
}

/** Interpreters of languages that are not read. */
export const programs: readonly Program[] = [
  {
    names: ['perl', 'perl5'],
    ...scripts,
    options: {
      ...flags('-a, -c, -f, -n, -p, -s, -S, -t, -T, -u, -U, -v, -w, -W, -X, -h, --help, --version'),
      ...optionals('-0, -F, -i, -l, -V, -C'),
      ...listed(inline('perl'), '-e, -E'),
      ...listed(loadsOptional, '-d, -D, -x'),
      ...listed(loads, '-I'),
      ...listed(imports, '-m, -M'),
    },
    effects: editsInPlace('perl'),
  },
  {
    names: ['ruby', 'jruby', 'truffleruby'],
    ...scripts,
    options: {
      ...flags(
        '-a, -c, -d, -h, -l, -n, -p, -s, -S, -v, -w, -y, --help, --version, --copyright, --yjit, --jit, --verbose, --debug, -U',
      ),
      ...optionals('-0, -E, -F, -i, -K, -T, -W, --encoding, --external-encoding, --enable, --disable'),
      ...listed(inline('ruby'), '-e'),
      ...listed(loads, '-I, -r'),
      '-x': loadsOptional,
      '-C': inDirectory,
    },
    effects: editsInPlace('ruby'),
  },
  {
    names: ['irb', 'pry', 'iex', 'ghci', 'scala-repl', 'jshell-repl', 'psysh', 'evcxr'],
    ...scripts,
    options: {
      ...flags(
        '--help, --version, -v, -v0, -f, --noecho, --nomultiline, --simple-prompt, --noprompt, --no-pager, --no-color, --no-history',
      ),
      '-e': {
        takes: 'value',
        effects: ({ value }, { name }) => [runsForeign(name === 'pry' ? 'ruby' : name, value)],
      },
      ...listed(loads, '-r'),
    },
    effects: startsDialogue,
  },
  {
    names: ['erl'],
    style: 'none',
    effects: ({ operands }) => {
      const texts = operands.map(textOf);
      if (texts.length === 1 && texts[0] === '-version') return [];
      return [
        ...(texts.some((text) => text === '-noshell' || text === '-noinput')
          ? []
          : [interactive, runsInput('erl')]),
        ...operands.flatMap((word, at) => (texts[at - 1] === '-eval' ? [runsForeign('erlang', word)] : [])),
        unknownEffect('loaded-code', 'what erl is told to start'),
      ];
    },
  },
  {
    names: ['php', 'php8', 'php8.1', 'php8.2', 'php8.3', 'php8.4'],
    ...scripts,
    options: {
      ...flags('-a --interactive, -C --no-chdir, -e --profile-info, -h --help, -H --hide-args, -i --info'),
      ...flags('-l --syntax-check, -m --modules, -n --no-php-ini, -q --no-header, -s --syntax-highlight'),
      ...flags('-v --version, -w --strip, --ini'),
      ...values(
        '-T, --rf --rfunction, --rc --rclass, --re --rextension, --rz --rzendextension, --ri --rextinfo',
      ),
      ...listed(inline('php'), '-r --run, -B --process-begin, -R --process-code, -E --process-end'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsFile(value)] },
        '-f --file, -F --process-file',
      ),
      ...listed(
        { takes: 'value', effects: always(listens, ...runsProject('.')) },
        '-S --server, -t --docroot',
      ),
      ...listed(specialValue('the settings of php'), '-c --php-ini, -d --define, -z --zend-extension'),
    },
    effects: runsPhp,
  },
  {
    names: ['lua', 'lua5.1', 'lua5.2', 'lua5.3', 'lua5.4', 'luajit', 'texlua'],
    ...scripts,
    options: {
      ...flags('-i, -v, -E, -W'),
      ...listed(inline('lua'), '-e'),
      ...listed(loads, '-l, -j, -O, -b'),
    },
    effects: (call) => (tellsVersion(call) ? [] : interprets('lua', '-e')(call)),
  },
  {
    names: ['nu', 'xonsh', 'elvish'],
    ...scripts,
    options: {
      ...flags('--help, --version, --no-rc, --norc, -n --no-config-file'),
      ...listed(otherShell, '-c --commands'),
    },
    effects: (call) => interprets(call.name, '-c')(call),
  },
  {
    names: [
      'Rscript',
      'R',
      'r',
      'julia',
      'octave',
      'sbcl',
      'guile',
      'racket',
      'gosh',
      'swipl',
      'ocaml',
      'tclsh',
      'wish',
      'expect',
      'elixir',
      'escript',
      'runghc',
      'runhaskell',
      'janet',
      'bb',
      'babashka',
      'gjs',
      'qjs',
      'wasmtime',
      'wasmer',
      'osascript-js',
      'gnuplot',
      'maxima',
      'dotnet-script',
      'csi',
      'fsi',
    ],
    ...scripts,
    options: {
      ...flags(
        '--help, --version, --vanilla, --slave, --no-save, --no-restore, --no-echo, -q --quiet, -s --silent, --batch, -NoProfile, -NonInteractive, --no-init-file, --color=no, -n, --script',
      ),
      ...listed(inline('other'), '-e --eval, -E --print, -c --command, -Command, -r --require'),
      ...listed(inline('prolog'), '-g'),
    },
    effects: (call) => interprets(call.name, '-e', '-E', '-c', '-Command', '-g')(call),
  },
];

/** What one types at these may come in by a pipe, and be among the words. */
function startsDialogue(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version', '-v')) return [];
  const files = call.operands.map((word) => runsFile(word));
  const isDone = hasAny(call, '-e') && /^(?:ghci|pry)$/.test(call.name);
  return isDone
    ? files
    : [...(call.stdin.kind === 'inherited' ? [interactive] : []), ...files, runsInput(call.name)];
}

function runsPhp(call: Call): readonly Effect[] {
  if (hasAny(call, '--syntax-check', '-s', '-w')) return call.operands.map(readsFile);
  if (hasAny(call, '-i')) return [{ kind: 'discloses', what: 'variable', name: null }];
  if (
    hasAny(
      call,
      '-m',
      '--version',
      '--ini',
      '--rf',
      '--rc',
      '--re',
      '--rz',
      '--ri',
      '-r',
      '-R',
      '-f',
      '-F',
      '-S',
    )
  )
    return [];
  return [...interprets('php', '-v', '-h')(call), ...runsArtisan(call)];
}

/** The script of Laravel, whose words tell what is done to the database. */
function runsArtisan({ operands: [script, ...parameters] }: Call): readonly Effect[] {
  if (script === undefined || !/(?:^|\/)artisan$/.test(prefixOf(script))) return [];
  return [runsCommand([known('artisan'), ...parameters], { isOwnName: true })];
}
