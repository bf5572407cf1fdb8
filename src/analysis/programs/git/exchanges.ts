import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  createsFile,
  destroys,
  discloses,
  readsTree,
  receivesFrom,
  replacesFile,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { has, lastValue } from '../options.ts';
import type { Call } from '../program.ts';
import { changesSettings, hasAny, readsHere } from '../shorthand.ts';
import { changesRepository, isLocal, reachesAddress, readsOther } from './words.ts';

/** What is pushed over, or taken away there, cannot be had back from here. */
export function pushes(call: Call): readonly Effect[] {
  const remote = call.operands[0] ?? lastValue(call, '--repo');
  const reached = [...reachesAddress(remote), sendsTo(remote)];
  if (has(call, '--dry-run')) return reached;
  const overwrites = hasAny(call, '--force', '--mirror', '--delete', '--prune', '-d', '-D');
  const forced = call.operands.slice(1).some((ref) => /^[+:]/.test(prefixOf(ref)));
  return [...reached, overwrites || forced ? destroys('remote', remote) : changes('remote', remote)];
}

export function fetches(call: Call): readonly Effect[] {
  const remote = call.operands[0] ?? null;
  const isHere = remote !== null && isLocal(remote);
  return [...reachesAddress(remote), isHere ? readsOther(remote) : receivesFrom(remote)];
}

/** Where no directory is named, it is the last part of the address. */
export function clones(call: Call): readonly Effect[] {
  const [, directory] = call.operands;
  const text = textOf(call.operands[0]);
  const made = directory ?? (text === null ? null : known(nameIn(text)));
  return [...fetches(call), ...(made === null ? [] : [createsFile(made)])];
}

function nameIn(address: string): string {
  const name = address
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .at(-1);
  return name === undefined || name === '' ? '.' : name;
}

/** One word is a text for a shell, several are a program and its words. */
export function runsForEach(words: readonly (string | null)[]): readonly Effect[] {
  if (words.length === 0) return [];
  if (words.includes(null)) return [unknownEffect('unknown-code', 'submodule foreach')];
  return [
    unknownEffect('program-specific', 'a command in other repositories'),
    runsShell(known(words.join(' '))),
  ];
}

export function credentials(call: Call): readonly Effect[] {
  const action = textOf(call.operands[0]);
  const isRead = action !== 'erase' && action !== 'reject' && action !== 'exit';
  return isRead ? [discloses('credentials'), changesSettings] : [changesSettings];
}

export function bundles({ operands }: Call): readonly Effect[] {
  const [action, file] = operands;
  const path = file === undefined ? [] : [file];
  if (textOf(action) === 'create') return [readsHere, ...path.map(replacesFile)];
  return [...path.map(readsTree), ...(textOf(action) === 'unbundle' ? [changesRepository] : [])];
}

/** Without a program in the arguments it is the one of the configuration. */
export function tools(call: Call, option: string): readonly Effect[] {
  if (has(call, '--tool-help')) return [];
  const own = hasAny(call, option, '--tool')
    ? []
    : [unknownEffect('program-specific', 'the tool of the configuration')];
  return [...own, { kind: 'interactive' }, readsHere, altersTree(known('.'))];
}
