import type { Effect } from '../../../model/effect.ts';
import { describeWord, dropStart, known, prefixOf, textOf } from '../../words.ts';
import {
  background,
  changes,
  destroys,
  disclosesVariable,
  interactive,
  readsFile,
  replacesFile,
  runsForeign,
  runsInput,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { has, readsValue, value, valueWith } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { always, flags, hasAny, listed, values } from '../shorthand.ts';

const about: OptionTable = flags('--help, --version');
const later = { isBackground: true };

/** Users, schedules, messages to others, and what starts the machine. */
export const programs: readonly Program[] = [
  {
    names: [
      ...[
        'useradd',
        'usermod',
        'userdel',
        'adduser',
        'deluser',
        'groupadd',
        'groupmod',
        'groupdel',
        'addgroup',
        'delgroup',
      ],
      ...[
        'gpasswd',
        'newusers',
        'chpasswd',
        'chgpasswd',
        'chfn',
        'chsh',
        'vipw',
        'vigr',
        'visudo',
        'pwck',
        'grpck',
      ],
      ...['dscl', 'dseditgroup', 'sysadminctl', 'pw', 'chage', 'passwd', 'newgidmap', 'newuidmap'],
    ],
    style: 'none',
    effects: (call) => changesUsers(call),
  },
  {
    names: ['crontab'],
    options: {
      ...flags('-l, -i, -T, -n, -s, -c, -h, -V'),
      ...values('-u'),
      '-e': { takes: 'nothing', effects: always(interactive, changes('system', known('crontab'))) },
      '-r': { takes: 'nothing', effects: always(destroys('system', known('crontab'))) },
      '-x': value,
    },
    effects: schedules,
  },
  {
    names: ['at', 'batch'],
    options: {
      ...flags('-V, -l, -m, -M, -v, -b, -k'),
      ...values('-q, -t, -c'),
      '-f': valueWith((path) => ({ kind: 'executes', code: { kind: 'file', path, parameters: [] } })),
      ...listed({ takes: 'nothing', effects: always(changes('system', known('at'))) }, '-r, -d'),
    },
    effects: (call) => {
      // A job has the environment in it that it was made in.
      if (has(call, '-c')) return [disclosesVariable(null)];
      if (hasAny(call, '-V', '-l', '-r', '-d')) return [];
      const input = has(call, '-f') ? [] : [runsInput('shell', later)];
      return [...input, changes('system', known('at')), background];
    },
  },
  { names: ['atq'], options: { ...flags('-V'), ...values('-q, -o') } },
  {
    names: ['atrm', 'atd', 'anacron', 'cron', 'crond'],
    style: 'none',
    effects: ({ operands }) => [changes('system', operands.at(-1) ?? null)],
  },
  {
    names: [
      'sendmail',
      'mail',
      'mailx',
      's-nail',
      'mutt',
      'neomutt',
      'msmtp',
      'ssmtp',
      'swaks',
      'exim',
      'exim4',
      'mailq',
      'himalaya',
      'alpine',
    ],
    style: 'none',
    effects: ({ name, operands }) => {
      if (name === 'mailq' || operands.some((word) => /^(--help|--version|-V|-h)$/.test(textOf(word) ?? '')))
        return [];
      const files = operands.filter((_, at) => /^(-a|-A|-i|--attach)$/.test(textOf(operands[at - 1]) ?? ''));
      const runs = operands.filter((word) => /^(-e|-E|-C|-X|-F|-:|-S|-be|-oQ|-O)/.test(prefixOf(word)));
      return [
        sendsTo(operands.filter((word) => !prefixOf(word).startsWith('-')).at(-1) ?? null),
        ...files.map(readsFile),
        ...runs.map((word) => unknownEffect('unknown-option', describeWord(word))),
        ...operands
          .filter((word) => prefixOf(word).startsWith('--exec='))
          .map((word) => runsForeign('mail', dropStart(word, 7))),
      ];
    },
  },
  {
    names: ['logger'],
    options: {
      ...about,
      ...flags('-d --udp, -e --skip-empty, -i, --prio-prefix, -s --stderr, -T --tcp, -V, -h, --no-act'),
      ...values(
        '-p --priority, -t --tag, --id, -P --port, --octet-count, --rfc3164, --rfc5424, --msgid, --sd-id',
      ),
      ...values('--sd-param, -S --size, --socket-errors'),
      '-f --file': readsValue,
      '--journald': { takes: 'optional' },
      ...listed(valueWith(sendsTo), '-n --server, -u --socket'),
    },
    effects: always(changes('system', known('log'))),
  },
  {
    names: ['wall', 'write', 'talk', 'mesg', 'notify-send', 'terminal-notifier', 'espeak', 'say'],
    style: 'none',
    effects: ({ name, operands }) => {
      const file =
        name === 'wall' ? operands.filter((word) => !prefixOf(word).startsWith('-')).slice(0, 1) : [];
      return [...file.map(readsFile), changes('system', known('terminals'))];
    },
  },
  {
    names: [
      'mkinitcpio',
      'update-initramfs',
      'dracut',
      'grub-install',
      'grub2-install',
      'grub-mkconfig',
      'grub2-mkconfig',
      'update-grub',
      'efibootmgr',
      'grub-reboot',
      'grub-set-default',
      'grubby',
      'flashrom',
      'fwupdmgr',
      'ldm',
      'bless',
      'nvram',
      'csrutil',
      'spctl',
      'systemsetup',
      'pmset',
      'scutil',
      'networksetup',
      'kmutil',
    ],
    style: 'none',
    effects: (call) => boots(call),
  },
  {
    names: [
      'iptables',
      'ip6tables',
      'iptables-save',
      'ip6tables-save',
      'iptables-restore',
      'ip6tables-restore',
      'ebtables',
      'arptables',
      'nft',
      'ufw',
      'pfctl',
      'ipset',
      'fail2ban-client',
    ],
    style: 'none',
    effects: (call) => filters(call),
  },
];

/** `pw usershow`, `pw user show`: what the user is to be follows as options. */
function shownByPw([first = '', second = '']: readonly string[]): boolean {
  return /^(?:(?:user|group)(?:show|next)|help)$/.test(
    /^(?:user|group)$/.test(first) ? first + second : first,
  );
}

function changesUsers({ name, operands }: Call): readonly Effect[] {
  const texts = operands.map((word) => textOf(word) ?? '');
  if (name === 'pw') return shownByPw(texts) ? [] : [changes('system', operands[0] ?? null)];
  const isQuestion = texts.some((text) =>
    /^(--help|-h|--version|-V|--status|-S|--list-shells|-l|-c|--check|-list|-read|list|show|checkmember)$/.test(
      text,
    ),
  );
  if (
    isQuestion &&
    !texts.some((text) => /^(-create|-append|-delete|-change|-passwd)$/.test(text)) &&
    /^(passwd|chage|chsh|visudo|dscl|dseditgroup|sysadminctl|pwck|grpck)$/.test(name)
  )
    return [];
  if (texts.length > 0 && texts.every((text) => /^(--help|--version)$/.test(text))) return [];
  const waits =
    /^(passwd|vipw|vigr|visudo|chfn)$/.test(name) ||
    (/^(chsh|adduser|chage)$/.test(name) && operands.length < 2)
      ? [interactive]
      : [];
  const target = operands.at(-1) ?? null;
  return [...waits, /^(user|group)?del/.test(name) ? destroys('system', target) : changes('system', target)];
}

/** The file, or `-` for the input, becomes the table of what is run. */
function schedules(call: Call): readonly Effect[] {
  if (hasAny(call, '-l', '-T', '-V', '-h', '-e', '-r')) return [];
  const file = call.operands[0];
  const isInput = file === undefined || textOf(file) === '-';
  return [
    ...(isInput ? [] : [readsFile(file)]),
    changes('system', known('crontab')),
    ...(isInput ? [runsInput('crontab', later)] : []),
  ];
}

function boots({ operands }: Call): readonly Effect[] {
  const texts = operands.map((word) => textOf(word) ?? '');
  const isQuestion = texts.some((text) =>
    /^(--help|-h|--version|-V|--status|status|--info.*|--default-kernel|get-\w+|-get\w+|-g|--assess|-v|--dns|--proxy|-listallnetworkservices|-listallhardwareports|--get|get-devices|get-updates|show)$/.test(
      text,
    ),
  );
  const output = texts.indexOf('-o');
  const file = operands[output + 1];
  if (output !== -1 && file !== undefined) return [replacesFile(file), changes('system', file)];
  return isQuestion ? [] : [changes('system', operands.at(-1) ?? null)];
}

/** Listing rules changes nothing; all else may shut the machine off or lay it open. */
function filters({ name, operands }: Call): readonly Effect[] {
  const texts = operands.map((word) => textOf(word) ?? '?');
  const loader = texts.find((text) => /^(?:-M|--modprobe)/.test(text));
  if (loader !== undefined) return [unknownEffect('loaded-code', loader)];
  if (/-save$/.test(name)) {
    const at = texts.findIndex((text) => /^(?:-f|--file)/.test(text));
    const [, attached] = /^(?:-f|--file=)(.+)$/.exec(texts[at] ?? '') ?? [];
    const file = attached === undefined ? operands[at + 1] : known(attached);
    return at === -1 || file === undefined ? [] : [replacesFile(file)];
  }
  const shows =
    /^(-L\w*|--list|-S|--list-rules|list|status|show|-s|-sr|-sn|-si|version|--version|-V|--help|-h|ping|get|describe|--check|-C)$/;
  const changing =
    /^(-[ADIRFXZNPE]|--(append|delete|insert|replace|flush|delete-chain|zero|new-chain|policy|rename-chain)|add|delete|flush|insert|create|destroy|reset|enable|disable|allow|deny|reject|limit|reload|set|ban|unban|-f|--file|-e|-d|\?)$/;
  const isShown = texts.some((text) => shows.test(text)) && !texts.some((text) => changing.test(text));
  if (isShown) return [];
  const isFlush = texts.some((text) => /^(-F|--flush|flush|reset|disable|destroy|-X|delete)$/.test(text));
  return [isFlush ? destroys('system', known(name)) : changes('system', known(name))];
}
