import type { Effect } from '../../../model/effect.ts';
import { prefixOf } from '../../words.ts';
import {
  actsAs,
  background,
  changes,
  interactive,
  readsFile,
  replacesFile,
  runsFile,
  runsForeign,
  runsShell,
} from '../effects.ts';
import { has, lastValue, replacesValue, specialValue, valueWith } from '../options.ts';
import type { Call, OptionRule, Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';
import { run, wraps, wrapsOrShell } from '../wrapped.ts';

/** `-o file`, which may be a command: `-o '|cat'`. */
const log: OptionRule = {
  takes: 'value',
  effects: ({ value }) => [
    /^[|!]/.test(prefixOf(value)) ? runsShell({ ...value, ...withoutSign(value) }) : replacesFile(value),
  ],
};

function withoutSign(word: Parameters<typeof prefixOf>[0]) {
  return word.kind === 'known' ? { text: word.text.slice(1) } : { prefix: word.prefix.slice(1) };
}

/** Programs that run another in a world of its own, or watch it from within. */
export const programs: readonly Program[] = [
  {
    names: ['chroot', 'gchroot'],
    order: 'options-first',
    options: {
      ...flags('--skip-chdir, --help, --version'),
      ...values('--groups, --userspec'),
    },
    effects: (call) => [actsAs(null), ...wrapsOrShell(call, 1, { isElsewhere: true })],
  },
  {
    names: ['unshare'],
    order: 'options-first',
    options: {
      ...flags(
        '-f --fork, -r --map-root-user, -c --map-current-user, --map-auto, --keep-caps, -h --help',
        '-V --version',
      ),
      ...optionals('-m --mount, -u --uts, -i --ipc, -n --net, -p --pid, -U --user, -C --cgroup, -T --time'),
      ...optionals('--mount-proc, --kill-child'),
      ...values(
        '--propagation, -S --setuid, -G --setgid, --map-user, --map-group, --map-users, --map-groups',
      ),
      ...values('--setgroups, -R --root, -w --wd, --monotonic, --boottime'),
    },
    effects: (call) => [
      actsAs(null),
      ...wrapsOrShell(call, 0, has(call, '--root') ? { isElsewhere: true } : {}),
    ],
  },
  {
    names: ['nsenter'],
    order: 'options-first',
    options: {
      ...flags(
        '-a --all, -F --no-fork, --preserve-credentials, -e --env, -Z --follow-context, -h --help',
        '-V --version',
      ),
      ...values('-t --target, -S --setuid, -G --setgid'),
      ...optionals('-m --mount, -u --uts, -i --ipc, -n --net, -p --pid, -U --user, -C --cgroup, -T --time'),
      ...optionals('-r --root, -w --wd, -W --wdns'),
    },
    effects: (call) => [actsAs(null), ...wrapsOrShell(call)],
  },
  {
    names: ['setpriv'],
    order: 'options-first',
    options: {
      ...flags('--clear-groups, --init-groups, --keep-groups, --no-new-privs, --nnp, --reset-env, -d --dump'),
      ...values('--reuid, --regid, --ruid, --rgid, --euid, --egid, --groups, --inh-caps, --ambient-caps'),
      ...values('--bounding-set, --securebits, --pdeathsig, --selinux-label, --apparmor-profile'),
    },
    effects: (call) => [actsAs(lastValue(call, '--reuid')), ...run(call.operands)],
  },
  {
    names: ['systemd-run'],
    order: 'options-first',
    options: {
      ...flags('--user, --system, --scope, -r --remain-after-exit, --wait, -t --pty, -P --pipe, -S --shell'),
      ...flags('-q --quiet, -G --collect, --no-block, -d --same-dir, --no-ask-password, --send-sighup'),
      ...values('-u --unit, -p --property, --description, --slice, --service-type, --uid, --gid, --nice'),
      ...values('-E --setenv, --working-directory, --on-active, --on-boot, --on-calendar'),
      ...listed(specialValue('another machine'), '-M --machine, -H --host'),
    },
    effects: (call) => [changes('service'), background, ...run(call.operands, { isBackground: true })],
  },
  {
    names: ['strace'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-c, -C, -d, -D, -f, -ff, -F, -h, -i, -k, -n, -q, -qq, -r, -t, -tt, -T, -v'),
      ...flags('-V, -w, -x, -xx, -y, -yy, -z, -Z, --follow-forks, --summary-only, --help, --version'),
      ...values('-a, -b, -e, -E, -I, -O, -p, -P, -s, -S, -u, -U, -X, --trace, --attach'),
      '-o --output': log,
    },
    effects: (call) => [
      ...(has(call, '-p') ? [changes('process', lastValue(call, '-p'))] : []),
      ...run(call.operands),
    ],
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
    effects: (call) => [
      ...(has(call, '-p') ? [changes('process', lastValue(call, '-p'))] : []),
      ...run(call.operands),
    ],
  },
  {
    names: ['gdb', 'lldb'],
    style: 'single-dash',
    order: 'options-first',
    options: {
      ...flags('-batch, -q -quiet -silent, -nx, -n, -nh, -nw, -w, -args, -help, -version, -v'),
      ...values('-p -pid, -c -core, -d -directory, -s -symbols, -e -exec, -cd, -tty, -l'),
      ...listed(
        valueWith((text) => runsForeign('gdb', text)),
        '-ex -eval-command, -iex -init-eval-command, -o -one-line',
      ),
      ...listed(
        valueWith((path) => runsFile(path)),
        '-x -command, -ix -init-command, -source',
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
      ...values('--tool, --leak-check, --show-leak-kinds, --track-origins, --error-exitcode, --num-callers'),
      ...values('--trace-children, --suppressions, --show-reachable, --gen-suppressions, --track-fds'),
      ...listed(replacesValue, '--log-file, --xml-file, --massif-out-file, --callgrind-out-file'),
    },
    effects: wraps(),
  },
];

/** The program is run when a person, or a command, says so. */
function debugs(call: Call): readonly Effect[] {
  const [program, ...parameters] = call.operands;
  if (has(call, '-args')) return [interactive, ...run(call.operands)];
  const started = program === undefined ? [] : [readsFile(program), runsFile(program, parameters)];
  return [...(has(call, '-batch') ? [] : [interactive]), ...started];
}
