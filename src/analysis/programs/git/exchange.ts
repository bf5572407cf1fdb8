import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  createsFile,
  destroys,
  readsTree,
  receivesFrom,
  replacesFile,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { lastValue, specialValue, staysOn, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { flags, hasAny, listed, optionals, readsHere, receives, values } from '../shorthand.ts';
import { largeFiles } from './large-files.ts';
import { logOptions, mergeOptions, otherSide } from './options.ts';
import { appliesSetting } from './settings.ts';
import { changesRepository, isLocal, losesCommits, reachesAddress, readsOther } from './words.ts';

const fetching = {
  ...flags(
    '-v --verbose, -q --quiet, --all, -a --append, --atomic, -f --force, -m --multiple, -t --tags, --no-tags, -n',
  ),
  ...flags(
    '-p --prune, -P --prune-tags, --dry-run, --porcelain, --write-fetch-head, -k --keep, -u --update-head-ok',
  ),
  ...flags(
    '--progress, --unshallow, --refetch, --update-shallow, -4 --ipv4, -6 --ipv6, --auto-maintenance, --auto-gc',
  ),
  ...flags(
    '--show-forced-updates, --write-commit-graph, --stdin, --set-upstream, --negotiate-only, --prefetch',
  ),
  ...optionals('--recurse-submodules, -j --jobs'),
  ...values(
    '--depth, --shallow-since, --shallow-exclude, --deepen, --refmap, -o --server-option, --negotiation-tip, --filter',
  ),
  ...values('--recurse-submodules-default, --submodule-prefix, --bundle-uri'),
  '--upload-pack': otherSide,
};

/** Subcommands that bring commits from one repository to another. */
export const exchange: Readonly<Record<string, Command>> = {
  push: {
    options: {
      ...flags(
        '--all --branches, --prune, --mirror, -n --dry-run, --porcelain, -d --delete, --tags, --follow-tags, --atomic',
      ),
      ...flags(
        '-f --force, --force-if-includes, -u --set-upstream, --thin, -q --quiet, -v --verbose, --progress, --verify',
      ),
      ...flags('-4 --ipv4, -6 --ipv6'),
      ...optionals('--force-with-lease, --signed, --recurse-submodules'),
      ...values('-o --push-option, --repo'),
      '--receive-pack --exec': otherSide,
    },
    effects: pushes,
  },
  fetch: { options: fetching, effects: (call) => [...fetches(call), changesRefs(call)] },
  pull: {
    options: { ...mergeOptions, ...fetching, ...optionals('-r --rebase') },
    effects: (call) => [...fetches(call), changesRefs(call), altersTree(known('.'))],
  },
  clone: {
    options: {
      ...flags(
        '-v --verbose, -q --quiet, --progress, --reject-shallow, -n --no-checkout, --checkout, --bare, --mirror, -l --local',
      ),
      ...flags(
        '--no-hardlinks, --hardlinks, -s --shared, --dissociate, --single-branch, --no-tags, --tags, --shallow-submodules',
      ),
      ...flags('-4 --ipv4, -6 --ipv6, --also-filter-submodules, --remote-submodules, --sparse'),
      ...optionals('--recurse-submodules --recursive'),
      ...values(
        '-j --jobs, -o --origin, -b --branch, --depth, --shallow-since, --shallow-exclude, --server-option, --filter',
      ),
      ...values('--ref-format, --revision, --bundle-uri'),
      ...listed(valueWith(readsTree), '--reference, --reference-if-able'),
      '--separate-git-dir': valueWith(createsFile),
      '--template': specialValue('a template with hooks'),
      '-u --upload-pack': otherSide,
      '-c --config': { takes: 'value', effects: appliesSetting },
    },
    effects: clones,
  },
  'init init-db': {
    options: {
      ...flags('--bare, -q --quiet'),
      ...optionals('--shared'),
      ...values('-b --initial-branch, --object-format, --ref-format'),
      '--template': specialValue('a template with hooks'),
      '--separate-git-dir': valueWith(createsFile),
    },
    effects: ({ operands }) => [createsFile(operands[0] ?? known('.git'))],
  },
  'send-pack http-push': {
    options: {
      ...flags(
        '--all, --mirror, -n --dry-run, -f --force, --atomic, -v --verbose, -q --quiet, --thin, --progress, --stdin',
      ),
      ...flags('--stateless-rpc, --helper-status, --porcelain, -d, -D'),
      ...optionals('--force-with-lease, --signed'),
      ...values('--push-option, --remote'),
      '--receive-pack --exec': otherSide,
    },
    effects: pushes,
  },
  'fetch-pack http-fetch': {
    options: {
      ...flags(
        '--all, -q --quiet, -k --keep, --thin, --include-tag, --no-progress, --stdin, -v, -a, --check-self-contained-and-connected',
      ),
      ...values('--depth, --shallow-since, --shallow-exclude'),
      '--upload-pack --exec': otherSide,
    },
    effects: (call) => [...fetches(call), changesRepository],
  },
  bundle: {
    options: {
      ...logOptions,
      ...flags('-q --quiet, --progress, --all-progress, --all-progress-implied'),
      ...values('--version, --filter'),
    },
    effects: bundles,
  },
  svn: {
    options: values('-r --revision'),
    effects: ({ operands }) => [
      /^(dcommit|commit-diff|set-tree|branch|tag)$/.test(textOf(operands[0]) ?? 'dcommit')
        ? destroys('remote')
        : receives,
      changesRepository,
      unknownEffect('unknown-subcommand', 'svn'),
    ],
  },
  lfs: { subcommands: largeFiles },
};

/** What is pushed over, or taken away there, cannot be had back from here. */
function pushes(call: Call): readonly Effect[] {
  const remote = call.operands[0] ?? lastValue(call, '--repo');
  const reached = [...reachesAddress(remote), sendsTo(remote)];
  if (staysOn(call, '--dry-run')) return reached;
  const overwrites = hasAny(call, '--force', '--mirror', '--delete', '--prune', '-d', '-D');
  const forced = call.operands.slice(1).some((ref) => /^[+:]/.test(prefixOf(ref)));
  return [...reached, overwrites || forced ? destroys('remote', remote) : changes('remote', remote)];
}

function fetches(call: Call): readonly Effect[] {
  const remote = call.operands[0] ?? null;
  const isHere = remote !== null && isLocal(remote);
  return [...reachesAddress(remote), isHere ? readsOther(remote) : receivesFrom(remote)];
}

/** What is fetched into a branch that is here takes the place of what it leads to, or takes it away, if it is told to. */
function changesRefs(call: Call): Effect {
  const isForced = hasAny(call, '--force', '--prune');
  const isLost = call.operands.slice(1).some((refspec) => {
    const text = prefixOf(refspec);
    const [, branch = ''] = text.split(':');
    return branch !== '' && !branch.startsWith('refs/remotes/') && (isForced || text.startsWith('+'));
  });
  return isLost ? losesCommits : changesRepository;
}

/** Where no directory is named, it is the last part of the address. */
function clones(call: Call): readonly Effect[] {
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

function bundles({ operands }: Call): readonly Effect[] {
  const [action, file] = operands;
  const path = file === undefined ? [] : [file];
  if (textOf(action) === 'create') return [readsHere, ...path.map(replacesFile)];
  return [...path.map(readsTree), ...(textOf(action) === 'unbundle' ? [changesRepository] : [])];
}
