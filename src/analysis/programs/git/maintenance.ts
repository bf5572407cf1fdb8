import { known, prefixOf } from '../../words.ts';
import { changes, replacesTree } from '../effects.ts';
import { allValues, has, special, staysOn, value, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import {
  always,
  changesSettings,
  flags,
  hasAny,
  listed,
  optionals,
  readsHere,
  values,
} from '../shorthand.ts';
import { changesRepository, losesCommits } from './words.ts';

/** What packs objects, and drops those that nothing leads to. */
const packing: Command = {
  number: value,
  options: {
    ...flags(
      '--all, --prune, --auto, --aggressive, -q --quiet, --force, --keep-largest-pack, -n --dry-run, -v --verbose, --progress',
    ),
    ...flags(
      '-a, -A, -d, -f, -F, -l, -b --write-bitmap-index, -m --write-midx, -i --delta-islands, -k --keep-unreachable',
    ),
    ...flags(
      '--cruft, --detach, --schedule-none, --reachable, --append, --changed-paths, --stdin-packs, --stdin-commits',
    ),
    ...flags('--split, --shallow, --bitmap, --name-hash-version, --path-walk, --combine-cruft-below-size'),
    ...optionals('--prune, --split, --geometric, -g'),
    ...values(
      '--expire, --max-cruft-size, --cruft-expiration, --window, --window-memory, --depth, --threads, --max-pack-size',
    ),
    ...values(
      '--task, --unpack-unreachable, --keep-pack, --batch-size, --preferred-pack, --filter, --max-new-filters, --object-dir',
    ),
    ...values('--max-commits, --size-multiple, --expire-time, --include, --exclude'),
    ...listed(valueWith(replacesTree), '--expire-to, --filter-to'),
    '--schedule': { takes: 'optional', effects: always(changesSettings) },
    '--scheduler': special('a scheduler of the system'),
  },
  effects: (call) => [
    hasAny(call, '--prune', '--expire', '--unpack-unreachable', '--cruft-expiration') || isToldToDrop(call)
      ? losesCommits
      : changesRepository,
  ],
};

/** `git repack -ad`: the packs that go have objects in them that the new one has not, unless it is told to keep those. */
function packsReachableAlone(call: Call): boolean {
  return has(call, '-a') && has(call, '-d') && !hasAny(call, '-A', '--keep-unreachable', '--cruft');
}

/** By a setting for this call: `-c gc.pruneExpire=now`. */
function isToldToDrop(call: Call): boolean {
  return allValues(call, '-c').some((setting) => /^gc\..*expire/i.test(prefixOf(setting)));
}

/** Subcommands that pack objects, and drop those that nothing leads to. */
export const maintenance: Readonly<Record<string, Command>> = {
  gc: {
    ...packing,
    effects: (call) => [has(call, '--prune') || isToldToDrop(call) ? losesCommits : changesRepository],
  },
  prune: { ...packing, effects: (call) => [staysOn(call, '--dry-run') ? readsHere : losesCommits] },
  repack: {
    ...packing,
    effects: (call) => (packsReachableAlone(call) ? [losesCommits] : (packing.effects?.(call) ?? [])),
  },
  'pack-refs prune-packed multi-pack-index commit-graph': packing,
  maintenance: {
    subcommands: {
      run: packing,
      'start stop register unregister': {
        options: { ...flags('--force'), ...values('--scheduler, --config-file') },
        effects: always(changesSettings, changes('system', known('schedule'))),
      },
    },
  },
};
