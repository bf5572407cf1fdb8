import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  background,
  changes,
  destroys,
  discloses,
  disclosesVariable,
  interactive,
  readsTree,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { flagWith, has, lastValue, optional, readsValue, specialValue, valueWith } from '../options.ts';
import type { Call, Command, OptionTable, Program } from '../program.ts';
import { always, flags, hasAny, listed, values } from '../shorthand.ts';
import { printsUnits, showsManaged, showsProperties, showsStatus, tellsOfOthers } from './service-details.ts';

const about: OptionTable = flags('-h --help, --version');

/** Subcommands that have one description. */
function commands(command: Command, names: string): Readonly<Record<string, Command>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, command]));
}

const shows: Command = { optionsAreHarmless: true };
const changesService: Command = { effects: (call) => named(call, 'service') };
/** A target that stops the machine, or all that runs on it, does so under its own name too: `start reboot.target`. */
const stopping =
  /^(?:poweroff|reboot|soft-reboot|halt|kexec|shutdown|final|umount|exit|suspend|hibernate|hybrid-sleep|suspend-then-hibernate|sleep|rescue|emergency|runlevel[016]|ctrl-alt-del)\.target$|^systemd-(?:poweroff|reboot|soft-reboot|halt|kexec|exit|suspend|hibernate|hybrid-sleep|suspend-then-hibernate)\.service$/;
const startsService: Command = {
  effects: (call) => {
    const stops = call.operands.filter((word) => stopping.test(textOf(word) ?? ''));
    return stops.length > 0 && !has(call, '--dry-run')
      ? stops.map((word) => changes('system', word))
      : named(call, 'service');
  },
};
const changesMachine: Command = {
  effects: (call) => (has(call, '--dry-run') ? [] : [changes('system', known(call.subcommands[0] ?? ''))]),
};
/** These can be set for later; then they can be shown, and taken back. */
const stopsMachine: Command = {
  effects: (call) => {
    const when = textOf(lastValue(call, '--when') ?? undefined);
    if (when === 'show') return [];
    return when === 'cancel'
      ? [changes('service', known('--when=cancel'))]
      : (changesMachine.effects?.(call) ?? []);
  },
};

const managerOptions: OptionTable = {
  ...about,
  ...flags('--system, --user, --failed, -a --all, -l --full, -r --recursive, --reverse, --with-dependencies'),
  ...flags(
    '-T --show-transaction, --show-types, --value, -i, --now, --dry-run, -q --quiet, --wait, --no-block',
  ),
  ...flags(
    '--no-wall, --no-reload, --no-legend, --no-pager, --no-ask-password, --global, --runtime, -f --force',
  ),
  ...flags('--plain, --read-only, --mkdir, --marked, --drop-in-only, --no-warn, --firmware-setup, --stdin'),
  ...flags('--before, --after, --verbose, -v'),
  ...values('-t --type, --state, -p --property, -P, --job-mode, --check-inhibitors, --kill-whom --kill-who'),
  ...values(
    '-s --signal, --what, --legend, --timestamp, --boot-loader-menu, --boot-loader-entry, --preset-mode',
  ),
  ...values(
    '--root, --image, -n --lines, -o --output, --message, --kill-value, --reboot-argument, --drop-in',
  ),
  ...values('--when, --image-policy'),
  ...listed(valueWith(sendsTo), '-H --host'),
  ...listed(specialValue('another machine'), '-M --machine'),
};

export const programs: readonly Program[] = [
  {
    names: ['systemctl'],
    globalOptions: managerOptions,
    subcommands: {
      ...commands(
        shows,
        'list-units list-automounts list-paths list-sockets list-timers is-active is-failed help ' +
          'list-dependencies list-unit-files is-enabled get-default list-machines list-jobs is-system-running whoami',
      ),
      ...commands(
        changesService,
        'stop reload try-restart condrestart try-reload-or-restart kill clean freeze ' +
          'thaw set-property bind mount-image service-log-level service-log-target reset-failed enable disable reenable ' +
          'preset preset-all mask unmask revert add-wants add-requires cancel daemon-reload daemon-reexec log-level ' +
          'log-target service-watchdogs set-default',
      ),
      ...commands(startsService, 'start restart reload-or-restart'),
      status: { optionsAreHarmless: true, effects: showsStatus },
      show: { optionsAreHarmless: true, effects: showsProperties },
      cat: { optionsAreHarmless: true, effects: printsUnits },
      link: { effects: (call) => [...call.operands.map(readsTree), ...named(call, 'service')] },
      edit: { effects: (call) => [interactive, ...named(call, 'service')] },
      'show-environment': { effects: () => [disclosesVariable(null)] },
      ...commands(
        { effects: (call) => named(call, 'settings') },
        'set-environment unset-environment import-environment',
      ),
      ...commands(stopsMachine, 'halt poweroff reboot soft-reboot kexec'),
      ...commands(
        changesMachine,
        'default rescue emergency exit switch-root suspend hibernate hybrid-sleep ' +
          'suspend-then-hibernate sleep isolate',
      ),
    },
  },
  {
    names: ['journalctl'],
    options: {
      ...about,
      ...flags('--system, --user, -m --merge, -k --dmesg, -r --reverse, --show-cursor, --utc, -x --catalog'),
      ...flags(
        '--no-hostname, --no-full, -l --full, -a --all, -f --follow, --no-tail, -q --quiet, --no-pager',
      ),
      ...flags(
        '-e --pager-end, --force, -N --fields, --list-boots, --disk-usage, --verify, --header, --list-catalog',
      ),
      ...flags('--dump-catalog, --this-boot, --truncate-newline, --list-namespaces, --list-invocations, -I'),
      ...values(
        '-S --since, -U --until, -c --cursor, --after-cursor, -u --unit, --user-unit, -t --identifier',
      ),
      ...values(
        '-p --priority, --facility, -g --grep, -o --output, --output-fields, --interval, --verify-key',
      ),
      ...values('-F --field, --namespace, -T --exclude-identifier, --invocation'),
      ...listed(optional, '--case-sensitive'),
      // The number may be the next word, which then is no pattern of its own; boots are counted back from the last: `-b -1`.
      ...listed(optional, '-n --lines, -b --boot'),
      ...flags('-0, -1, -2, -3, -4, -5, -6, -7, -8, -9'),
      ...listed(readsValue, '-D --directory, --file, -i'),
      ...listed(specialValue('another machine'), '-M --machine, --root, --image'),
      '--cursor-file': valueWith(altersFile),
      ...listed(
        { takes: 'value', effects: always(destroys('system', known('journal'))) },
        '--vacuum-size, --vacuum-files, --vacuum-time',
      ),
      ...listed(
        flagWith(always(changes('system', known('journal')))),
        '--rotate, --flush, --sync, --relinquish-var, --smart-relinquish-var, --update-catalog, --setup-keys',
      ),
    },
    // Without a terminal it does not page, and it ends unless it is to wait for what comes.
    effects: (call) => (hasAny(call, '--follow') ? [interactive] : []),
  },
  {
    names: ['loginctl'],
    globalOptions: managerOptions,
    subcommands: {
      ...commands(shows, 'list-sessions show-session list-users show-user list-seats seat-status show-seat'),
      ...commands({ effects: () => [discloses('processes')] }, 'session-status user-status'),
      ...commands(
        { effects: (call) => named(call, 'service') },
        'activate lock-session unlock-session lock-sessions unlock-sessions terminate-session kill-session ' +
          'enable-linger disable-linger terminate-user kill-user attach flush-devices terminate-seat',
      ),
      ...commands(
        changesMachine,
        'poweroff reboot halt suspend hibernate hybrid-sleep suspend-then-hibernate kexec soft-reboot',
      ),
    },
  },
  {
    names: ['hostnamectl', 'timedatectl', 'localectl'],
    globalOptions: {
      ...managerOptions,
      ...flags('--static, --transient, --pretty, --adjust-system-clock, --no-convert, --monitor, -j'),
      ...values('--json'),
    },
    subcommands: {
      ...commands(
        shows,
        'status show list-timezones timesync-status show-timesync list-locales list-keymaps list-x11-keymap-models ' +
          'list-x11-keymap-layouts list-x11-keymap-variants list-x11-keymap-options',
      ),
      ...commands(
        {
          effects: (call) =>
            call.name === 'hostnamectl' && call.operands.length === 0 ? [] : named(call, 'system'),
        },
        'hostname icon-name chassis deployment location set-hostname set-icon-name set-chassis set-deployment ' +
          'set-location set-time set-timezone set-local-rtc set-ntp ntp-servers revert set-locale set-keymap ' +
          'set-x11-keymap',
      ),
    },
  },
  {
    names: ['service', 'invoke-rc.d', 'rc-service', 'sv'],
    order: 'options-first',
    options: { ...about, ...flags('--status-all, --full-restart, -e, -l --list, -r --resolve, -v') },
    effects: ({ operands }) => {
      const isQuestion = operands.some((word) => textOf(word) === 'status');
      return isQuestion || operands.length === 0 ? [] : [changes('service', operands[0] ?? null)];
    },
  },
  {
    names: [
      'update-rc.d',
      'chkconfig',
      'rc-update',
      'insserv',
      'initctl',
      'supervisorctl',
      'pm2',
      'monit',
      'launchd',
    ],
    style: 'none',
    effects: ({ name, operands }) => {
      const verb = textOf(operands[0] ?? known('status'));
      const isQuestion =
        /^(status|list|ls|--list|show|info|jlist|prettylist|describe|avail|version|--version|-v|help|--help|-h|logs|tail)$/;
      if (verb !== null && isQuestion.test(verb)) return showsManaged(name, verb);
      return [changes('service', operands[1] ?? operands[0] ?? null), background];
    },
  },
  {
    names: ['systemd-tmpfiles', 'systemd-sysusers'],
    style: 'none',
    effects: ({ name, operands }) =>
      operands.some((word) =>
        /^(?:-h|--help|--version|--cat-config|--tldr|--dry-run)$/.test(textOf(word) ?? ''),
      )
        ? []
        : [changes('system', operands.at(-1) ?? known(name))],
  },
  {
    names: [
      'systemd-nspawn',
      'machinectl',
      'portablectl',
      'networkctl',
      'bootctl',
      'coredumpctl',
      'busctl',
      'udevadm',
      'dbus-send',
      'gdbus',
      'nmcli',
      'bluetoothctl',
      'firewall-cmd',
      'pactl',
      'amixer',
    ],
    style: 'none',
    effects: ({ name, operands }) => [
      ...asksElsewhere(name, operands),
      ...tellsOfOthers(name, operands),
      ...asksOrChanges(operands),
    ],
  },
];

/** Words with which the tools of the system only show. */
const questions =
  /^(list|status|show|info|help|--help|-h|--version|-V|--list-all|--state|--get-.*|introspect|tree|get-property|monitor|list-.*|dev|device|con|connection|general|g|d|c|sinks|sources|-t|-f|-a|--no-pager|--list)$/;

/** `-H HOST` has another host answer, by SSH, and `-M NAME` another machine. */
function asksElsewhere(name: string, operands: readonly Word[]): readonly Effect[] {
  const isAsked = /^(?:bus|machine|portable|network|boot|coredump)ctl$/.test(name);
  const isElsewhere = operands.some((word) => /^-[A-Za-z]*[HM]|^--(?:ho|ma)/.test(prefixOf(word)));
  return isAsked && isElsewhere ? [sendsTo(null)] : [];
}

function asksOrChanges(operands: readonly Word[]): readonly Effect[] {
  const odd = operands.find((word) => !questions.test(textOf(word) ?? ''));
  if (operands.length === 0 || odd === undefined) return [];
  const isAsking = operands
    .slice(0, 3)
    .some((word) => /^(list|status|show|info|introspect|tree)$/.test(textOf(word) ?? ''));
  const isChanging = operands.some(
    (word) =>
      word.kind !== 'known' ||
      /^(set|add|delete|remove|modify|up|down|on|off|connect|disconnect|call|emit|install|edit|create|--create|--remove|start|stop|terminate|kill|--add.*|--remove.*|trigger|control|dump|debug|gdb)$/.test(
        word.text,
      ),
  );
  return isAsking && !isChanging
    ? []
    : [changes('system', odd), unknownEffect('unknown-operand', describeWord(odd))];
}

function named({ operands }: Call, subject: 'service' | 'settings' | 'system'): readonly Effect[] {
  return operands.length === 0 ? [changes(subject)] : operands.map((name) => changes(subject, name));
}
