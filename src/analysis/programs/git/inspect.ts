import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import {
  discloses,
  interactive,
  readsTree,
  receivesFrom,
  replacesTree,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { has, readsValue, replacesValue, special, value, valueWith } from '../options.ts';
import type { Call, Command, Given } from '../program.ts';
import { always, flags, hasAny, listed, optionals, readsHere, values } from '../shorthand.ts';
import { diffOptions, logOptions, otherSide } from './options.ts';
import { isLocal, losesCommits, reachesAddress, readsNamed, readsOther, readsRepository } from './words.ts';

/** What `git diff` takes on top of the options of all comparisons. */
const comparison = flags(
  '--cached --staged, --no-index, --merge-base, -1 --base, -2 --ours, -3 --theirs, -0',
);

/** Files with names that git makes up. */
const createsHere: Effect = replacesTree(known('.'));

const revisions: Command = {
  number: value,
  options: { ...logOptions, ...diffOptions },
  effects: readsRepository,
};

/** Subcommands that show what is in a repository. */
export const inspecting: Readonly<Record<string, Command>> = {
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
  'log show whatchanged rev-list': revisions,
  reflog: {
    ...revisions,
    options: {
      ...revisions.options,
      ...flags('--rewrite, --updateref, --stale-fix, -n --dry-run, --verbose'),
      ...values('--expire, --expire-unreachable'),
    },
    effects: changesReflog,
  },
  shortlog: {
    number: value,
    options: {
      ...revisions.options,
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
      ...optionals('--pretty, --format'),
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
  'ls-remote': {
    options: {
      ...flags('-q --quiet, -t --tags, -h --heads, -b --branches, --refs, --get-url, --exit-code, --symref'),
      ...values('--sort, -o --server-option'),
      ...listed(otherSide, '--upload-pack --exec'),
    },
    effects: asksRemote,
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
    effects: readsRepository,
  },
  'rev-parse': {
    options: {
      ...flags(
        '--verify, -q --quiet, --sq, --sq-quote, --short, --not, --symbolic, --symbolic-full-name, --all, --revs-only',
      ),
      ...flags(
        '--no-revs, --flags, --no-flags, --parseopt, --keep-dashdash, --stop-at-non-option, --stuck-long, --git-dir',
      ),
      ...flags(
        '--absolute-git-dir, --git-common-dir, --is-inside-git-dir, --is-inside-work-tree, --is-bare-repository',
      ),
      ...flags(
        '--is-shallow-repository, --show-cdup, --show-prefix, --show-toplevel, --show-superproject-working-tree',
      ),
      ...flags(
        '--shared-index-path, --local-env-vars, --path-format=absolute, --path-format=relative, --bisect',
      ),
      ...optionals(
        '--short, --abbrev-ref, --disambiguate, --branches, --tags, --remotes, --since, --until, --after, --before',
      ),
      ...optionals(
        '--show-object-format, --path-format, --show-ref-format, --output-object-format, --exclude-hidden',
      ),
      ...values('--git-path, --glob, --exclude, --default, --prefix, --resolve-git-dir, -n'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'show-ref': {
    options: {
      ...flags('--head, -d --dereference, --tags, --heads, --branches, --verify, -q --quiet, --exists'),
      ...optionals('-s --hash, --abbrev, --exclude-existing'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'for-each-ref': {
    options: {
      ...flags(
        '-s --shell, -p --perl, --python, --tcl, --ignore-case, --omit-empty, --include-root-refs, --stdin',
      ),
      ...values('--count, --format, --sort, --points-at, --exclude, --start-after'),
      ...optionals('--color, --merged, --no-merged, --contains, --no-contains'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'show-branch': {
    number: value,
    options: {
      ...flags(
        '-a --all, -r --remotes, --no-name, --sha1-name, --merge-base, --independent, --topo-order, --date-order',
      ),
      ...flags('--topics, --sparse, --list, --current'),
      ...optionals('--more, --color, -g --reflog'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  describe: {
    options: {
      ...flags('--contains, --debug, --all, --tags, --long, --first-parent, --exact-match, --always'),
      ...values('--candidates, --match, --exclude'),
      ...optionals('--abbrev, --dirty, --broken'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'merge-base name-rev': {
    options: {
      ...flags(
        '-a --all, --octopus, --independent, --is-ancestor, --fork-point, --name-only, --tags, --undefined, --always',
      ),
      ...flags('--annotate-stdin, --stdin'),
      ...values('--refs, --exclude'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'check-ignore check-attr check-mailmap check-ref-format': {
    options: {
      ...flags(
        '-q --quiet, -v --verbose, --stdin, -z, -n --non-matching, --no-index, -a --all, --cached, --allow-onelevel',
      ),
      ...flags('--refspec-pattern, --normalize, --branch'),
      ...values('--source, --mailmap-file, --mailmap-blob'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'count-objects verify-pack show-index get-tar-commit-id': {
    options: {
      ...flags('-v --verbose, -H --human-readable, -s --stat-only'),
      ...optionals('--object-format'),
    },
    optionsAreHarmless: true,
    effects: always(readsHere),
  },
  'verify-commit verify-tag': {
    options: { ...flags('-v --verbose, --raw'), ...optionals('--format') },
    optionsAreHarmless: true,
    effects: always(readsHere, unknownEffect('program-specific', 'the program that checks signatures')),
  },
  'fsck fsck-objects': {
    options: flags(
      '-v --verbose, --unreachable, --dangling, --tags, --root, --cache, --reflogs, --full, --connectivity-only',
      '--strict, --progress, --name-objects, --references',
    ),
    effects: always(readsHere),
  },
  'patch-id stripspace column fmt-merge-msg': {
    options: {
      ...flags('--stable, --unstable, --verbatim, -s --strip-comments, -c --comment-lines'),
      ...values(
        '--raw-mode, --mode, --command, --width, --indent, --nl, --padding, -m --message, --into-name',
      ),
      ...optionals('--log'),
      '-F --file': readsValue,
    },
  },
  var: {
    options: flags('-l'),
    effects: ({ operands }) => (operands.length === 0 ? [discloses('credentials')] : []),
  },
  version: { options: flags('--build-options') },
  help: {
    options: {
      ...flags(
        '-a --all, -g --guides, -c --config, --user-interfaces, --developer-interfaces, --verbose, --aliases',
      ),
      ...flags('--external-commands, --exclude-guides'),
      ...listed(special('a viewer'), '-i --info, -w --web'),
      ...flags('-m --man'),
    },
    effects: ({ operands }) => (operands.length === 0 ? [] : [interactive]),
  },
  archive: {
    options: {
      ...flags('-v --verbose, -l --list, --worktree-attributes, -0, -1, -2, -3, -4, -5, -6, -7, -8, -9'),
      ...values('--format, --prefix, --mtime'),
      ...listed(readsValue, '--add-file, --add-virtual-file'),
      '-o --output': replacesValue,
      '--remote': { takes: 'value', effects: ({ value }) => [...reachesAddress(value), receivesFrom(value)] },
      ...listed(otherSide, '--exec'),
    },
    number: value,
    effects: always(readsHere),
  },
  'format-patch': {
    number: value,
    options: {
      ...revisions.options,
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

/** The pattern is the first word, unless an option gives it. */
function readsSearched(call: Call): readonly Effect[] {
  const words = hasAny(call, '-e', '-f') ? call.operands : call.operands.slice(1);
  if (hasAny(call, '--no-index', '--untracked')) return [readsHere, ...words.map(readsTree)];
  return [readsHere, ...words.flatMap(readsNamed)];
}

function opensInPager({ values }: Given): readonly Effect[] {
  const [pager] = values;
  return [
    pager === undefined
      ? unknownEffect('program-specific', 'the pager of the configuration')
      : runsShell(pager),
  ];
}

function asksRemote(call: Call): readonly Effect[] {
  const remote = call.operands[0] ?? null;
  if (has(call, '--get-url')) return [];
  const isHere = remote !== null && isLocal(remote);
  return [...reachesAddress(remote), isHere ? readsOther(remote) : receivesFrom(remote)];
}

/** `git reflog` shows; `expire` and `delete` take away what is the last way back to commits. */
function changesReflog(call: Call): readonly Effect[] {
  const action = textOf(call.operands[0]);
  const isLost = ['expire', 'delete', 'drop'].includes(action ?? '') && !has(call, '--dry-run');
  return isLost ? [losesCommits] : readsRepository(call);
}
