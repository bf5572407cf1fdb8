import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { changes, destroys, readsFile } from '../effects.ts';
import { flagWith, has, optional, readsValue } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { always, flags, listed, values } from '../shorthand.ts';

const about: OptionTable = flags('--help, --version, -V');
const changesKernel = always(changes('system', known('kernel')));

/** Programs that tell about the kernel, set it and load its modules. */
export const programs: readonly Program[] = [
  {
    names: ['dmesg'],
    options: {
      ...about,
      ...flags(
        '-H --human, -J --json, -k --kernel, -P --nopager, -p --force-prefix, -r --raw, --noescape, -S --syslog',
      ),
      ...flags(
        '-u --userspace, -w --follow, -W --follow-new, -x --decode, -d --show-delta, -e --reltime, -T --ctime',
      ),
      ...flags('-t --notime, -h'),
      ...values('-f --facility, -l --level, -s --buffer-size, --time-format, --since, --until'),
      ...listed(optional, '-L --color'),
      ...listed(flagWith(always(destroys('system', known('kernel log')))), '-C --clear, -c --read-clear'),
      ...listed(flagWith(changesKernel), '-D --console-off, -E --console-on'),
      '-n --console-level': { takes: 'value', effects: changesKernel },
      '-F --file': readsValue,
    },
  },
  {
    names: ['sysctl'],
    options: {
      ...about,
      ...flags(
        '-a -A -X --all, --deprecated, --dry-run, -b --binary, -e --ignore, -N --names, -n --values, -q --quiet',
      ),
      ...flags('-o, -x, -d, -h, -l, -i, -t, -w --write'),
      ...values('-r --pattern'),
      '-p --load': { takes: 'optional', effects: changesKernel },
      '-f': { takes: 'optional', effects: changesKernel },
      '--system': flagWith(changesKernel),
    },
    effects: setsKernel,
  },
  { names: ['lsmod', 'kldstat'], options: { ...about, ...flags('-v') }, optionsAreHarmless: true },
  {
    names: ['modinfo'],
    options: {
      ...about,
      ...flags(
        '-0 --null, -a --author, -d --description, -h, -l --license, -n --filename, -p --parameters, -m --modname',
      ),
      ...values('-b --basedir, -F --field, -k --set-version'),
    },
    optionsAreHarmless: true,
  },
  {
    names: [
      'modprobe',
      'insmod',
      'rmmod',
      'depmod',
      'kmod',
      'kextload',
      'kextunload',
      'kldload',
      'kldunload',
      'dkms',
    ],
    style: 'none',
    effects: ({ operands }) => {
      const isQuestion = operands.some((word) =>
        /^(--help|--version|-V|-h|list|status|static-nodes|-c|--showconfig)$/.test(textOf(word) ?? ''),
      );
      return isQuestion && operands.length === 1 ? [] : [changes('system', operands.at(-1) ?? null)];
    },
  },
];

/** `name=value` sets with and without `-w`. */
function setsKernel(call: Call): readonly Effect[] {
  const sets = call.operands.filter((word) => word.kind !== 'known' || word.text.includes('='));
  // Its names are paths below `/proc/sys`, and lead out of it like others.
  const led = call.operands.filter((word) => prefixOf(word).includes('..'));
  return [
    ...led.map((word) => readsFile(known(`/proc/sys/${prefixOf(word)}`))),
    ...(has(call, '--dry-run') ? [] : sets.map((word) => changes('system', word))),
  ];
}
