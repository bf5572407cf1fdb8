import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { actsAs, background, changes, runsCommand, unknownEffect } from '../effects.ts';
import { has, lastValue, pair, specialValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, listed, optionals, values } from '../shorthand.ts';
import { run, wrapsOrShell } from '../wrapped.ts';

/** Programs that run another in a world of its own. */
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
    names: ['bwrap'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('--help, --version, --unshare-all, --share-net, --unshare-user, --unshare-user-try'),
      ...flags('--unshare-ipc, --unshare-pid, --unshare-net, --unshare-uts, --unshare-cgroup'),
      ...flags('--unshare-cgroup-try, --clearenv, --new-session, --die-with-parent, --as-pid-1'),
      ...values('--uid, --gid, --hostname, --chdir, --unsetenv, --proc, --dev, --tmpfs, --mqueue, --dir'),
      ...values('--remount-ro, --lock-file, --cap-add, --cap-drop, --perms, --size'),
      ...listed(pair, '--setenv, --bind, --bind-try, --ro-bind, --ro-bind-try, --dev-bind'),
      ...listed(pair, '--dev-bind-try, --symlink, --chmod'),
    },
    effects: inOtherRoot,
  },
  {
    names: ['proot'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-h --help, -V --version, -0 --root-id, -L --fix-low-ports, --link2symlink, --kill-on-exit'),
      ...values('-r --rootfs, -b --bind -m --mount, -q --qemu, -w --pwd --cwd, -v --verbose'),
      ...values('-k --kernel-release, -i --change-id, -R, -S'),
    },
    effects: inOtherRoot,
  },
  {
    names: ['fakechroot'],
    order: 'options-first',
    options: { ...flags('-s --use-system-libs, -h --help, -v --version'), ...values('-b --bindir') },
    effects: inOtherRoot,
  },
  {
    names: ['runcon'],
    order: 'options-first',
    options: {
      ...flags('-c --compute, --help, --version'),
      ...values('-t --type, -u --user, -r --role, -l --range'),
    },
    // Without a part of a context, all of one is the first word.
    effects: (call) => [
      unknownEffect('program-specific', 'another security context'),
      ...run(call.operands.slice(call.given.length === 0 ? 1 : 0)),
    ],
  },
  {
    names: ['aa-exec'],
    order: 'options-first',
    options: {
      ...flags('-i --immediate, -v --verbose, -d --debug, -h --help'),
      ...values('-p --profile, -n --namespace'),
    },
    effects: (call) => [unknownEffect('program-specific', 'another security context'), ...run(call.operands)],
  },
  {
    names: ['capsh'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('--print, --help, --noamb, --strict'),
      ...optionals('--drop, --caps, --inh, --addamb, --delamb, --user, --uid, --gid, --groups, --keep'),
      ...optionals('--secbits, --mode, --iab'),
      ...listed(specialValue('another root directory'), '--chroot'),
    },
    // What stands behind the dashes is for a shell.
    effects: ({ argv, operands }) =>
      argv.some((word) => /^(?:--|==)$/.test(textOf(word) ?? ''))
        ? [actsAs(null), runsCommand([known('bash'), ...operands])]
        : [],
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
];

/** What a path leads to there is for the options to say, which are not followed. */
function inOtherRoot({ operands }: Call): readonly Effect[] {
  return [
    unknownEffect('program-specific', 'another root directory'),
    ...run(operands, { isElsewhere: true }),
  ];
}
