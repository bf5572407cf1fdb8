import type { Effect } from '../../../model/effect.ts';
import { dropStart, known, prefixOf, textOf } from '../../words.ts';
import {
  actsAs,
  background,
  changes,
  interactive,
  replacesFile,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import {
  flagWith,
  has,
  lastValue,
  readsValue,
  replacesValue,
  runsValue,
  specialValue,
  value,
} from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';
import { run, runsBehindDashes, wraps } from '../wrapped.ts';
import { printsSecrets } from './secret-tools.ts';

const help = flags('-h --help, -V --version');

/** Programs that start another: as the first process of a container, with another clock, with variables from elsewhere. */
export const programs: readonly Program[] = [
  {
    names: ['tini', 'docker-init', 'tini-static'],
    order: 'options-first',
    abbreviates: false,
    options: { ...flags('-h, --version, -s, -v, -vv, -vvv, -w, -g, -l'), ...values('-p, -e') },
    effects: wraps(),
  },
  {
    names: ['dumb-init'],
    order: 'options-first',
    options: { ...help, ...flags('-c --single-child, -v --verbose'), '-r --rewrite': value },
    effects: wraps(),
  },
  {
    names: ['catatonit'],
    order: 'options-first',
    options: { ...help, ...flags('-g, -L, -P') },
    effects: wraps(),
  },
  {
    names: ['faketime', 'datefudge'],
    order: 'options-first',
    options: { ...flags('-h --help, -v --version, -f, -m, -s --static, --exclude-monotonic'), '-p': value },
    effects: wraps(1),
  },
  {
    names: ['systemd-inhibit'],
    order: 'options-first',
    options: {
      ...help,
      ...flags('--list, --no-pager, --no-legend, --no-ask-password'),
      ...values('--what, --who, --why, --mode'),
    },
    effects: wraps(),
  },
  {
    names: ['systemd-cat'],
    order: 'options-first',
    options: { ...help, ...values('-t --identifier, -p --priority, --stderr-priority, --level-prefix') },
    effects: (call) => [changes('system'), ...run(call.operands)],
  },
  {
    names: ['choom'],
    order: 'options-first',
    options: { ...help, '-n --adjust': value, '-p --pid': value },
    effects: (call) =>
      has(call, '--pid') && has(call, '--adjust')
        ? [changes('process', lastValue(call, '--pid'))]
        : run(call.operands),
  },
  {
    names: ['dbus-launch'],
    order: 'options-first',
    options: {
      ...flags('--help, --version, --sh-syntax, --csh-syntax, --auto-syntax, --binary-syntax'),
      ...flags('--close-stderr, --exit-with-session, --exit-with-x11'),
    },
    effects: wraps(),
  },
  {
    names: ['perf'],
    order: 'options-first',
    subcommands: {
      stat: {
        order: 'options-first',
        options: {
          ...flags('-a --all-cpus, -d --detailed, -v --verbose, -n --null, -B --big-num, -i --no-inherit'),
          ...flags('-S --sync, --no-aggr -A, --per-core, --per-socket, --metric-only, -j --json-output'),
          ...values('-e --event, -r --repeat, -x --field-separator, -I --interval-print, -C --cpu'),
          ...values('-M --metrics, --timeout, -D --delay'),
          '-o --output': replacesValue,
          ...listed(runsValue, '--pre, --post'),
        },
        effects: wraps(),
      },
      record: {
        order: 'options-first',
        options: {
          ...flags('-a --all-cpus, -g, -v --verbose, -q --quiet, -i --no-inherit, -d --data, -T --timestamp'),
          ...flags('-s --stat, -n --no-samples, -R --raw-samples, -N --no-buildid-cache'),
          ...values('-e --event, -F --freq, -c --count, -C --cpu, -m --mmap-pages, --call-graph, -D --delay'),
          '-o --output': replacesValue,
        },
        effects: (call) => [
          ...(has(call, '--output') ? [] : [replacesFile(known('perf.data'))]),
          ...run(call.operands),
        ],
      },
      'list version help': { order: 'options-first' },
    },
  },
  {
    // The dynamic linker, which programs are started by in any case.
    names: ['ld.so'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('--list, --verify, --inhibit-cache, --list-tunables, --list-diagnostics, --help, --version'),
      ...values('--glibc-hwcaps-prepend, --glibc-hwcaps-mask, --inhibit-rpath, --argv0'),
      ...listed(specialValue('libraries that are loaded'), '--library-path, --preload, --audit'),
    },
    effects: (call) => (hasAny(call, '--list', '--verify') ? [] : run(call.operands)),
  },
  {
    names: ['qemu-x86_64', 'qemu-i386', 'qemu-aarch64', 'qemu-arm', 'qemu-riscv64'],
    order: 'options-first',
    style: 'single-dash',
    options: {
      ...flags('-h, -help, -version, -strace'),
      ...values('-cpu, -U, -0, -s, -B, -R'),
      ...listed(specialValue('libraries that are loaded'), '-L, -E'),
    },
    effects: wraps(),
  },
  {
    names: ['logsave', 'setlock'],
    order: 'options-first',
    options: flags('-a, -s, -v, -n, -N, -x, -X'),
    effects: ({ operands }) => [...operands.slice(0, 1).map(replacesFile), ...run(operands.slice(1))],
  },
  {
    names: ['envdir'],
    order: 'options-first',
    effects: ({ operands }) => [
      unknownEffect('program-specific', 'variables from files'),
      ...run(operands.slice(1)),
    ],
  },
  {
    names: ['heaptrack', 'nq'],
    order: 'options-first',
    options: flags('-d --debug, -r --raw, -c, -q, -w, -t'),
    effects: ({ name, operands }) => [
      unknownEffect('program-specific', `files of ${name}`),
      ...run(operands),
    ],
  },
  {
    names: ['s6-setuidgid'],
    order: 'options-first',
    effects: ({ operands }) => [actsAs(operands[0] ?? null), ...run(operands.slice(1))],
  },
  {
    names: ['dtach', 'abduco'],
    order: 'options-first',
    options: { ...flags('-c, -A, -n, -N, -z, -E, -f, -l'), ...values('-e, -r') },
    effects: (call) => [background, ...run(call.operands.slice(1))],
  },
  {
    names: ['asciinema'],
    options: {
      ...flags('-h --help, --version, --stdin, --append, --raw, --overwrite, -y --yes, -q --quiet'),
      ...values('-e --env, -t --title, -i --idle-time-limit, --cols, --rows'),
      '-c --command': runsValue,
    },
    // Without a file it offers to upload what it has recorded.
    effects: (call) => [
      ...call.operands.slice(1).map(replacesFile),
      ...(call.operands.length === 2 ? [] : [unknownEffect('program-specific', 'asciinema')]),
      ...(has(call, '--command') ? [] : [interactive]),
    ],
  },
  {
    names: ['pee'],
    order: 'options-first',
    effects: ({ operands }) => operands.map((text) => runsShell(text)),
  },
  {
    names: ['nix', 'guix', 'distrobox', 'toolbox'],
    style: 'none',
    effects: runsBehindWord,
  },
  {
    names: ['doppler', 'op', 'infisical', 'aws-vault', 'chamber', 'teller', 'honcho'],
    style: 'none',
    effects: (call) => [...runsBehindDashes(call), ...textsToRun(call), ...printsSecrets(call)],
  },
  {
    names: ['pixi', 'devbox'],
    style: 'none',
    effects: (call) => {
      const [action, ...words] = call.operands;
      const isRun =
        /^(?:run|exec)$/.test(textOf(action) ?? '') && !words.some((word) => textOf(word) === '--');
      // A text of several words is one for a shell.
      const [text] = words;
      const isText = words.length === 1 && /\s/.test(textOf(text) ?? '');
      const commands = isText && text !== undefined ? [runsShell(text)] : run(words);
      return [...runsBehindDashes(call), ...(isRun ? commands : [])];
    },
  },
  {
    // Of a password that stands in the words or in the environment it makes no more than it is.
    names: ['sshpass'],
    order: 'options-first',
    options: { ...flags('-e, -v, -h, -V'), ...values('-p, -d, -P'), '-f': readsValue },
    effects: wraps(),
  },
  {
    names: ['ccache', 'sccache', 'distcc'],
    order: 'options-first',
    options: {
      ...flags(
        '-s --show-stats, -x --show-compression, -v --verbose, -p --show-config, -h --help, -V --version',
      ),
      ...flags('--show-log-stats, --print-stats, --dist-status, --show-adv-stats, -vv'),
      ...listed(
        flagWith(() => [unknownEffect('program-specific', 'the cache')]),
        '-c --cleanup, -C --clear, -z --zero-stats, --start-server, --stop-server',
      ),
    },
    effects: wraps(),
  },
];

/** What is behind `--`, `-c`, `--command` or `toolbox run` is run beside what is not known. */
function runsBehindWord({ name, operands }: Call): readonly Effect[] {
  const texts = operands.map(textOf);
  if (texts.length === 1 && /^--(?:version|help)$/.test(texts[0] ?? '')) return [];
  const at = texts.findIndex((text) => /^(?:--|-c|--command)$/.test(text ?? ''));
  const start = at === -1 && name === 'toolbox' && texts[0] === 'run' ? 0 : at;
  return [unknownEffect('program-specific', name), ...(start === -1 ? [] : run(operands.slice(start + 1)))];
}

/** `doppler run --command='…'`: a text for a shell. */
function textsToRun({ operands }: Call): readonly Effect[] {
  return operands.flatMap((word, at) => {
    if (prefixOf(word).startsWith('--command=')) return [runsShell(dropStart(word, '--command='.length))];
    const text = textOf(word) === '--command' ? operands[at + 1] : undefined;
    return text === undefined ? [] : [runsShell(text)];
  });
}
