import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  altersTree,
  deletesFile,
  deletesTree,
  destroys,
  interactive,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
  runsCommand,
} from '../effects.ts';
import { flagWith, has, readsValue, runsValue, special, value, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { always, flags, hasAny, listed, optionals, orHere, readsHere, values } from '../shorthand.ts';
import { commitOptions, diffOptions, logOptions, mergeOptions } from './options.ts';
import { behindDashes, changesRepository, losesCommits, readsRepository } from './words.ts';

const waits = flagWith(always(interactive));
const pathspecFile = { '--pathspec-from-file': readsValue, ...flags('--pathspec-file-nul') };

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

const stashing: Command = {
  options: {
    ...flags('-S --staged, -k --keep-index, -q --quiet, -u --include-untracked, -a --all'),
    ...values('-m --message'),
    ...pathspecFile,
    '-p --patch': waits,
  },
  effects: always(changesRepository, altersTree(known('.'))),
};

/** Subcommands that change the index, the working tree and the history. */
export const changing: Readonly<Record<string, Command>> = {
  'add stage': {
    options: {
      ...flags(
        '-n --dry-run, -v --verbose, -f --force, -u --update, --renormalize, -N --intent-to-add, -A --all',
      ),
      ...flags(
        '--ignore-removal, --no-ignore-removal, --refresh, --ignore-errors, --ignore-missing, --sparse, --no-warn-embedded-repo',
      ),
      ...values('--chmod, -U --unified, --inter-hunk-context'),
      ...listed(waits, '-i --interactive, -p --patch, -e --edit'),
      ...pathspecFile,
    },
    effects: (call) =>
      has(call, '--dry-run') ? [readsHere] : [...call.operands.map(readsTree), changesRepository],
  },
  rm: {
    options: {
      ...flags('-n --dry-run, -q --quiet, --cached, -f --force, -r, --ignore-unmatch, --sparse'),
      ...pathspecFile,
    },
    effects: removes,
  },
  mv: {
    options: flags('-v --verbose, -n --dry-run, -f --force, -k, --sparse'),
    effects: (call) => (has(call, '--dry-run') ? [] : [...moves(call), changesRepository]),
  },
  commit: {
    options: {
      ...flags(
        '-q --quiet, -v --verbose, --reset-author, -s --signoff, -e --edit, --no-edit, --status, -a --all',
      ),
      ...flags(
        '-i --include, -o --only, -n --no-verify, --verify, --dry-run, --short, --branch, --ahead-behind, --porcelain, --long',
      ),
      ...flags('-z --null, --amend, --no-post-rewrite, --post-rewrite, --allow-empty, --allow-empty-message'),
      ...values(
        '--author, --date, -m --message, -c --reedit-message, -C --reuse-message, --fixup, --squash, --trailer',
      ),
      ...values('--cleanup, -U --unified, --inter-hunk-context'),
      ...optionals('-u --untracked-files, -S --gpg-sign'),
      ...listed(readsValue, '-F --file, -t --template'),
      ...listed(waits, '--interactive, -p --patch'),
      ...pathspecFile,
    },
    effects: commits,
  },
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
      hasAny(call, '--continue', '--skip', '--show-current-patch')
        ? [changesRepository, altersTree(known('.'))]
        : [losesCommits, altersTree(known('.'))],
  },
  'cherry-pick revert': picking,
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
      has(call, '--dry-run')
        ? [readsHere]
        : [
            destroys('repository'),
            ...orHere(call.operands).map(has(call, '-d') ? deletesTree : deletesFiles),
          ],
  },
  stash: {
    ...stashing,
    subcommands: {
      list: { number: value, options: { ...logOptions, ...diffOptions }, effects: always(readsHere) },
      show: {
        options: {
          ...diffOptions,
          ...flags('-u --include-untracked, --only-untracked'),
        },
        effects: readsRepository,
      },
      'push save': stashing,
      'apply pop': {
        options: flags('--index, -q --quiet'),
        effects: always(changesRepository, altersTree(known('.'))),
      },
      branch: { effects: always(changesRepository, altersTree(known('.'))) },
      drop: { options: flags('-q --quiet'), effects: always(losesCommits) },
      clear: { effects: always(losesCommits) },
      create: { effects: always(changesRepository) },
      store: {
        options: { ...flags('-q --quiet'), ...values('-m --message') },
        effects: always(changesRepository),
      },
      export: { options: { ...flags('--print'), ...values('--to-ref') }, effects: always(changesRepository) },
      import: { effects: always(changesRepository) },
    },
  },
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
    effects: (call) => [...abandons(call), ...call.operands.map(readsTree), altersTree(known('.'))],
  },
  apply: {
    options: {
      ...flags(
        '--no-add, --stat, --numstat, --summary, --check, --index, -N --intent-to-add, --cached, --apply, -3 --3way',
      ),
      ...flags(
        '-z, --ignore-space-change, --ignore-whitespace, -R --reverse, --unidiff-zero, --reject, --allow-overlap',
      ),
      ...flags(
        '-v --verbose, -q --quiet, --inaccurate-eof, --recount, --allow-empty, --binary, --allow-binary-replacement',
      ),
      ...flags('-2 --ours, --theirs, --union'),
      ...values('--exclude, --include, -p, -C, --whitespace, --directory'),
      '--build-fake-ancestor': valueWith(replacesFile),
      '--unsafe-paths': special('files outside of the working tree'),
    },
    effects: applies,
  },
  'checkout-index': {
    options: {
      ...flags(
        '-a --all, -f --force, -q --quiet, -n --no-create, -u --index, -z, --stdin, --temp, --ignore-skip-worktree-bits',
      ),
      ...values('--stage'),
      '--prefix': valueWith(replacesTree),
    },
    effects: always(destroys('repository'), replacesTree(known('.'))),
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
      run: { style: 'none', effects: ({ operands }) => [changesRepository, ...runs(operands)] },
    },
  },
};

function runs(words: readonly Word[]): readonly Effect[] {
  return words.length === 0 ? [] : [runsCommand(words)];
}

/** Stopping throws away what has been resolved so far. */
function abandons(call: Call): readonly Effect[] {
  return [hasAny(call, '--abort', '--quit') ? losesCommits : changesRepository];
}

/** `-X theirs` and `-s ours` settle conflicts without anyone having seen them. */
function takesOneSide(call: Call): readonly Effect[] {
  const chosen = call.given.filter(({ names }) => names.includes('-X') || names.includes('-s'));
  return chosen.some(({ value }) => /^(ours|theirs)$/.test(prefixOf(value))) ? [losesCommits] : [];
}

function removes(call: Call): readonly Effect[] {
  if (has(call, '--dry-run')) return [];
  if (has(call, '--cached')) return [changesRepository];
  return [changesRepository, ...call.operands.map(has(call, '-r') ? deletesTree : deletesFile)];
}

function moves(call: Call): readonly Effect[] {
  const target = call.operands.at(-1);
  const written = has(call, '--force') ? replacesFile : altersFile;
  return [...call.operands.slice(0, -1).map(deletesTree), ...(target === undefined ? [] : [written(target)])];
}

function commits(call: Call): readonly Effect[] {
  if (hasAny(call, '--dry-run', '--short', '--porcelain', '--long')) return [readsHere];
  return [...call.operands.map(readsFile), has(call, '--amend') ? losesCommits : changesRepository];
}

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

/** The options that only describe a patch switch its application off, unless `--apply` is given as well. */
function applies(call: Call): readonly Effect[] {
  const isShown = hasAny(call, '--stat', '--numstat', '--summary', '--check') && !has(call, '--apply');
  const patches = call.operands.map(readsFile);
  if (isShown) return patches;
  return has(call, '--cached') ? [...patches, changesRepository] : [...patches, altersTree(known('.'))];
}
