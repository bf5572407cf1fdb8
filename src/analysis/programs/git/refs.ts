import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf } from '../../words.ts';
import {
  changes,
  createsFile,
  deletesTree,
  destroys,
  discloses,
  interactive,
  readsTree,
  replacesTree,
} from '../effects.ts';
import { flagWith, has, readsValue, special, value, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import {
  always,
  changesSettings,
  flags,
  hasAny,
  listed,
  optionals,
  readsHere,
  receives,
  values,
} from '../shorthand.ts';
import { isSecretSetting } from './settings.ts';
import { changesRepository, losesCommits, reachesAddress } from './words.ts';

const waits = flagWith(always(interactive));

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
    hasAny(call, '--prune', '--expire', '--unpack-unreachable', '--cruft-expiration')
      ? losesCommits
      : changesRepository,
  ],
};

/** Subcommands for branches, tags, notes, remotes, working trees and settings. */
export const naming: Readonly<Record<string, Command>> = {
  branch: {
    options: {
      ...flags(
        '-v --verbose, -q --quiet, --unset-upstream, -r --remotes, -a --all, -d --delete, -D, -m --move, -M, -c --copy, -C',
      ),
      ...flags(
        '-l --list, --show-current, --create-reflog, -f --force, -i --ignore-case, --recurse-submodules, --omit-empty',
      ),
      ...values('-u --set-upstream-to, --sort, --format'),
      ...optionals(
        '-t --track, --color, --abbrev, --contains, --no-contains, --with, --without, --merged, --no-merged, --column, --points-at',
      ),
      '--edit-description': waits,
    },
    effects: changesBranch,
  },
  tag: {
    options: {
      ...flags(
        '-l --list, -d --delete, -a --annotate, -s --sign, -f --force, --create-reflog, -i --ignore-case, --omit-empty',
      ),
      ...values('-m --message, --cleanup, -u --local-user, --sort, --format, --trailer'),
      ...optionals(
        '-n, --column, --contains, --no-contains, --with, --without, --merged, --no-merged, --points-at, --color',
      ),
      '-v --verify': special('the program that checks signatures'),
      '-e --edit': waits,
      '-F --file': readsValue,
    },
    effects: changesTag,
  },
  notes: {
    options: values('--ref'),
    effects: always(readsHere),
    subcommands: {
      list: { effects: always(readsHere) },
      show: { effects: always(readsHere) },
      'get-ref': {},
      'add append copy merge': {
        options: {
          ...flags(
            '-f --force, --allow-empty, --stdin, -q --quiet, -v --verbose, --commit, --abort, --stripspace',
          ),
          ...values('-m --message, -c --reedit-message, -C --reuse-message, -s --strategy, --for-rewrite'),
          ...optionals('--separator'),
          '-e --edit': waits,
          '-F --file': readsValue,
        },
        effects: always(changesRepository),
      },
      edit: { options: values('-m, -c, -C'), effects: always(changesRepository, interactive) },
      'remove prune': {
        options: flags('--ignore-missing, --stdin, -n --dry-run, -v --verbose'),
        effects: always(losesCommits),
      },
    },
  },
  remote: {
    options: flags('-v --verbose'),
    effects: always(readsHere),
    subcommands: {
      'get-url': { options: flags('--push, --all'), effects: always(readsHere) },
      show: {
        options: flags('-n'),
        effects: (call) => (has(call, '-n') || call.operands.length === 0 ? [readsHere] : [receives]),
      },
      add: {
        options: {
          ...flags('-f --fetch, --tags, --no-tags'),
          ...values('-t --track, -m --master'),
          ...optionals('--mirror'),
        },
        effects: (call) => [
          changesSettings,
          ...reachesAddress(call.operands[1] ?? null),
          ...(has(call, '--fetch') ? [receives, changesRepository] : []),
        ],
      },
      'set-url': {
        options: flags('--push, --add, --delete'),
        effects: (call) => [changesSettings, ...call.operands.flatMap(reachesAddress)],
      },
      'rename set-branches': {
        options: flags('--progress, --add'),
        effects: always(changesSettings, changesRepository),
      },
      'remove rm': { effects: always(changesSettings, losesCommits) },
      'set-head': { options: flags('-a --auto, -d --delete'), effects: always(receives, changesRepository) },
      prune: { options: flags('-n --dry-run'), effects: always(receives, changesRepository) },
      update: { options: flags('-p --prune'), effects: always(receives, changesRepository) },
    },
  },
  worktree: {
    subcommands: {
      list: {
        options: { ...flags('-v --verbose, --porcelain, -z'), ...values('--expire') },
        effects: always(readsHere),
      },
      add: {
        options: {
          ...flags(
            '-f --force, -d --detach, --checkout, --no-checkout, --lock, -q --quiet, --track, --guess-remote, --orphan',
          ),
          ...flags('--relative-paths'),
          ...values('--reason, -b, -B'),
        },
        effects: (call) => [changesRepository, ...call.operands.slice(0, 1).map(createsFile)],
      },
      'lock unlock repair': {
        options: { ...values('--reason'), ...flags('--relative-paths') },
        effects: always(changesRepository),
      },
      move: {
        options: flags('-f --force'),
        effects: (call) => [changesRepository, ...call.operands.map(replacesTree)],
      },
      prune: {
        options: { ...flags('-n --dry-run, -v --verbose'), ...values('--expire') },
        effects: (call) => (has(call, '--dry-run') ? [readsHere] : [changesRepository]),
      },
      remove: {
        options: flags('-f --force'),
        effects: (call) => [
          has(call, '--force') ? losesCommits : changesRepository,
          ...call.operands.map(deletesTree),
        ],
      },
    },
  },
  config: {
    options: {
      ...flags(
        '--global, --system, --local, --worktree, --get, --get-all, --get-regexp, --replace-all, --add, --unset, --unset-all',
      ),
      ...flags(
        '--rename-section, --remove-section, -l --list, --fixed-value, --get-color, --get-colorbool, --get-urlmatch',
      ),
      ...flags(
        '--bool, --int, --bool-or-int, --bool-or-str, --path, --expiry-date, --no-type, -z --null, --name-only, --includes',
      ),
      ...flags('--show-origin, --show-scope, --all, --append, --show-names, --no-includes'),
      ...values('--blob, -t --type, --default, --value, --comment, --url'),
      '--regexp': flagWith(always()),
      '-f --file': valueWith(readsTree),
      '-e --edit': waits,
    },
    effects: changesConfiguration,
  },
  'update-ref': {
    options: { ...flags('-d, --no-deref, -z, --stdin, --create-reflog, --batch-updates'), ...values('-m') },
    effects: (call) => [hasAny(call, '-d', '--stdin') ? losesCommits : destroys('repository')],
  },
  'symbolic-ref': {
    options: { ...flags('-q --quiet, -d --delete, --short, --recurse'), ...values('-m') },
    effects: (call) =>
      has(call, '--delete') || call.operands.length > 1 ? [changesRepository] : [readsHere],
  },
  replace: {
    options: {
      ...flags('-l --list, -d --delete, -f --force, --raw, -g --graft, --convert-graft-file'),
      ...values('--format'),
      '-e --edit': waits,
    },
    effects: (call) =>
      has(call, '--list') || call.given.length + call.operands.length === 0
        ? [readsHere]
        : [changesRepository],
  },
  rerere: {
    options: flags('--rerere-autoupdate'),
    effects: ({ operands }) =>
      ['status', 'diff', 'remaining'].includes(textOf(operands[0]) ?? '') ? [readsHere] : [changesRepository],
  },
  gc: { ...packing, effects: (call) => [has(call, '--prune') ? losesCommits : changesRepository] },
  prune: { ...packing, effects: (call) => [has(call, '--dry-run') ? readsHere : losesCommits] },
  'pack-refs prune-packed repack multi-pack-index commit-graph': packing,
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

function changesBranch(call: Call): readonly Effect[] {
  if (hasAny(call, '-D', '-M', '-C', '--force')) return [losesCommits];
  if (hasAny(call, '--delete', '--move', '--copy', '--set-upstream-to', '--unset-upstream'))
    return [changesRepository];
  const isListing = hasAny(
    call,
    '--list',
    '--contains',
    '--no-contains',
    '--merged',
    '--no-merged',
    '--points-at',
    '--show-current',
  );
  const isNarrowed = hasAny(call, '--all', '--remotes', '--with', '--without');
  return isListing || isNarrowed || call.operands.length === 0 ? [readsHere] : [changesRepository];
}

function changesTag(call: Call): readonly Effect[] {
  if (has(call, '--delete')) return [losesCommits];
  const isListing = hasAny(
    call,
    '--list',
    '-n',
    '--contains',
    '--no-contains',
    '--merged',
    '--no-merged',
    '--points-at',
    '--verify',
  );
  if (isListing || call.operands.length === 0) return [readsHere];
  return [changesRepository];
}

const changingActions = ['set', 'unset', 'rename-section', 'remove-section', 'edit'];
const readingOptions = [
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '--get-color',
  '--get-colorbool',
];
const changingOptions = [
  '--replace-all',
  '--add',
  '--unset',
  '--unset-all',
  '--rename-section',
  '--remove-section',
];

/** Reads with one word, writes with two; the newer form has the action as the first word. */
function changesConfiguration(call: Call): readonly Effect[] {
  const first = textOf(call.operands[0]) ?? '';
  if (changingActions.includes(first)) return configures(call.operands[1], first === 'edit');
  if (has(call, '--list') || first === 'list') return listsSettings(call);
  if (first === 'get') return readsSetting(call, call.operands[1]);
  if (hasAny(call, ...readingOptions)) return readsSetting(call, call.operands[0]);
  const isReading = call.operands.length === 1 && !hasAny(call, ...changingOptions, '--edit');
  return isReading ? readsSetting(call, call.operands[0]) : configures(call.operands[0], false);
}

function configures(key: Word | undefined, isEditing: boolean): readonly Effect[] {
  return [changes('settings', key ?? null), ...(isEditing ? [interactive] : [])];
}

/** Headers with tokens are among the settings, and passwords in addresses. */
function listsSettings(call: Call): readonly Effect[] {
  return has(call, '--name-only') ? [readsHere] : [readsHere, discloses('credentials')];
}

function readsSetting(call: Call, key: Word | undefined): readonly Effect[] {
  const name = textOf(key);
  const isSecret =
    name === null || hasAny(call, '--get-regexp', '--regexp', '--all') || isSecretSetting(name);
  return isSecret ? [readsHere, discloses('credentials')] : [readsHere];
}
