import type { Effect } from '../../../model/effect.ts';
import { textOf } from '../../words.ts';
import {
  background,
  changes,
  createsFile,
  runsCommand,
  runsFile,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { has, lastValue, readsValue, replacesValue, runsValue, value } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';
import { run, wraps, wrapsOrShell } from '../wrapped.ts';
import { printsSecrets } from './secret-tools.ts';

/** Programs that run another with limits, on other processors, in a terminal of its own, or with other tools in reach. */
export const programs: readonly Program[] = [
  {
    names: ['prlimit'],
    order: 'options-first',
    options: {
      ...flags('--noheadings, --raw, --verbose, -h --help, -V --version'),
      ...optionals(
        '-c --core, -d --data, -e --nice, -f --fsize, -i --sigpending, -l --memlock, -m --rss, -n --nofile',
      ),
      ...optionals(
        '-q --msgqueue, -r --rtprio, -s --stack, -t --cpu, -u --nproc, -v --as, -x --locks, -y --rttime',
      ),
      '-o --output': value,
      '-p --pid': { takes: 'value', effects: ({ value }) => [changes('process', value)] },
    },
    effects: wraps(),
  },
  {
    names: ['chronic', 'ifne', 'softlimit', 'xcrun'],
    order: 'options-first',
    options: flags('-v, -e'),
    effects: wraps(),
  },
  {
    names: ['lckdo'],
    order: 'options-first',
    options: { ...flags('-w, -e, -s, -x, -q'), ...values('-W, -E') },
    effects: ({ operands }) => [...operands.slice(0, 1).map(createsFile), ...run(operands.slice(1))],
  },
  {
    names: ['mispipe'],
    style: 'none',
    effects: ({ operands }) => operands.map((text) => runsShell(text)),
  },
  {
    names: ['trickle'],
    order: 'options-first',
    options: { ...flags('-h, -v, -V, -s'), ...values('-d, -u, -w, -t, -l, -n, -L') },
    effects: wraps(),
  },
  {
    names: ['cpulimit'],
    order: 'options-first',
    options: {
      ...flags('-v --verbose, -z --lazy, -i --include-children, -m --monitor-forks, -f --foreground'),
      ...flags('-h --help, -V --version'),
      ...values('-l --limit, -c --cpu'),
      // It holds up what runs already.
      '-e --exe, -P --path, -p --pid': {
        takes: 'value',
        effects: ({ value }) => [changes('process', value)],
      },
    },
    effects: wraps(),
  },
  {
    names: ['numactl'],
    order: 'options-first',
    options: {
      ...flags('-a --all, -l --localalloc, -H --hardware, -s --show, -b --balancing, -h --help, --version'),
      ...values('-N --cpunodebind, -m --membind, -C --physcpubind, -p --preferred, -i --interleave'),
    },
    effects: wraps(),
  },
  {
    names: ['tsp'],
    order: 'options-first',
    options: { ...flags('-n, -f, -g, -m, -d, -B, -E, -h, -V'), ...values('-L, -N, -D, -W') },
    effects: (call) => (call.operands.length === 0 ? [] : [background, ...run(call.operands)]),
  },
  {
    names: ['retry'],
    order: 'options-first',
    options: { ...flags('-v --verbose, -h --help'), ...values('-d --delay, -t --times, -m --message') },
    effects: wraps(),
  },
  {
    names: ['cgexec', 'schedtool', 'cset', 'bubblewrap'],
    order: 'options-first',
    options: { ...flags('-h --help, --sticky'), ...values('-g') },
    effects: wraps(),
  },
  {
    names: ['firejail'],
    order: 'options-first',
    options: {
      ...flags('--help, --noprofile, --quiet, --net=none, --private'),
      ...optionals('--profile'),
    },
    effects: (call) => (has(call, '--help') ? [] : wrapsOrShell(call)),
  },
  {
    names: ['xvfb-run'],
    order: 'options-first',
    options: {
      ...flags('-a --auto-servernum, -l --listen-tcp, -h --help'),
      ...values('-n --server-num, -s --server-args, -p --xauth-protocol, -w --wait'),
      ...listed(replacesValue, '-e --error-file, -f --auth-file'),
    },
    effects: wraps(),
  },
  {
    names: ['start-stop-daemon'],
    options: {
      ...flags(
        '-S --start, -K --stop, -T --status, -t --test, -o --oknodo, -q --quiet, -b --background, -C --no-close',
      ),
      ...flags('-m --make-pidfile, -v --verbose, -h --help, -V --version, --remove-pidfile'),
      ...values(
        '-p --pidfile, -c --chuid, -u --user, -g --group, -n --name, -s --signal, -R --retry, -N --nicelevel',
      ),
      ...values('-x --exec, -a --startas, -d --chdir, -r --chroot'),
    },
    effects: startsDaemon,
  },
  {
    names: ['dotenv', 'dotenvx', 'env-cmd', 'cross-env', 'cross-env-shell', 'with-env'],
    order: 'options-first',
    options: {
      ...flags('-o --override, -q --quiet, -h --help, -V --version, --silent, --no-override'),
      ...values('-v, -p, -c --cascade'),
      ...listed(readsValue, '-e, -f --file'),
    },
    effects: runsWithSettings,
  },
  {
    names: ['direnv'],
    order: 'options-first',
    options: flags('-h --help'),
    subcommands: {
      exec: {
        order: 'options-first',
        effects: (call) => [runsFile(firstOf(call)), ...run(call.operands.slice(1))],
      },
      'status version help': {},
    },
  },
  {
    names: ['mise', 'asdf', 'rtx', 'rbenv', 'nodenv', 'goenv', 'jenv', 'volta', 'fnm', 'nvm', 'nix-shell'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-h --help, -v --version, -q --quiet, -y --yes, --pure, --impure'),
      ...values('-p --packages, -A --attr, -I'),
      ...listed(runsValue, '--run, --command'),
    },
    effects: managesVersions,
  },
];

function firstOf({ operands }: Call) {
  return operands[0] ?? ({ kind: 'known', text: '.' } as const);
}

function startsDaemon(call: Call): readonly Effect[] {
  const name = lastValue(call, '--startas') ?? lastValue(call, '--exec');
  if (has(call, '--status') || has(call, '--test')) return [];
  const pid = lastValue(call, '--pidfile');
  const started = name === null || has(call, '--stop') ? [] : [runsCommand([name, ...call.operands])];
  return [changes('service'), ...(pid === null ? [] : [createsFile(pid)]), ...started];
}

/** Variables come from a file, words `NAME=value` or both; what follows is a program. */
function runsWithSettings(call: Call): readonly Effect[] {
  const words = textOf(call.operands[0]) === 'run' ? call.operands.slice(1) : call.operands;
  const start = words.findIndex((word) => !/^\w+=/.test(textOf(word) ?? ''));
  const given = words.slice(0, start === -1 ? words.length : start);
  return [
    unknownEffect('program-specific', 'variables from a file'),
    ...given.map((word) => unknownEffect('unknown-variable', textOf(word) ?? '')),
    ...(start === -1 ? [] : run(words.slice(start))),
    ...printsSecrets(call),
  ];
}

const lists =
  /^(?:list|ls|current|which|where|whence|version|versions|info|status|doctor|help|root|prefixes|latest|outdated|ll|shims)$/;

/** Versions of tools: what is there is listed, a program is run with one of them, and all else changes what is there. */
function managesVersions(call: Call): readonly Effect[] {
  const [first, ...others] = call.operands;
  const name = textOf(first);
  if (call.name === 'nix-shell') return [unknownEffect('loaded-code', 'nix-shell')];
  if (first === undefined || (name !== null && lists.test(name))) return [];
  if (name === 'exec' || name === 'x' || name === 'run') return runsBehindDash(others);
  return [changes('package', first), unknownEffect('unknown-subcommand', name ?? '…')];
}

/** `mise exec node@20 -- program words`. */
function runsBehindDash(words: Call['operands']): readonly Effect[] {
  const dash = words.findIndex((word) => textOf(word) === '--');
  return [
    unknownEffect('loaded-code', 'a version of a tool'),
    ...run(dash === -1 ? words.slice(1) : words.slice(dash + 1)),
    ...(dash === -1 ? run(words) : []),
  ];
}
