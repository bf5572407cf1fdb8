import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf } from '../../words.ts';
import { discloses, readsFile } from '../effects.ts';
import { allValues } from '../options.ts';
import type { Call } from '../program.ts';

/** `systemctl show` tells the variables of a service and the words that it is started with, unless others are asked for. */
export function showsProperties(call: Call): readonly Effect[] {
  const asked = [...allValues(call, '--property'), ...allValues(call, '-P')].flatMap(
    (word) => textOf(word)?.split(',') ?? [''],
  );
  const areHarmless = asked.length > 0 && asked.every((name) => /^(?!Exec)\w+$/.test(name));
  return areHarmless && !asked.some((name) => name.includes('Environment')) ? [] : [discloses('credentials')];
}

/** `systemctl cat` prints the files of services. */
export function printsUnits({ operands }: Call): readonly Effect[] {
  return operands.map(() => readsFile(known('/etc/systemd/system')));
}

/** Without the name of one, all that runs is shown. */
export function showsStatus({ operands }: Call): readonly Effect[] {
  const isOfAll = operands.length === 0 || operands.some((word) => /[*?[]/.test(textOf(word) ?? '*'));
  return isOfAll ? [discloses('processes')] : [];
}

/** What the managers of processes tell of each with its variables. */
export function showsManaged(name: string, verb: string): readonly Effect[] {
  const isWhole = name === 'pm2' && /^(show|info|describe|jlist|prettylist)$/.test(verb);
  return isWhole ? [discloses('credentials')] : [];
}

/** Words with which the tools of the system show what others said to each other, or were started with. */
const telling: Readonly<Record<string, RegExp>> = {
  busctl: /^(monitor|capture|introspect|get-property|status)$/,
  gdbus: /^(monitor|introspect)$/,
  machinectl: /^status$/,
  coredumpctl: /^info$/,
};

export function tellsOfOthers(name: string, operands: readonly Word[]): readonly Effect[] {
  const texts = operands.map(textOf);
  // Options may be cut short.
  if (name === 'nmcli' && texts.some((text) => /^(-s|--?sh[a-z-]*|sh[a-z]*-[a-z]*)$/.test(text ?? '')))
    return [discloses('credentials')];
  const pattern = Object.hasOwn(telling, name) ? telling[name] : undefined;
  return texts.some((text) => text !== null && pattern?.test(text)) ? [discloses('processes')] : [];
}
