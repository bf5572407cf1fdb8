import { known } from '../../words.ts';
import { changes, replacesFile } from '../effects.ts';
import { has, lastValue, replacesValue, runsValue, value } from '../options.ts';
import type { Program } from '../program.ts';
import { flags, listed, values } from '../shorthand.ts';
import { run, runsBehindDashes, wraps } from '../wrapped.ts';

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
    names: ['doppler', 'op', 'infisical', 'aws-vault', 'chamber', 'teller', 'honcho', 'pixi', 'devbox'],
    style: 'none',
    effects: runsBehindDashes,
  },
];
