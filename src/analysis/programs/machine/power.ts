import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { changes, destroys, readsFile } from '../effects.ts';
import { lastValue, valueWith } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, values } from '../shorthand.ts';

/** Programs that stop the machine, or put it to sleep. */
export const programs: readonly Program[] = [
  {
    names: 'shutdown reboot poweroff halt telinit init pm-suspend pm-hibernate kexec'.split(' '),
    style: 'none',
    effects: (call) => stops(call),
  },
  { names: ['runlevel'], options: flags('--help, --version') },
  {
    names: ['rtcwake'],
    options: {
      ...flags('-a --auto, -l --local, -u --utc, -n --dry-run, -v --verbose, --list-modes, -h --help'),
      ...flags('-V --version'),
      ...values('-d --device, -m --mode, -s --seconds, -t --time, --date'),
      '-A --adjfile': valueWith(readsFile),
    },
    effects: sleeps,
  },
];
/** The last of the words is the time, the reason, or the level. */
function stops({ name, operands }: Call): readonly Effect[] {
  const texts = operands.map((word) => textOf(word) ?? '');
  if (texts.some((text) => /^--(?:help|version)$/.test(text))) return [];
  if (name === 'shutdown' && texts.includes('-c')) return [changes('system', known(name))];
  if (name === 'shutdown' && texts.includes('--show')) return [];
  // It notes that the machine was stopped, and does not stop it.
  if (/^(?:halt|poweroff|reboot)$/.test(name) && texts.some((text) => /^(?:-w|--wtmp-only)$/.test(text)))
    return [];
  if (/init$/.test(name) && operands.length === 0) return [];
  // The init that runs is told a level. On these the machine goes on, with other services.
  if (/init$/.test(name) && /^[2-5qQuUa-c]$/.test(texts.at(-1) ?? ''))
    return [changes('service', known(name))];
  return [destroys('system', known(name))];
}

/** In some modes it only sets the clock that would wake the machine. Without a mode it sleeps. */
function sleeps(call: Call): readonly Effect[] {
  if (hasAny(call, '--dry-run', '--list-modes', '--help', '--version')) return [];
  const mode = textOf(lastValue(call, '--mode') ?? undefined);
  if (mode === 'show') return [];
  const isAwake = mode !== null && /^(?:no|on|disable)$/.test(mode);
  return [
    isAwake ? changes('device', known('the clock of the machine')) : destroys('system', known('rtcwake')),
  ];
}
