import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, textOf } from '../../words.ts';
import { goesOnWhenAsked } from '../asked-about.ts';
import {
  actsAs,
  interactive,
  readsFile,
  replacesFile,
  runsCommand,
  runsFile,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { has, lastValue, runsValue } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, listed, values } from '../shorthand.ts';
import { joinedText, run } from '../wrapped.ts';

/** A file that is read as a script before anything else. */
const startFile = {
  takes: 'value',
  effects: ({ value }: { value: Parameters<typeof runsFile>[0] }) => [runsFile(value)],
} as const;

const letters: OptionTable = flags(
  ...'abefhiklmnprstuvxyBCDEHIPTVX'.split('').map((letter) => `-${letter}`),
  '-c',
);

/** Shells: a text, a file, or what comes in. */
export const programs: readonly Program[] = [
  {
    names: ['bash', 'sh', 'dash', 'ash', 'zsh', 'ksh', 'ksh93', 'mksh', 'rbash', 'yash', 'oksh', 'posh'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...letters,
      ...flags('--norc, --noprofile, --posix, --login, --verbose, --restricted, --help, --version'),
      ...flags('--dump-strings, --dump-po-strings, --noediting, --debugger, --no-rcs, --emulate'),
      '-o': { takes: 'value', effects: ({ value }) => rereads(value, harmless) },
      '-O': { takes: 'value', effects: ({ value }) => rereads(value, new Set()) },
      '-k': { takes: 'nothing', effects: () => [unknownEffect('unknown-code', 'keyword')] },
      ...listed(startFile, '--rcfile, --init-file'),
    },
    plus: { takes: 'value', effects: ({ value }) => rereads(value, harmlessLetters) },
    effects: runsScript,
  },
  {
    names: ['fish'],
    order: 'options-first',
    options: {
      ...flags(
        '-i --interactive, -l --login, -n --no-execute, -N --no-config, -P --private, -h --help, -v --version',
      ),
      ...values('-d --debug, -f --features'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsShell(value)] },
        '-c --command, -C --init-command',
      ),
    },
    effects: (call) => (has(call, '--command') ? [] : runsFirst(call, call.operands)),
  },
  {
    names: ['csh', 'tcsh'],
    order: 'options-first',
    options: flags(...'bcdefilmnqstvVxX'.split('').map((letter) => `-${letter}`)),
    effects: runsScript,
  },
  {
    names: ['su'],
    options: {
      ...flags(
        '-l --login, -m -p --preserve-environment, -f --fast, -P --pty, -T --no-pty, -h --help, -V --version',
      ),
      ...values('-g --group, -G --supp-group, -s --shell, -w --whitelist-environment'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsShell(value)] },
        '-c --command, --session-command',
      ),
    },
    effects: becomesOther,
  },
  {
    names: ['runuser'],
    order: 'options-first',
    options: {
      ...flags(
        '-l --login, -m -p --preserve-environment, -f --fast, -P --pty, -T --no-pty, -h --help, -V --version',
      ),
      ...values('-g --group, -G --supp-group, -s --shell, -w --whitelist-environment, -u --user'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsShell(value)] },
        '-c --command, --session-command',
      ),
    },
    effects: (call) =>
      has(call, '--user') ? [actsAs(lastValue(call, '--user')), ...run(call.operands)] : becomesOther(call),
  },
  {
    names: ['sg'],
    style: 'none',
    effects: ({ operands }) => {
      const [group, ...words] = operands.filter((word) => textOf(word) !== '-');
      const [text] = words.filter((word) => textOf(word) !== '-c');
      return [actsAs(group ?? null), text === undefined ? runsInput('shell') : runsShell(text)];
    },
  },
  {
    names: ['newgrp'],
    options: { ...flags('-l --login, -h --help, -V --version'), ...listed(runsValue, '-c --command') },
    effects: (call) => [
      actsAs(call.operands[0] ?? null),
      ...(has(call, '--command') ? [] : [runsInput('shell')]),
    ],
  },
  {
    names: ['script'],
    options: {
      ...flags(
        '-a --append, -e --return, -f --flush, --force, -q --quiet, -k, -r, -F, -d, -h --help, -V --version',
      ),
      ...values('-E --echo, -m --logging-format, -o --output-limit, -t'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [replacesFile(value)] },
        '-I --log-in, -O --log-out, -B --log-io, -T --log-timing',
      ),
      '-c --command': { takes: 'value', effects: ({ value }) => [runsShell(value)] },
    },
    effects: records,
  },
  {
    names: ['busybox', 'toybox'],
    style: 'none',
    effects: ({ operands }) => {
      const first = textOf(operands[0]) ?? '';
      if (/^--(?:help|list|list-full|long|version)$/.test(first)) return [];
      return first.startsWith('-') ? [unknownEffect('unknown-option', first)] : run(operands);
    },
  },
];

/** Options of which none changes how the words of a script are read. */
const harmless: ReadonlySet<string> = new Set([
  'errexit',
  'nounset',
  'pipefail',
  'xtrace',
  'verbose',
  'noclobber',
  'noexec',
]);
const harmlessLetters: ReadonlySet<string> = new Set(['e', 'u', 'x', 'v', 'C', 'n', 'm', 'h', 'i']);

function rereads(option: Word, others: ReadonlySet<string>): readonly Effect[] {
  const name = textOf(option);
  return name !== null && others.has(name) ? [] : [unknownEffect('unknown-code', describeWord(option))];
}

/** `-c` takes its text from the operands; what follows the text are `$0`, `$1` and so on. */
function runsScript(call: Call): readonly Effect[] {
  // A dash alone ends the options, as `--` does.
  const operands = textOf(call.operands[0]) === '-' ? call.operands.slice(1) : call.operands;
  const start = has(call, '-i') ? [interactive] : [];
  if (!has(call, '-c')) return [...start, ...runsFirst(call, operands)];
  const [text, ...parameters] = operands;
  return text === undefined ? start : [...start, runsShell(text, parameters)];
}

/** The first operand is a script, or there is none and the input is one. */
function runsFirst(call: Call, operands: Call['operands']): readonly Effect[] {
  const [file, ...parameters] = operands;
  // Without execution the script is only read, to see if it is whole.
  const isRead = has(call, '-n') && !has(call, '-i') && !has(call, '+');
  if (file !== undefined && isRead) return [readsFile(file)];
  if (file !== undefined && !has(call, '-s')) return [readsFile(file), runsFile(file, parameters)];
  if ((has(call, '--version') || has(call, '--help')) && !goesOnWhenAsked(call)) return [];
  const waits = call.stdin.kind === 'inherited' ? [interactive] : [];
  return [...waits, runsInput('shell')];
}

/** `su`: the user is the first operand that is not a dash, the others are for the shell. */
function becomesOther(call: Call): readonly Effect[] {
  const operands = call.operands.filter((word) => textOf(word) !== '-');
  const user = actsAs(operands[0] ?? null);
  if (has(call, '--command') || has(call, '--session-command')) return [user];
  const parameters = operands.slice(1);
  if (parameters.length > 0) return [user, runsCommand([known('sh'), ...parameters])];
  return [user, ...(call.stdin.kind === 'inherited' ? [interactive] : []), runsInput('shell')];
}

/** A typescript is written; without a command a shell is recorded. On some systems words may follow the file. */
function records(call: Call): readonly Effect[] {
  const [file, ...words] = call.operands;
  const log = replacesFile(file ?? known('typescript'));
  if (has(call, '--command')) return [log];
  if (words.length > 0) return [log, runsShell(joinedText(words))];
  return [log, interactive, runsInput('shell')];
}
