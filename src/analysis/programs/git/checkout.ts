import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { altersTree, deletesFile, deletesTree, destroys, interactive, replacesTree } from '../effects.ts';
import { has, readsValue, staysOn, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { always, flags, hasAny, optionals, orHere, readsHere, values } from '../shorthand.ts';
import { run } from '../wrapped.ts';
import { pathspecFile, waits } from './options.ts';
import { behindDashes, changesRepository, losesCommits } from './words.ts';

/** Subcommands that put the working tree, or the branch, at another commit. */
export const checkout: Readonly<Record<string, Command>> = {
  reset: {
    options: {
      ...flags(
        '-q --quiet, --no-refresh, --refresh, --mixed, --soft, --hard, --merge, --keep, --recurse-submodules',
      ),
      ...flags('-N --intent-to-add'),
      ...values('-U --unified, --inter-hunk-context'),
      ...pathspecFile,
      '-p --patch': waits,
    },
    effects: (call) =>
      hasAny(call, '--hard', '--merge', '--keep')
        ? [losesCommits, replacesTree(known('.'))]
        : [changesRepository],
  },
  checkout: {
    options: {
      ...flags(
        '-l, --guess, --overlay, -q --quiet, --progress, -m --merge, -d --detach, -f --force, --overwrite-ignore',
      ),
      ...flags('--ignore-other-worktrees, -2 --ours, -3 --theirs, --ignore-skip-worktree-bits'),
      ...values('-b, -B, --conflict, --orphan, -U --unified, --inter-hunk-context'),
      ...optionals('--recurse-submodules, -t --track'),
      ...pathspecFile,
      '-p --patch': waits,
    },
    effects: checksOut,
  },
  switch: {
    options: {
      ...flags(
        '--guess, --discard-changes, -q --quiet, --progress, -m --merge, -d --detach, -f --force, --overwrite-ignore',
      ),
      ...flags('--ignore-other-worktrees'),
      ...values('-c --create, -C --force-create, --conflict, --orphan'),
      ...optionals('--recurse-submodules, -t --track'),
    },
    effects: (call) =>
      hasAny(call, '--discard-changes', '--force', '--force-create')
        ? [losesCommits, replacesTree(known('.'))]
        : [changesRepository, altersTree(known('.'))],
  },
  restore: {
    options: {
      ...flags(
        '-S --staged, -W --worktree, --ignore-unmerged, --overlay, -q --quiet, --progress, -m --merge, -2 --ours',
      ),
      ...flags('-3 --theirs, --ignore-skip-worktree-bits'),
      ...values('-s --source, --conflict, -U --unified, --inter-hunk-context'),
      ...optionals('--recurse-submodules'),
      ...pathspecFile,
      '-p --patch': waits,
    },
    effects: (call) =>
      has(call, '--staged') && !has(call, '--worktree')
        ? [changesRepository]
        : [destroys('repository'), ...call.operands.map(replacesNamed)],
  },
  clean: {
    options: {
      ...flags('-q --quiet, -n --dry-run, -f --force, -d, -x, -X'),
      ...values('-e --exclude'),
      '-i --interactive': waits,
    },
    effects: (call) =>
      staysOn(call, '--dry-run')
        ? [readsHere]
        : [
            destroys('repository'),
            ...orHere(call.operands).map(has(call, '-d') ? deletesTree : deletesFiles),
          ],
  },
  'checkout-index': {
    options: {
      ...flags(
        '-a --all, -f --force, -q --quiet, -n --no-create, -u --index, -z, --stdin, --temp, --ignore-skip-worktree-bits',
      ),
      ...values('--stage'),
      '--prefix': valueWith(replacesTree),
    },
    // Without force it leaves every file that is there.
    effects: (call) =>
      has(call, '--force')
        ? [destroys('repository'), replacesTree(known('.'))]
        : [changesRepository, altersTree(known('.'))],
  },
  'sparse-checkout': {
    options: {
      ...flags('--cone, --sparse-index, --stdin, --skip-checks, --end-of-options'),
      '--rules-file': readsValue,
    },
    effects: (call) =>
      ['list', 'check-rules'].includes(textOf(call.operands[0]) ?? '')
        ? [readsHere]
        : [changesRepository, altersTree(known('.'))],
  },
  bisect: {
    options: {
      ...flags('--no-checkout, --first-parent, --stat, --oneline, --graph'),
      ...values('--term-new --term-bad, --term-old --term-good'),
    },
    subcommands: {
      'start bad good new old skip reset next replay terms': {
        options: {
          ...flags('--no-checkout, --first-parent, --term-good, --term-bad, --term-old, --term-new'),
          ...optionals('--term-new, --term-bad, --term-old, --term-good'),
        },
        effects: always(changesRepository, altersTree(known('.'))),
      },
      log: { effects: always(readsHere) },
      'view visualize': { effects: always(readsHere, interactive) },
      run: { style: 'none', effects: ({ operands }) => [changesRepository, ...run(operands)] },
    },
  },
};

/**
 * A branch, or files: of one word alone that cannot be told. Files are taken for such behind `--`, behind a revision,
 * and by how they look.
 */
function checksOut(call: Call): readonly Effect[] {
  const files = behindDashes(call) ?? filesAmong(call);
  const isForced = hasAny(call, '-f', '-B', '--ours', '--theirs') || has(call, '--pathspec-from-file');
  if (files.length > 0) return [destroys('repository'), ...files.map(replacesNamed)];
  return isForced ? [losesCommits, replacesTree(known('.'))] : [changesRepository, altersTree(known('.'))];
}

function filesAmong(call: Call): readonly Word[] {
  const [first, ...others] = call.operands;
  if (hasAny(call, '-b', '-B', '--orphan', '--track', '--detach')) return [];
  return first !== undefined && looksLikeFile(first) ? call.operands : others;
}

function looksLikeFile(word: Word): boolean {
  return word.kind === 'pattern' || /^(\.\.?$|\.{0,2}\/|:)|\/$|\.[A-Za-z]\w*$/.test(prefixOf(word));
}

/** A pathspec: `:/` and its like stand for all. */
function replacesNamed(word: Word): Effect {
  return replacesTree(prefixOf(word).startsWith(':') ? known('.') : word);
}

function deletesFiles(word: Word): Effect {
  return prefixOf(word) === '.' ? deletesTree(word) : deletesFile(word);
}
