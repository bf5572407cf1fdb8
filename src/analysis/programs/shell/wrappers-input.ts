import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, isOneWord, known, textOf, unknown, unknownNumber } from '../../words.ts';
import {
  createsFile,
  interactive,
  readsTree,
  runsCommand,
  runsCommandWithMore,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import {
  has,
  lastValue,
  optional,
  readsValue,
  replacesValue,
  runsValue,
  special,
  specialValue,
  valueWith,
} from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';
import { joinedText, run, runsBehindDashes, splitWords, withInput } from '../wrapped.ts';

/** A variable of each program that is run: its value is a number. */
function setsNumber(word: Word): Effect {
  const name = textOf(word);
  if (name === null) return unknownEffect('unknown-operand', describeWord(word));
  return { kind: 'sets', name, value: unknownNumber(), scope: 'invocation' };
}

/** Programs that run another again and again: for what they read, for what has changed, or while they hold a lock. */
export const programs: readonly Program[] = [
  {
    names: ['xargs', 'gxargs'],
    order: 'options-first',
    options: {
      ...flags('-0 --null, -p --interactive, -r --no-run-if-empty, -t --verbose, -x --exit, -o --open-tty'),
      ...flags('--show-limits, --help, --version'),
      ...values('-d --delimiter, -E, -I, -L, -n --max-args, -P --max-procs, -s --max-chars'),
      ...values('-J, -R, -S'),
      '--process-slot-var': valueWith(setsNumber),
      ...optionals('-e --eof, -i --replace, -l --max-lines'),
      '-a --arg-file': readsValue,
    },
    effects: runsForInput,
  },
  {
    names: ['parallel', 'sem'],
    order: 'options-first',
    options: {
      ...flags('-k --keep-order, -0 --null, -m, -X --xargs, --bar, --progress, --eta, --dry-run'),
      ...flags('-t --verbose, -q --quote, --tag, --line-buffer --lb, --group, -u --ungroup, --plus'),
      ...flags('-r --no-run-if-empty, --shuf, --will-cite, --citation, --help, --version, --link'),
      ...values('-j --jobs --max-procs, -n --max-args, -N, -L, -I, --halt, --retries, --timeout'),
      ...values('--delay, -C --colsep, -d --delimiter, --load, --memfree, --nice, --env, --id'),
      ...listed(replacesValue, '--joblog, --results'),
      '-a --arg-file': readsValue,
      ...listed(specialValue('other hosts'), '-S --sshlogin, --slf --sshloginfile'),
      '--pipe': special('parts of the input'),
    },
    effects: runsInParallel,
  },
  {
    names: ['watch'],
    order: 'options-first',
    options: {
      ...flags(
        '-b --beep, -c --color, -C --no-color, -e --errexit, -g --chgexit, -p --precise, -r --no-rerun',
      ),
      ...flags('-t --no-title, -w --no-wrap, -x --exec, -h --help, -v --version'),
      ...values('-n --interval, -q --equexit, -s --shotsdir'),
      '-d --differences': optional,
    },
    effects: (call) => [
      interactive,
      ...(has(call, '--exec')
        ? run(call.operands)
        : call.operands.length === 0
          ? []
          : [runsShell(joinedText(call.operands))]),
    ],
  },
  {
    names: ['watchexec'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-r --restart, -n, -p --postpone, -v, --notify -N, --no-vcs-ignore, --no-project-ignore'),
      ...flags('--no-default-ignore, -h --help, -V --version, -q --quiet, --timings'),
      ...optionals('-c --clear'),
      ...values('-w --watch, -W --watch-non-recursive, -e --exts, -f --filter, -i --ignore, -d --debounce'),
      ...values('-s --signal, --stop-signal, --stop-timeout, -o --on-busy-update, --shell, --fs-events'),
    },
    effects: ({ operands }) => [
      interactive,
      ...(operands.length === 0 ? [] : [runsShell(joinedText(operands))]),
    ],
  },
  {
    names: ['chokidar'],
    abbreviates: false,
    options: {
      ...flags('--initial, --polling, -p, --silent, --verbose, --help, -h, --version, --follow-symlinks'),
      ...values('-d --debounce, -t --throttle, -i --ignore, --poll-interval, --concurrent'),
      ...listed(runsValue, '-c --command'),
    },
    effects: () => [interactive],
  },
  {
    names: ['onchange', 'reflex'],
    style: 'none',
    effects: (call) => [interactive, ...runsBehindDashes(call)],
  },
  {
    names: ['flock'],
    order: 'options-first',
    options: {
      ...flags('-s --shared, -x -e --exclusive, -u --unlock, -n --nb --nonblock, -o --close, -F --no-fork'),
      ...flags('--verbose, -h --help, -V --version'),
      ...values('-w --timeout --wait, -E --conflict-exit-code'),
      '-c --command': { takes: 'value', effects: ({ value }) => [runsShell(value)] },
    },
    effects: runsLocked,
  },
  {
    names: ['entr'],
    order: 'options-first',
    options: flags('-a, -c, -d, -n, -p, -r, -s, -x, -z'),
    effects: (call) => [
      ...(has(call, '-n') ? [] : [interactive]),
      has(call, '-s') ? runsShell(joinedText(call.operands)) : runsCommand(withInput(call.operands, '/_')),
    ],
  },
  {
    names: ['hyperfine'],
    abbreviates: false,
    options: {
      ...flags('-N, -i --ignore-failure, --show-output, -h --help, -V --version'),
      ...values(
        '-w --warmup, -m --min-runs, -M --max-runs, -r --runs, -n --command-name, --style, -u --time-unit',
      ),
      ...listed(replacesValue, '--export-json, --export-csv, --export-markdown, --export-asciidoc'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsShell(value)] },
        '-s --setup, -p --prepare, -c --cleanup, -C --conclude',
      ),
    },
    effects: ({ operands }) => operands.map((text) => runsShell(text)),
  },
  {
    names: ['run-parts'],
    options: {
      ...flags('--test, --list, -v --verbose, --report, --reverse, --exit-on-error, --new-session'),
      ...values('--umask, -a --arg, --regex'),
    },
    effects: ({ operands }) => operands.flatMap((directory) => [readsTree(directory), runsInput('program')]),
  },
];

/** `xargs`: a placeholder is replaced, or words are added. What is known of the input is gone through beside that. */
function runsForInput(call: Call): readonly Effect[] {
  return [...runsForAnyInput(call), ...runsForKnownInput(call)];
}

/** Without a program it is `echo`. */
function runsForAnyInput(call: Call): readonly Effect[] {
  const given = lastValue(call, '-I') ?? lastValue(call, '-J') ?? replaced(call);
  const isOwnName = call.operands.length === 0;
  const words = isOwnName ? [known('echo')] : call.operands;
  if (given === null)
    return [...feedsShell(words), runsCommandWithMore(words, { losesInput: true, isOwnName })];
  const placeholder = textOf(given);
  if (placeholder === null || placeholder === '') return [runsCommandWithMore([unknown()])];
  if (lastValue(call, '-J') !== null) return [runsCommandWithMore(words, { losesInput: true })];
  return [runsCommand(withInput(words, placeholder), { losesInput: true })];
}

/** How many lines of an input are gone through. */
const maxLines = 20;

/** The program with the words of an input that is known: all of them, or each line in place of the placeholder. */
function runsForKnownInput(call: Call): readonly Effect[] {
  const { stdin, operands } = call;
  const text = stdin.kind === 'pipe' || stdin.kind === 'text' ? textOf(stdin.text) : null;
  if (text === null || operands.length === 0) return [];
  const given = lastValue(call, '-I') ?? replaced(call);
  const placeholder = given === null ? '' : textOf(given);
  if (placeholder === null) return [];
  const setting = { losesInput: true };
  if (placeholder === '') {
    const words = splitWords(text);
    return words === null ? [] : [runsCommand([...operands, ...words], setting)];
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, maxLines).map((line) => {
    const words = operands.map((word) => {
      const written = textOf(word);
      return written === null ? word : known(written.replaceAll(placeholder, line.trim()));
    });
    return runsCommand(words, setting);
  });
}

/** What a shell makes of parameters that come from the input is seldom what was meant. */
function feedsShell([name]: readonly Word[]): readonly Effect[] {
  const isShell = /(?:^|\/)(?:ba|da|a|z|k|mk|c|tc|fi)?sh$/.test(textOf(name) ?? '');
  return isShell ? [unknownEffect('unknown-words', 'input as parameters of a shell')] : [];
}

/** `-i` alone stands for `{}`. */
function replaced(call: Call): Word | null {
  if (!has(call, '-i')) return null;
  const given = lastValue(call, '-i');
  return given === null || textOf(given) === '' ? known('{}') : given;
}

/** `parallel` puts words and inputs together to a text for a shell. */
function runsInParallel(call: Call): readonly Effect[] {
  const end = call.operands.findIndex((word) => /^:::/.test(textOf(word) ?? ''));
  const words = end === -1 ? call.operands : call.operands.slice(0, end);
  const inputs = end === -1 ? [] : call.operands.slice(end + 1);
  const isPlain = words.length > 0 && inputs.length <= 20 && textOf(call.operands[end]) === ':::';
  if (end !== -1 && isPlain && inputs.every(isOneWord))
    return inputs.map((input) => runsShell(withArgument(words, input)));
  const [first] = words;
  // Without words of its own each of these is a command.
  const given = [...inputs.slice(0, 20).map(textOf), ...inputLines(call)].filter((text) => text !== null);
  if (first === undefined)
    return [
      runsShell(unknown('', '', [{ kind: 'input' }])),
      ...given.map((text) => runsShell(perhaps(text))),
    ];
  return [runsShell(unknown(`${textOf(joinedText(words)) ?? ''} `, '', [{ kind: 'input' }]))];
}

/** What may be this text. */
function perhaps(text: string): Word {
  return unknown('', '', [{ kind: 'one-of', texts: [text] }, { kind: 'other' }]);
}

/** The first lines of the input, where they are known. */
function inputLines({ stdin }: Call): readonly string[] {
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? textOf(stdin.text) : null;
  return text === null ? [] : text.split('\n', 20).filter((line) => line !== '');
}

function withArgument(words: readonly Word[], input: Word): Word {
  const text = textOf(joinedText(words));
  const argument = textOf(input);
  if (text === null || argument === null || /\{[^}]+\}/.test(text)) return unknown(text ?? '');
  if (!/^[\w./:@%+=,-]+$/.test(argument)) return text === '{}' ? perhaps(argument) : unknown(`${text} `);
  return known(text.includes('{}') ? text.replaceAll('{}', argument) : `${text} ${argument}`);
}

/** `flock file program words`, `flock file -c text`, `flock descriptor`. */
function runsLocked(call: Call): readonly Effect[] {
  const [file, first, second] = call.operands;
  if (file === undefined) return [];
  const isDescriptor = first === undefined && /^[0-9]+$/.test(textOf(file) ?? '');
  const lock = isDescriptor ? [] : [createsFile(file)];
  const isText = ['-c', '--command'].includes(textOf(first) ?? '');
  if (isText) return [...lock, runsShell(second ?? known(''))];
  return [...lock, ...run(call.operands.slice(1))];
}
