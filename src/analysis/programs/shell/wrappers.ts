import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import {
  actsAs,
  background,
  changes,
  disclosesVariable,
  interactive,
  runsCommand,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import {
  allValues,
  flag,
  givenAs,
  has,
  inDirectory,
  lastValue,
  readsValue,
  replacesValue,
  rest,
  value,
} from '../options.ts';
import type { Call, OptionRule, Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';
import { assignmentsBefore, run, splitWords, wraps, wrapsOrShell } from '../wrapped.ts';

/** Options that ask for help, for programs that take the words of others. */
const help = flags('--help, --version');

/** `-p pid`: what is changed is a process that runs already. */
const ofProcess: OptionRule = { takes: 'value', effects: ({ value }) => [changes('process', value)] };

/** Programs that change how the program behind them runs, and as whom. */
export const programs: readonly Program[] = [
  {
    names: ['env', 'genv'],
    order: 'options-first',
    options: {
      ...help,
      ...flags('-i --ignore-environment, -0 --null, -v --debug, --list-signal-handling'),
      ...values('-u --unset, -a --argv0'),
      // What it is split into stands before all words that follow.
      '-S --split-string': rest,
      ...optionals('--block-signal, --default-signal, --ignore-signal'),
      '-C --chdir': inDirectory,
    },
    effects: runsInEnvironment,
  },
  {
    names: ['sudo'],
    order: 'options-first',
    options: {
      ...help,
      ...flags('-A --askpass, -b --background, -E, -H --set-home, -K --remove-timestamp'),
      ...flags('-k --reset-timestamp, -n --non-interactive, -P --preserve-groups, -S --stdin, -V'),
      ...flags('-N --no-update, -B --bell, -v --validate, -l --list, -e --edit, -i --login, -s --shell'),
      ...values('-u --user, -g --group, -p --prompt, -C --close-from, -T --command-timeout'),
      ...values('-r --role, -t --type, -U --other-user, -h --host, -a --auth-type, -c --login-class'),
      ...optionals('--preserve-env'),
      '-D --chdir': inDirectory,
      '-R --chroot': {
        takes: 'value',
        effects: () => [unknownEffect('program-specific', 'another root directory')],
      },
    },
    effects: runsAsOther,
  },
  {
    names: ['sudoedit'],
    options: { ...help, ...values('-u --user, -g --group'), ...flags('-n --non-interactive') },
    effects: ({ operands }) => edits(operands),
  },
  {
    names: ['doas'],
    order: 'options-first',
    options: { ...flags('-n, -s, -L'), ...values('-u, -a'), '-C': readsValue },
    effects: (call) => [
      actsAs(lastValue(call, '-u')),
      ...(has(call, '-s') ? [runsInput('shell')] : run(call.operands)),
    ],
  },
  {
    names: ['pkexec'],
    order: 'options-first',
    options: { ...help, ...flags('--disable-internal-agent, --keep-cwd'), '-u --user': value },
    effects: (call) => [actsAs(lastValue(call, '--user')), ...run(call.operands)],
  },
  {
    names: ['gosu', 'su-exec', 'chpst', 'setuidgid'],
    order: 'options-first',
    effects: ({ operands }) => [actsAs(operands[0] ?? null), ...run(operands.slice(1))],
  },
  {
    names: ['timeout', 'gtimeout'],
    order: 'options-first',
    options: {
      ...help,
      ...flags('-f --foreground, -p --preserve-status, -v --verbose'),
      ...values('-k --kill-after, -s --signal'),
    },
    effects: wraps(1),
  },
  {
    names: ['nice', 'gnice'],
    order: 'options-first',
    options: { ...help, '-n --adjustment': value },
    number: value,
    effects: wraps(),
  },
  {
    names: ['ionice'],
    order: 'options-first',
    options: {
      ...help,
      ...values('-c --class, -n --classdata'),
      ...flags('-t --ignore, -h, -V'),
      ...listed(ofProcess, '-p --pid, -P --pgid, -u --uid'),
    },
    effects: (call) => (has(call, '-p') ? [] : run(call.operands)),
  },
  {
    names: ['chrt'],
    order: 'options-first',
    options: {
      ...flags('-b --batch, -d --deadline, -f --fifo, -i --idle, -o --other, -r --rr, -a --all-tasks'),
      ...flags('-m --max, -R --reset-on-fork, -v --verbose, -p --pid, -h --help, -V --version'),
      ...values('-T --sched-runtime, -P --sched-period, -D --sched-deadline'),
    },
    effects: (call) =>
      has(call, '-p') ? [changes('process', call.operands.at(-1) ?? null)] : runsWithPriority(call),
  },
  {
    names: ['taskset'],
    order: 'options-first',
    options: flags('-a --all-tasks, -c --cpu-list, -p --pid, -h --help, -V --version'),
    effects: (call) =>
      has(call, '-p') ? [changes('process', call.operands.at(-1) ?? null)] : run(call.operands.slice(1)),
  },
  { names: ['nohup', 'gnohup'], order: 'options-first', options: help, effects: wraps() },
  {
    names: ['setsid'],
    order: 'options-first',
    options: flags('-c --ctty, -f --fork, -w --wait, -h --help, -V --version'),
    effects: (call) => [...(has(call, '-f') ? [background] : []), ...run(call.operands)],
  },
  {
    names: ['stdbuf', 'gstdbuf'],
    order: 'options-first',
    options: { ...help, ...values('-i --input, -o --output, -e --error') },
    effects: wraps(),
  },
  {
    names: ['time', 'gtime'],
    order: 'options-first',
    options: {
      ...flags('-a --append, -p --portability, -q --quiet, -v --verbose, -h --help, -V --version, -l'),
      '-f --format': value,
      '-o --output': replacesValue,
    },
    effects: wraps(),
  },
  {
    names: ['command'],
    order: 'options-first',
    options: flags('-p, -v, -V'),
    effects: (call) => (has(call, '-v') || has(call, '-V') ? [] : run(call.operands)),
  },
  { names: ['builtin'], order: 'options-first', effects: wraps() },
  {
    names: ['exec'],
    order: 'options-first',
    options: { ...flags('-c, -l'), '-a': value },
    effects: wraps(),
  },
  {
    names: ['setarch', 'linux32', 'linux64', 'i386', 'x86_64'],
    order: 'options-first',
    options: {
      ...flags(
        '-B --32bit, -F --fdpic-funcptrs, -I --short-inode, -L --addr-compat-layout, -R --addr-no-randomize',
      ),
      ...flags('-S --whole-seconds, -T --sticky-timeouts, -X --read-implies-exec, -Z --mmap-page-zero'),
      ...flags('-3 --3gb, --4gb, -v --verbose, --list'),
      '--uname-2.6': flag,
    },
    effects: (call) => (has(call, '--list') ? [] : wrapsOrShell(call, namesArchitecture(call) ? 1 : 0)),
  },
  {
    names: ['fakeroot'],
    order: 'options-first',
    options: flags('-u --unknown-is-real'),
    effects: (call) => wrapsOrShell(call),
  },
  ...[
    ['unbuffer', '-p'],
    ['eatmydata'],
    ['gamemoderun'],
    ['nocache'],
    ['dbus-run-session', '--'],
    ['catchsegv'],
    ['caffeinate', '-d', '-i', '-m', '-s', '-u'],
    ['rlwrap', '-c --complete-filenames', '-r --remember'],
    ['torsocks', '-i --isolate', '-q --quiet'],
    ['torify'],
    ['proxychains', '-q'],
    ['proxychains4', '-q'],
  ].map(([name = '', ...keys]): Program => {
    return { names: [name], order: 'options-first', options: flags(...keys), effects: wraps() };
  }),
  {
    names: ['timelimit', 'multitime'],
    order: 'options-first',
    options: { ...flags('-f, -l, -p, -q'), ...values('-t, -T, -s, -S, -n') },
    effects: wraps(),
  },
];

/** `env`: a `-` is `-i`, and `-S` splits a text into words that are put in front of all others. */
function runsInEnvironment(call: Call): readonly Effect[] {
  const operands = textOf(call.operands[0]) === '-' ? call.operands.slice(1) : call.operands;
  const [split] = givenAs(call, '--split-string');
  if (split !== undefined) {
    const words = splitWords(textOf(split.value) ?? '\\');
    if (words === null)
      return [runsShell({ kind: 'unknown', prefix: '', suffix: '', count: 'one', sources: [] })];
    return [runsCommand([known('env'), ...words, ...split.values.slice(1)], { removes: removedBy(call) })];
  }
  const { assignments, words } = assignmentsBefore(operands);
  if (words.length === 0) return [disclosesVariable(null)];
  return [runsCommand(words, { assignments, removes: removedBy(call) })];
}

/** A policy without priorities needs none before the program. */
function runsWithPriority({ operands }: Call): readonly Effect[] {
  const isGiven = /^\d+$/.test(textOf(operands[0]) ?? '');
  return [...(isGiven ? [] : run(operands)), ...run(operands.slice(1))];
}

/** `setarch` takes its first word for an architecture, unless that is an option: then what follows is the program. */
function namesArchitecture({ name, argv }: Call): boolean {
  return name === 'setarch' && !/^-/.test(textOf(argv[1]) ?? '');
}

/** What `env` takes out of the environment: a dash alone stands for `-i`. */
function removedBy(call: Call): 'all' | readonly string[] {
  if (has(call, '--ignore-environment') || textOf(call.operands[0]) === '-') return 'all';
  const names = allValues(call, '--unset').map(textOf);
  return names.includes(null) ? 'all' : names.filter((name) => name !== null);
}

function runsAsOther(call: Call): readonly Effect[] {
  const user = actsAs(lastValue(call, '--user'));
  if (has(call, '--edit')) return [user, ...edits(call.operands)];
  if (has(call, '--list')) return [user];
  const { assignments, words } = assignmentsBefore(call.operands);
  const isShell = has(call, '--shell') || has(call, '--login');
  if (words.length === 0) return isShell ? [user, runsInput('shell'), interactive] : [user];
  return [user, runsCommand(words, { assignments, isBackground: has(call, '--background') })];
}

function edits(files: Call['operands']): readonly Effect[] {
  return [
    actsAs(null),
    interactive,
    ...files.map((path): Effect => ({ kind: 'writes', path, how: 'alters', isRecursive: false })),
  ];
}
