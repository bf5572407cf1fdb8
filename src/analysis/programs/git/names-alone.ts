import { textOf } from '../../words.ts';
import type { Call } from '../program.ts';

/** Options with which files are told of by name and size at most, and the commits that they are in. */
const harmless: ReadonlySet<string> = new Set(
  (
    '--stat --numstat --shortstat --compact-summary --summary --dirstat --name-only --name-status --raw --quiet --no-patch ' +
    '--exit-code --diff-filter --no-renames --find-renames --follow --oneline --format --pretty --abbrev-commit --date ' +
    '--relative-date --all --full-history --branches --tags --remotes --graph --decorate --no-decorate --source --reverse ' +
    '--topo-order --date-order --merges --no-merges --first-parent --since --until --author --committer --max-count --skip ' +
    '--count --color --no-color --cached --numbered --email --porcelain --short --branch --untracked-files --ignored --no-pager -0'
  ).split(' '),
);

/** With one of these a comparison has no patch in it. */
const withoutPatch: ReadonlySet<string> = new Set(
  '--stat --numstat --shortstat --compact-summary --summary --dirstat --name-only --name-status --raw --quiet --no-patch'.split(
    ' ',
  ),
);

/** Subcommands that show no patch unless they are told to. */
const plain: ReadonlySet<string | null> = new Set(['log', 'whatchanged', 'rev-list', 'shortlog', 'status']);

/**
 * Whether git tells that there are files, that they have changed and in which commits, and nothing of what is in them. What is looked
 * for in files (`-S`) tells of that, and so may every option that is not listed here.
 */
export function tellsNamesAlone({ argv, given, operands }: Call): boolean {
  // Another word may turn out to be an option.
  if (operands.some((word) => word.kind !== 'known')) return false;
  // Of options before the subcommand only those count that take no value.
  const subcommand =
    argv
      .slice(1)
      .map(textOf)
      .find((text) => text?.startsWith('-') !== true) ?? null;
  if (!given.every(({ names }) => names.some((name) => harmless.has(name)))) return false;
  if (plain.has(subcommand)) return true;
  return subcommand === 'diff' && given.some(({ names }) => names.some((name) => withoutPatch.has(name)));
}
