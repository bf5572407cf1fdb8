import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, mayStartWith, textOf, unknownWords } from '../../words.ts';
import { discloses, readsFile, readsTree, receivesFrom, runsShell, unknownEffect } from '../effects.ts';
import { has, readsValue, replacesValue, special, value } from '../options.ts';
import type { Call, Command, Given, OptionRule } from '../program.ts';
import { always, flags, hasAny, listed, optionals, readsHere, values } from '../shorthand.ts';
import { otherSide } from './options.ts';
import { reachesAddress, readsNamed, readsRepository } from './words.ts';

/** Subcommands that show, find and pack what files a repository holds. */
export const content: Readonly<Record<string, Command>> = {
  status: {
    options: {
      ...flags(
        '-s --short, -b --branch, --show-stash, --long, -v --verbose, -z --null, --ahead-behind, --renames',
      ),
      ...optionals(
        '--porcelain, -u --untracked-files, --ignored, --ignore-submodules, --column, -M --find-renames',
      ),
    },
    optionsAreHarmless: true,
    effects: readsRepository,
  },
  grep: {
    number: value,
    options: {
      ...flags(
        '--cached, --no-index, --untracked, --exclude-standard, --no-exclude-standard, --recurse-submodules',
      ),
      ...flags(
        '-v --invert-match, -i --ignore-case, -w --word-regexp, -a --text, -I, -r --recursive, --no-recursive',
      ),
      ...flags(
        '-E --extended-regexp, -G --basic-regexp, -F --fixed-strings, -P --perl-regexp, -n --line-number, --column',
      ),
      ...flags(
        '-h, -H, --full-name, -l --files-with-matches --name-only, -L --files-without-match, -z --null',
      ),
      ...flags(
        '-o --only-matching, -c --count, --break, --heading, -p --show-function, -W --function-context',
      ),
      ...flags('--and, --or, --not, -q --quiet, --all-match, --no-textconv, --no-color, --ext-grep'),
      ...optionals('--color'),
      ...values(
        '--max-depth, -C --context, -B --before-context, -A --after-context, --threads, -e, -m --max-count',
      ),
      '-f': readsValue,
      '-O --open-files-in-pager': { takes: 'optional', effects: opensInPager },
      '--textconv': special('the text converter of the configuration'),
    },
    effects: readsSearched,
  },
  'ls-files': {
    options: {
      ...flags(
        '-z, -t, -v, -f, -c --cached, -d --deleted, -m --modified, -o --others, -i --ignored, -s --stage, -k --killed',
      ),
      ...flags(
        '--directory, --eol, --empty-directory, -u --unmerged, --resolve-undo, --exclude-standard, --full-name',
      ),
      ...flags(
        '--recurse-submodules, --error-unmatch, --debug, --deduplicate, --sparse, --no-empty-directory',
      ),
      ...values('-x --exclude, --exclude-per-directory, --with-tree, --format'),
      ...optionals('--abbrev'),
      '-X --exclude-from': readsValue,
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'ls-tree': {
    options: {
      ...flags(
        '-d, -r, -t, -z, -l --long, --name-only, --name-status, --object-only, --full-name, --full-tree',
      ),
      ...values('--format'),
      ...optionals('--abbrev'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'cat-file': {
    options: {
      ...flags(
        '-e, -p, -t, -s, --allow-unknown-type, --buffer, --follow-symlinks, --unordered, --batch-all-objects, -z, -Z',
      ),
      ...flags('--use-mailmap --mailmap, --no-filter'),
      ...optionals('--batch, --batch-check, --batch-command'),
      ...values('--path, --filter'),
      ...listed(special('the filters and converters of the configuration'), '--textconv, --filters'),
    },
    effects: (call) => [
      ...readsRepository(call),
      // All that was ever committed, with what was taken out again.
      ...(has(call, '--batch') && has(call, '--batch-all-objects') ? [discloses('history')] : []),
    ],
  },
  archive: {
    options: {
      ...flags('-v --verbose, -l --list, --worktree-attributes, -0, -1, -2, -3, -4, -5, -6, -7, -8, -9'),
      ...listed(archived(), '--format, --prefix, --mtime'),
      ...listed(
        archived((path) => [readsFile(path)]),
        '--add-file, --add-virtual-file',
      ),
      '-o --output': replacesValue,
      '--remote': { takes: 'value', effects: ({ value }) => [...reachesAddress(value), receivesFrom(value)] },
      ...listed(otherSide, '--exec'),
    },
    number: value,
    effects: always(readsHere),
  },
};

/** The value of an option of `git archive`, which looks for `-o`, `--remote` and `--exec` before it knows of others: `--prefix -ofile` writes to `file`. */
function archived(effects: (value: Word) => readonly Effect[] = () => []): OptionRule {
  const overlooked = unknownEffect('program-specific', 'an option in the place of a value');
  return {
    takes: 'value',
    effects: ({ value }) => (mayStartWith(value, '-') ? [overlooked] : effects(value)),
  };
}

/** The pattern is the first word, unless an option gives it. */
function readsSearched(call: Call): readonly Effect[] {
  const words = hasAny(call, '-e', '-f') ? call.operands : call.operands.slice(1);
  if (hasAny(call, '--no-index', '--untracked')) return [readsHere, ...words.map(readsTree)];
  return [readsHere, ...words.flatMap(readsNamed)];
}

/** The shell reads the text of the pager, and gives it the files that were found. */
function opensInPager({ values }: Given): readonly Effect[] {
  const [pager] = values;
  if (pager === undefined) return [unknownEffect('program-specific', 'the pager of the configuration')];
  const text = textOf(pager);
  if (text === null) return [runsShell(pager)];
  return [runsShell(known(`${text} "$@"`), [pager, unknownWords()])];
}
