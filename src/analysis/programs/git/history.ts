import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { readsTree, replacesTree } from '../effects.ts';
import { has, readsValue, staysOn, value, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { flags, hasAny, listed, optionals, readsHere, values } from '../shorthand.ts';
import { diffOptions, logOptions } from './options.ts';
import { commitFormat } from './signatures.ts';
import { losesCommits, readsRepository } from './words.ts';

/** What `git diff` takes on top of the options of all comparisons. */
const comparison = flags(
  '--cached --staged, --no-index, --merge-base, -1 --base, -2 --ours, -3 --theirs, -0',
);

/** Files with names that git makes up. */
const createsHere: Effect = replacesTree(known('.'));

const showsCommits: Command = {
  number: value,
  options: { ...logOptions, ...diffOptions },
  effects: readsRepository,
};

/** Subcommands that show commits, and compare them. */
export const history: Readonly<Record<string, Command>> = {
  'log show whatchanged rev-list': showsCommits,
  reflog: {
    ...showsCommits,
    options: {
      ...showsCommits.options,
      ...flags('--rewrite, --updateref, --stale-fix, -n --dry-run, --verbose'),
      ...values('--expire, --expire-unreachable'),
    },
    effects: changesReflog,
  },
  shortlog: {
    number: value,
    options: {
      ...showsCommits.options,
      ...flags('-n --numbered, -s --summary, -e --email, -c --committer'),
      ...optionals('-w, --group'),
    },
    effects: readsRepository,
  },
  diff: { number: value, options: { ...diffOptions, ...comparison }, effects: readsCompared },
  'diff-tree diff-index diff-files diff-pairs': {
    number: value,
    options: {
      ...diffOptions,
      ...flags(
        '--root, --stdin, -v, --no-commit-id, --always, --merge-base, --cached, -q, -0, -1, -2, -3, -t, --cc',
      ),
      ...listed(commitFormat, '--pretty, --format'),
    },
    effects: readsRepository,
  },
  'range-diff cherry': {
    options: {
      ...diffOptions,
      ...flags('-v --verbose, --no-dual-color, --dual-color, --left-only, --right-only'),
      ...optionals('--notes, --abbrev, --diff-merges'),
      ...values('--creation-factor'),
    },
    effects: readsRepository,
  },
  'blame annotate pickaxe': {
    options: {
      ...flags(
        '--incremental, -b, --root, --show-stats, --progress, --score-debug, -f --show-name, -n --show-number',
      ),
      ...flags(
        '-p --porcelain, --line-porcelain, -c, -t, -l, -s, -e --show-email, -w, --color-lines, --color-by-age',
      ),
      ...flags('--minimal, --reverse, --first-parent, --no-merges, --not, --all, --indent-heuristic'),
      ...optionals('-C, -M, --abbrev, --date, --encoding'),
      ...values('--ignore-rev, -L, --since --after, --until --before'),
      ...listed(readsValue, '--ignore-revs-file, -S, --contents'),
    },
    effects: readsRepository,
  },
  'format-patch': {
    number: value,
    options: {
      ...showsCommits.options,
      ...flags(
        '-n --numbered, -N --no-numbered, -s --signoff, --stdout, --cover-letter, --numbered-files, -k --keep-subject',
      ),
      ...flags(
        '--full-index, -p --no-stat, --ignore-if-in-upstream, --no-binary, --zero-commit, --always, --root, --rfc',
      ),
      ...optionals(
        '--attach, --inline, --thread, --from, --signature, --interdiff, --range-diff, --base, --rfc',
      ),
      ...values(
        '--suffix, --start-number, -v --reroll-count, --filename-max-length, --cover-from-description',
      ),
      ...values('--subject-prefix, --add-header, --to, --cc, --in-reply-to, --creation-factor'),
      ...listed(readsValue, '--signature-file, --description-file'),
      '-o --output-directory': valueWith(replacesTree),
    },
    effects: (call) => [readsHere, ...(hasAny(call, '--stdout', '--output-directory') ? [] : [createsHere])],
  },
};

/** With `--no-index` the words are files, wherever they are. */
function readsCompared(call: Call): readonly Effect[] {
  return has(call, '--no-index') ? call.operands.map(readsTree) : readsRepository(call);
}

/** `git reflog` shows; `expire` and `delete` take away what is the last way back to commits. */
function changesReflog(call: Call): readonly Effect[] {
  const action = textOf(call.operands[0]);
  const isLost = ['expire', 'delete', 'drop'].includes(action ?? '') && !staysOn(call, '--dry-run');
  return isLost ? [losesCommits] : readsRepository(call);
}
