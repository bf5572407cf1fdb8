import { actsAs, background, changes } from '../effects.ts';
import { has, lastValue, specialValue } from '../options.ts';
import type { Program } from '../program.ts';
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
