import { interactive } from '../effects.ts';
import { flagWith, readsValue, replacesValue, runsValue, special } from '../options.ts';
import type { OptionRule, OptionTable } from '../program.ts';
import { always, flags, listed, optionals, values } from '../shorthand.ts';
import { checksSignatures, commitFormat } from './signatures.ts';

/** How commits and trees are compared and shown: `git diff` and all that print patches. */
export const diffOptions: OptionTable = {
  ...flags(
    '-p -u --patch, -s --no-patch, --raw, --patch-with-raw, -t, --indent-heuristic, --minimal, --patience, --histogram',
    '--compact-summary, --numstat, --shortstat, --cumulative, --summary, --patch-with-stat, -z, --name-only, --name-status',
    '--no-renames, --rename-empty, --check, --full-index, --binary, --find-copies-harder, -D --irreversible-delete',
    '--pickaxe-all, --pickaxe-regex, -R, -a --text, --ignore-cr-at-eol, --ignore-space-at-eol, -b --ignore-space-change',
    '-w --ignore-all-space, --ignore-blank-lines, -W --function-context, --exit-code, --quiet, --no-ext-diff, --no-textconv',
    '--no-prefix, --default-prefix, --ita-invisible-in-index, --ita-visible-in-index, -m, -c, --cc, --combined-all-paths',
    '--remerge-diff, --no-diff-merges, --dd, -r, --no-color, --no-relative, --no-indent-heuristic, --no-color-moved',
    '--ignore-all-space, --no-abbrev, --no-exit-code',
  ),
  ...optionals(
    '-U --unified, --stat, -X --dirstat, --dirstat-by-file, --submodule, --color, --color-moved, --word-diff, --color-words',
    '--abbrev, -B --break-rewrites, -M --find-renames, -C --find-copies, --relative, --ignore-submodules, --diff-merges',
  ),
  ...values(
    '--output-indicator-new, --output-indicator-old, --output-indicator-context, --anchored, --diff-algorithm, --stat-width',
    '--stat-name-width, --stat-count, --stat-graph-width, --color-moved-ws, --word-diff-regex, --ws-error-highlight, -l',
    '--diff-filter, -S, -G, --find-object, --skip-to, --rotate-to, -I --ignore-matching-lines, --inter-hunk-context',
    '--src-prefix, --dst-prefix, --line-prefix, --max-depth',
  ),
  '-O': readsValue,
  '--output': replacesValue,
  '--ext-diff': special('the diff program of the configuration'),
  '--textconv': special('the text converter of the configuration'),
};

/** Which commits, in which order, and how they are told. */
export const logOptions: OptionTable = {
  '--show-signature': special(checksSignatures),
  ...listed(commitFormat, '--pretty, --format'),
  ...flags(
    '--all, --reflog, --alternate-refs, --single-worktree, --ignore-missing, --stdin, -q --quiet, --cherry-mark',
    '--cherry-pick, --cherry, --left-only, --right-only, -g --walk-reflogs, --merge, --boundary, --use-bitmap-index',
    '--simplify-by-decoration, --show-pulls, --full-history, --dense, --sparse, --simplify-merges, --date-order',
    '--author-date-order, --topo-order, --reverse, --objects, --objects-edge, --objects-edge-aggressive, --indexed-objects',
    '--unpacked, --object-names, --no-object-names, --filter-provided-objects, --filter-print-omitted, --do-walk',
    '--exclude-promisor-objects, --abbrev-commit, --no-abbrev-commit, --oneline, --standard-notes, --show-notes-by-default',
    '--no-show-signature, --relative-date, --parents, --children, --left-right, --graph, --no-graph',
    '--count, --timestamp, --header, --all-match, --invert-grep, -i --regexp-ignore-case, --basic-regexp, --no-filter',
    '-E --extended-regexp, -F --fixed-strings, -P --perl-regexp, --remove-empty, --merges, --no-merges, --no-min-parents',
    '--no-max-parents, --first-parent, --exclude-first-parent-only, --not, --bisect, --bisect-vars, --bisect-all, --follow',
    '--decorate, --no-decorate, --clear-decorations, --source, --mailmap --use-mailmap, --no-mailmap, --log-size, --no-notes',
    '--in-commit-order, --no-commit-header, --commit-header, --no-expand-tabs, --show-all, --no-standard-notes',
  ),
  ...optionals(
    '--branches, --tags, --remotes, --disk-usage, --ancestry-path, --no-walk, --expand-tabs, --notes, --show-notes, --progress',
    '--show-linear-break, --decorate, --since-as-filter, --max-age, --min-age, --missing, --filter',
    '--grep-debug, --early-output',
  ),
  ...values(
    '--glob, --exclude, --exclude-hidden, --encoding, --date, -n --max-count, --skip, --since --after, --until --before',
    '--author, --committer, --grep-reflog, --grep, --min-parents, --max-parents, --decorate-refs, --decorate-refs-exclude, -L',
  ),
};

/** Which commits, and what is in them. */
export const patchOptions: OptionTable = { ...diffOptions, ...logOptions };

/** The program that the other side of a connection runs. Where that is a repository here, a shell here runs it. */
export const otherSide: OptionRule = runsValue;

/** Options of commands that bring commits together. */
export const mergeOptions: OptionTable = {
  ...flags(
    '-n, --stat, --no-stat, --summary, --squash, --commit, --no-commit, -e --edit, --no-edit, --ff, --no-ff, --ff-only',
    '--rerere-autoupdate, --verify-signatures, -v --verbose, -q --quiet, --allow-unrelated-histories, --progress, --autostash',
    '--overwrite-ignore, --signoff, --no-verify, --verify, --compact-summary',
  ),
  ...optionals('--log, -S --gpg-sign'),
  ...values('--cleanup, -s --strategy, -X --strategy-option'),
};

/** Options of commands that make commits. */
export const commitOptions: OptionTable = {
  ...flags('-s --signoff, --verify, --no-verify'),
  ...optionals('-S --gpg-sign'),
};

/** A flag with which git asks a person, in an editor or at a prompt. */
export const waits: OptionRule = flagWith(always(interactive));

/** The paths are those in a file. */
export const pathspecFile: OptionTable = {
  '--pathspec-from-file': readsValue,
  ...flags('--pathspec-file-nul'),
};
