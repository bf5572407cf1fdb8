import type { Effect, Setting } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, prefixOf, textOf } from '../../words.ts';
import {
  actsAs,
  changes,
  interactive,
  readsFile,
  replacesFile,
  runsFile,
  runsForeign,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { allValues, has, lastValue, replacesValue, valueWith } from '../options.ts';
import type { Call, OptionRule, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';
import { assignmentsBefore, run, wraps } from '../wrapped.ts';

/** `-o file`, which may be a command: `-o '|cat'`. */
const log: OptionRule = {
  takes: 'value',
  effects: ({ value }) => [
    /^[|!]/.test(prefixOf(value)) ? runsShell({ ...value, ...withoutSign(value) }) : replacesFile(value),
  ],
};

/** `-E name=value`, or a name alone for a variable that is taken away. */
function environmentOf(call: Call): Setting {
  const words = allValues(call, '-E');
  const isSet = (word: Word) => word.kind !== 'known' || word.text.includes('=');
  const removed = words.filter((word) => !isSet(word)).map(prefixOf);
  const { assignments, words: unclear } = assignmentsBefore(words.filter(isSet));
  return { assignments, removes: unclear.length > 0 ? 'all' : removed };
}

/** Valgrind runs a file of its own directory that has this in its name. */
const tool: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    /^[a-z-]+$/.test(textOf(value) ?? '') ? [] : [unknownEffect('loaded-code', describeWord(value))],
};

function withoutSign(word: Parameters<typeof prefixOf>[0]) {
  return word.kind === 'known' ? { text: word.text.slice(1) } : { prefix: word.prefix.slice(1) };
}

/** Programs that run another and watch it from within. */
export const programs: readonly Program[] = [
  {
    names: ['strace'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-c, -C, -d, -D, -f, -ff, -F, -h, -i, -k, -n, -q, -qq, -r, -t, -tt, -T, -v'),
      ...flags('-V, -w, -x, -xx, -y, -yy, -z, -Z, --follow-forks, --summary-only, --help, --version'),
      ...values('-a, -b, -e, -E --env, -I, -O, -p --attach, -P, -s, -S, -U, -X, --trace'),
      '-u --user': { takes: 'value', effects: ({ value }) => [actsAs(value)] },
      '-o --output': log,
    },
    effects: (call) => [...attached(call), ...run(call.operands, environmentOf(call))],
  },
  {
    names: ['ltrace'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-b, -c, -C, -f, -h, -i, -L, -r, -S, -t, -T, -V, -w'),
      ...values('-a, -A, -D, -e, -F, -l, -n, -p, -s, -u, -x, -X'),
      '-o': replacesValue,
    },
    effects: (call) => [...attached(call), ...run(call.operands)],
  },
  {
    names: ['gdb'],
    style: 'single-dash',
    order: 'options-first',
    options: {
      ...flags(
        '-batch, -q -quiet -silent, -nx, -n, -nh, -nw, -w, -args, -help, -h, -version, -v, -configuration',
      ),
      ...values('-p -pid, -c -core, -d -directory, -s -symbols, -e -exec, -cd, -tty, -l'),
      ...listed(
        valueWith((text) => runsForeign('gdb', text)),
        '-ex -eval-command, -iex -init-eval-command',
      ),
      ...listed(
        valueWith((path) => runsFile(path)),
        '-x -command, -ix -init-command',
      ),
    },
    effects: (call) => (tellsAboutItself(call) ? [] : debugs(call)),
  },
  {
    names: ['lldb'],
    order: 'options-first',
    options: {
      ...flags(
        '-b --batch -batch, -Q --source-quietly, -x --no-lldbinit, -X --no-use-colors, -h --help, -v --version',
      ),
      ...values('-p --attach-pid, -n --attach-name, -c --core, -a --arch, -l --script-language'),
      ...listed(
        valueWith((text) => runsForeign('gdb', text)),
        '-o --one-line, -O --one-line-before-file, -k --one-line-on-crash',
      ),
      ...listed(
        valueWith((path) => runsFile(path)),
        '-s --source, -S --source-before-file, -K --source-on-crash',
      ),
      ...listed(
        valueWith((path) => runsFile(path)),
        '-f --file',
      ),
    },
    effects: debugs,
  },
  {
    names: ['valgrind'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-q --quiet, -v --verbose, -h --help, --version'),
      '--tool': tool,
      ...values('--leak-check, --show-leak-kinds, --track-origins, --error-exitcode, --num-callers'),
      ...values('--trace-children, --suppressions, --show-reachable, --gen-suppressions, --track-fds'),
      ...listed(replacesValue, '--log-file, --xml-file, --massif-out-file, --callgrind-out-file'),
    },
    effects: wraps(),
  },
];

/** It tells its version or its options and ends, whatever else it is to do; here only where that is all. */
function tellsAboutItself({ given, operands }: Call): boolean {
  const telling = /^-(?:help|h|version|v|configuration|q|quiet|silent)$/;
  const isQuiet = given.every(({ names }) => names.includes('-quiet'));
  return (
    operands.length === 0 && !isQuiet && given.every(({ names }) => names.some((name) => telling.test(name)))
  );
}

/** The program is run when a person, or a command, says so. */
function debugs(call: Call): readonly Effect[] {
  const [program, ...parameters] = call.operands;
  const waits = hasAny(call, '-batch', '--batch') ? [] : [interactive];
  if (has(call, '-args')) return [...waits, ...run(call.operands)];
  const started = program === undefined ? [] : [readsFile(program), runsFile(program, parameters)];
  return [...waits, ...attached(call), ...started];
}

/** A process that is watched is stopped meanwhile, and can be changed. */
function attached(call: Call): readonly Effect[] {
  return has(call, '-p') ? [changes('process', lastValue(call, '-p'))] : [];
}
