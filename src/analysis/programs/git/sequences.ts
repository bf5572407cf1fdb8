import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf } from '../../words.ts';
import { altersTree, readsTree } from '../effects.ts';
import { has, readsValue, runsValue } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { flags, hasAny, listed, optionals, readsHere, values } from '../shorthand.ts';
import { commitOptions, mergeOptions, waits } from './options.ts';
import { changesRepository, losesCommits } from './words.ts';

/** What stops, goes on with or undoes a sequence of commits that is under way. */
const sequence = flags('--continue, --skip, --abort, --quit');

const picking: Command = {
  options: {
    ...sequence,
    ...flags(
      '-n --no-commit, --commit, -e --edit, --no-edit, -s --signoff, -x, -r, --ff, --allow-empty, --allow-empty-message',
    ),
    ...flags('--keep-redundant-commits, --rerere-autoupdate, --reference'),
    ...values('--cleanup, -m --mainline, --strategy, -X --strategy-option, --empty'),
    ...optionals('-S --gpg-sign'),
  },
  effects: (call) => [...abandons(call), altersTree(known('.'))],
};

/** Subcommands that bring several commits together, and can be stopped on the way. */
export const sequences: Readonly<Record<string, Command>> = {
  merge: {
    options: {
      ...sequence,
      ...mergeOptions,
      ...values('-m --message, --into-name'),
      '-F --file': readsValue,
    },
    effects: (call) => [...abandons(call), ...takesOneSide(call), altersTree(known('.'))],
  },
  rebase: {
    options: {
      ...sequence,
      ...commitOptions,
      ...flags(
        '--keep-base, -q --quiet, -v --verbose, -n --no-stat, --stat, --committer-date-is-author-date, --reset-author-date',
      ),
      ...flags(
        '--ignore-date, --ignore-whitespace, -f --force-rebase --no-ff, --show-current-patch, --apply, -m --merge',
      ),
      ...flags(
        '--rerere-autoupdate, --autosquash, --update-refs, --autostash, --fork-point, --root, --reschedule-failed-exec',
      ),
      ...flags('--reapply-cherry-picks, --no-keep-empty, -k --keep-empty, --ff'),
      ...values('--onto, -C, --whitespace, --empty, -s --strategy, -X --strategy-option, --trailer'),
      ...optionals('-r --rebase-merges'),
      ...listed(waits, '-i --interactive, --edit-todo'),
      '-x --exec': runsValue,
    },
    effects: (call) =>
      has(call, '--show-current-patch')
        ? [readsHere]
        : hasAny(call, '--continue', '--skip')
          ? [changesRepository, altersTree(known('.'))]
          : [losesCommits, altersTree(known('.'))],
  },
  'cherry-pick revert': picking,
  am: {
    options: {
      ...sequence,
      ...flags(
        '-3 --3way, -q --quiet, -s --signoff, -u --utf8, -k --keep, --keep-non-patch, -m --message-id, --keep-cr',
      ),
      ...flags(
        '-c --scissors, --ignore-space-change, --ignore-whitespace, --reject, -r --resolved, --allow-empty, --retry',
      ),
      ...flags(
        '--committer-date-is-author-date, --ignore-date, --rerere-autoupdate, -n --no-verify, --verify',
      ),
      ...values(
        '--quoted-cr, --whitespace, --directory, --exclude, --include, -C, -p, --patch-format, --empty, --resolvemsg',
      ),
      ...optionals('--show-current-patch, -S --gpg-sign'),
      '-i --interactive': waits,
    },
    effects: (call) =>
      has(call, '--show-current-patch')
        ? [readsHere]
        : [...abandons(call), ...call.operands.map(readsTree), altersTree(known('.'))],
  },
};

/** Stopping throws away what has been resolved so far. */
function abandons(call: Call): readonly Effect[] {
  return [hasAny(call, '--abort', '--quit') ? losesCommits : changesRepository];
}

/** `-X theirs` and `-s ours` settle conflicts without anyone having seen them. */
function takesOneSide(call: Call): readonly Effect[] {
  const chosen = call.given.filter(({ names }) => names.includes('-X') || names.includes('-s'));
  return chosen.some(({ value }) => /^(ours|theirs)$/.test(prefixOf(value))) ? [losesCommits] : [];
}
