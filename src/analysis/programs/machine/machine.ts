import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, mayStartWith, textOf } from '../../words.ts';
import { changes, disclosesVariable, readsFile, runsFile, sendsTo, unknownEffect } from '../effects.ts';
import { flag, flagWith, has, readsValue, replacesValue, valueWith } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { always, flags, hasAny, listed, values } from '../shorthand.ts';

const about: OptionTable = flags('--help, --version, -V');

/** Programs that tell about the machine, some of which can set what they tell. */
export const programs: readonly Program[] = [
  {
    names: ['lshw'],
    style: 'single-dash',
    options: {
      ...flags('-short, -html, -xml, -json, -businfo, -sanitize, -quiet, -notime, -numeric, -version, -help'),
      ...values('-class -C -c, -disable, -enable'),
    },
  },
  {
    names: ['dmidecode'],
    abbreviates: false,
    options: {
      ...flags('-h --help, -q --quiet, -u --dump, -V --version, --no-sysfs'),
      ...values('-s --string, -t --type, -H --handle, --oem-string'),
      '--from-dump': readsValue,
      ...listed(replacesValue, '--dump-bin'),
    },
  },
  {
    names: ['duf'],
    style: 'single-dash',
    options: {
      ...flags('-all, -inodes, -json, -version, -warnings, -help'),
      ...values(
        '-hide, -only, -hide-fs, -only-fs, -hide-mp, -only-mp, -output, -sort, -style, -theme, -width, -avail-threshold, -usage-threshold',
      ),
    },
  },
  {
    names: ['uname', 'guname'],
    options: {
      ...about,
      ...flags(
        '-a --all, -s --kernel-name, -n --nodename, -r --kernel-release, -v --kernel-version, -m --machine',
      ),
      ...flags('-p --processor, -i --hardware-platform, -o --operating-system'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['hostname', 'domainname', 'dnsdomainname', 'nisdomainname', 'ypdomainname', 'nodename'],
    options: {
      ...about,
      ...flags(
        '-a --alias, -A --all-fqdns, -d --domain, -f --fqdn --long, -i --ip-address, -I --all-ip-addresses',
      ),
      ...flags('-s --short, -y --yp --nis, -v --verbose, -h'),
      '-b --boot': flagWith(always(changes('system', known('hostname')))),
      '-F --file': valueWith((file) => changes('system', file)),
    },
    effects: ({ operands }) => operands.map((name) => changes('system', name)),
  },
  {
    names: ['printenv', 'gprintenv'],
    options: { ...about, ...flags('-0 --null') },
    optionsAreHarmless: true,
    effects: (call) => {
      if (hasAny(call, '--help', '--version')) return [];
      return call.operands.length === 0
        ? [disclosesVariable(null)]
        : call.operands.map((name) => disclosesVariable(textOf(name)));
    },
  },
  {
    names: ['free'],
    options: {
      ...about,
      ...flags(
        '-b --bytes, --kilo, --mega, --giga, --tera, --peta, -k --kibi, -m --mebi, -g --gibi, --tebi, --pebi',
      ),
      ...flags('-h --human, --si, -l --lohi, -t --total, -v --committed, -w --wide, -L --line, -o'),
      ...values('-s --seconds, -c --count'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['vmstat', 'vm_stat'],
    options: {
      ...about,
      ...flags(
        '-a --active, -f --forks, -m --slabs, -n --one-header, -s --stats, -d --disk, -D --disk-sum, -w --wide',
      ),
      ...flags('-t --timestamp, -y --no-first, -h'),
      ...values('-p --partition, -S --unit'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['iostat', 'mpstat', 'pidstat', 'nfsiostat'],
    options: {
      ...about,
      ...flags(
        '-c, -d, -h, -k, -m, -N, -s, -t, -x, -y, -z, -A, -n, -u, -w, -r, -R, -l, -v, --human, --pretty, --dec',
      ),
      ...values('-p, -P, -I, -o, -g, -j, -T, -C, -G, -U'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['uptime'],
    options: { ...about, ...flags('-p --pretty, -s --since, -r --raw, -c --container, -h') },
    optionsAreHarmless: true,
  },
  {
    names: ['w'],
    options: {
      ...about,
      ...flags(
        '-h --no-header, -u --no-current, -s --short, -f --from, -o --old-style, -i --ip-addr, -c --container',
      ),
      ...flags('-p --pids, -t --terminal'),
    },
    optionsAreHarmless: true,
  },
  {
    names: ['who', 'gwho'],
    options: {
      ...about,
      ...flags(
        '-a --all, -b --boot, -d --dead, -H --heading, --ips, -l --login, --lookup, -m, -p --process, -q --count',
      ),
      ...flags('-r --runlevel, -s --short, -t --time, -T -w --mesg --message --writable, -u --users'),
    },
    optionsAreHarmless: true,
    // Two words, as in `who am i`, name nothing.
    effects: ({ operands }) => (operands.length === 1 ? operands.map(readsFile) : []),
  },
  {
    names: ['last', 'lastb', 'lastlog', 'faillog'],
    options: {
      ...about,
      ...flags(
        '-a --hostlast, -d --dns, -F --fulltimes, -h, -i --ip, -R --nohostname, -w --fullnames, -x --system',
      ),
      ...values('-n --limit, -s --since, -t --until, -p --present, --time-format, -u --user, -b --before'),
      ...listed(readsValue, '-f --file'),
    },
    number: flag,
  },
  {
    names: ['ldconfig'],
    options: {
      ...about,
      ...flags('-v --verbose, -p --print-cache, -N, -X, -l, -n, -i --ignore-aux-cache'),
      ...values('-c --format, -f, -C, -r'),
    },
    effects: (call) =>
      hasAny(call, '-p', '--help', '--version') ? [] : [changes('system', known('library cache'))],
  },
  {
    names: ['ldd'],
    options: { ...about, ...flags('-d --data-relocs, -r --function-relocs, -u --unused, -v --verbose') },
    // Some loaders run the program to find what it loads: what the system has come with does no more then.
    effects: ({ operands }) =>
      operands.map((path) =>
        /^\/(?:usr\/)?(?:bin|sbin|lib|lib64|libexec)\/(?!.*\.\.)/.test(textOf(path) ?? '')
          ? readsFile(path)
          : runsFile(path),
      ),
  },
  {
    names: ['hwclock', 'ntpdate', 'chronyd', 'setenforce', 'swapon', 'swapoff', 'zramctl', 'auditctl', 'tc'],
    style: 'none',
    effects: (call) => (isQuestion(call) ? [] : [changes('system', call.argv.at(-1) ?? null)]),
  },
  {
    names: ['getenforce', 'sestatus', 'systemd-detect-virt', 'sensors', 'acpi', 'fc-list', 'fc-match'],
    options: {
      ...about,
      ...flags(
        '--quiet, --container, --vm, --list, --chroot, -r, -h, -a, -v, -q, -s, -l, -p, -i, -m, -u, -c, -b, -e, -d, -t, -f, -A',
      ),
    },
    // The limits at which sensors give alarms.
    effects: (call) => (call.name === 'sensors' && has(call, '-s') ? [changes('device')] : []),
  },
  {
    names: ['nvidia-smi', 'rocm-smi'],
    style: 'none',
    effects: ({ operands }) => {
      const changing = operands.some(
        (word) =>
          mayStartWith(word, '-') &&
          !/^(-q|-L|-l|-i|-d|--query.*|--format.*|--list.*|-h|--help|--version|--id.*|-x|--loop.*)$/.test(
            textOf(word) ?? '',
          ),
      );
      return changing ? [unknownEffect('unknown-option', 'nvidia-smi')] : [];
    },
  },
  {
    names: ['systemd-analyze'],
    style: 'none',
    effects: ({ operands }) =>
      readsMost(
        operands,
        /^(time|blame|critical-chain|plot|dump|unit-paths|verify|security|calendar|timespan|timestamp|cat-config|--version|--help)$/,
      ),
  },
  {
    names: ['chronyc', 'ntpq'],
    style: 'none',
    effects: ({ operands }) => [
      sendsTo(null),
      ...readsMost(operands, /^(-n|-p|tracking|sources|sourcestats|-np|peers)$/),
    ],
  },
];

function readsMost(operands: readonly Word[], known: RegExp): readonly Effect[] {
  const odd = operands.find((word) => !known.test(textOf(word) ?? ''));
  return odd === undefined ? [] : [unknownEffect('unknown-operand', textOf(odd) ?? '')];
}

/** Calls that show: without words, or with one of these. */
function isQuestion({ name, operands }: Call): boolean {
  const text = textOf(operands[0] ?? known('--show'));
  if (operands.length > 1 || name === 'swapoff' || name === 'ntpdate' || name === 'chronyd') return false;
  return /^(--show|-s|-r|-l|-h|--help|--version|-V|--summary|--noheadings)$/.test(text ?? '');
}
