import type { Effect } from '../../../model/effect.ts';
import { textOf } from '../../words.ts';
import { destroys, interactive } from '../effects.ts';
import { has, readsValue, special } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { always, flags, hasAny, listed, optionals, readsHere, values } from '../shorthand.ts';
import { waits } from './options.ts';
import { checksSignatures, refFormat } from './signatures.ts';
import { changesRepository, losesCommits } from './words.ts';

/** Subcommands for branches, tags, notes and other names. */
export const refs: Readonly<Record<string, Command>> = {
  branch: {
    options: {
      ...flags(
        '-v --verbose, -q --quiet, --unset-upstream, -r --remotes, -a --all, -d --delete, -D, -m --move, -M, -c --copy, -C',
      ),
      ...flags(
        '-l --list, --show-current, --create-reflog, -f --force, -i --ignore-case, --recurse-submodules, --omit-empty',
      ),
      ...values('-u --set-upstream-to'),
      ...listed(refFormat, '--sort, --format'),
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
      ...values('-m --message, --cleanup, -u --local-user, --trailer'),
      ...listed(refFormat, '--sort, --format'),
      ...optionals(
        '-n, --column, --contains, --no-contains, --with, --without, --merged, --no-merged, --points-at, --color',
      ),
      '-v --verify': special(checksSignatures),
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
  'update-ref': {
    options: { ...flags('-d, --no-deref, -z, --stdin, --create-reflog, --batch-updates'), ...values('-m') },
    effects: (call) => [hasAny(call, '-d', '--stdin') ? losesCommits : destroys('repository')],
  },
  'symbolic-ref': {
    options: { ...flags('-q --quiet, -d --delete, --short, --recurse'), ...values('-m') },
    effects: changesSymbol,
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
  return [has(call, '--force') ? losesCommits : changesRepository];
}

/** Without its `HEAD` a directory is no repository any more. */
function changesSymbol(call: Call): readonly Effect[] {
  if (!has(call, '--delete')) return [call.operands.length > 1 ? changesRepository : readsHere];
  const isHead = call.operands.some((word) => ['HEAD', null].includes(textOf(word)));
  return [isHead ? losesCommits : changesRepository];
}
