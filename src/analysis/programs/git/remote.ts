import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  background,
  changes,
  createsFile,
  deletesTree,
  destroys,
  listens,
  readsTree,
  receivesFrom,
  replacesFile,
  replacesTree,
  runsForeign,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { has, readsValue, runsValue, specialValue, valueWith } from '../options.ts';
import type { Command } from '../program.ts';
import {
  always,
  changesSettings,
  flags,
  listed,
  optionals,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';
import { bundles, clones, credentials, fetches, pushes, runsForEach, tools } from './exchanges.ts';
import { largeFiles } from './large-files.ts';
import { diffOptions, logOptions, mergeOptions, otherSide } from './options.ts';
import { appliesSetting } from './settings.ts';
import { changesRepository, losesCommits, reachesAddress, readsRepository } from './words.ts';

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

/** Subcommands that talk to other repositories. */
export const exchanging: Readonly<Record<string, Command>> = {
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
  fetch: { options: fetching, effects: (call) => [...fetches(call), changesRepository] },
  pull: {
    options: { ...mergeOptions, ...fetching, ...optionals('-r --rebase') },
    effects: (call) => [...fetches(call), changesRepository, altersTree(known('.'))],
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
  submodule: {
    options: flags('-q --quiet, --cached'),
    effects: always(readsHere),
    subcommands: {
      status: { options: flags('--cached, --recursive'), effects: always(readsHere) },
      summary: {
        options: { ...flags('--cached, --files'), ...values('-n --summary-limit') },
        effects: always(readsHere),
      },
      add: {
        options: {
          ...flags('-f --force, --progress'),
          ...values('-b --branch, --name, --reference, --depth, --ref-format'),
        },
        effects: (call) => [
          ...reachesAddress(call.operands[0] ?? null),
          receivesFrom(call.operands[0] ?? null),
          changesRepository,
          changesSettings,
        ],
      },
      'init sync set-branch set-url absorbgitdirs': {
        options: { ...flags('--recursive, -d --default'), ...values('-b --branch') },
        effects: (call) => [changesSettings, ...call.operands.flatMap(reachesAddress)],
      },
      update: {
        options: {
          ...flags(
            '--init, --remote, -N --no-fetch, -f --force, --checkout, --merge, --rebase, --recommend-shallow, --recursive',
          ),
          ...flags('--single-branch, --progress'),
          ...values('--reference, --depth, -j --jobs, --filter'),
        },
        effects: (call) => [
          receives,
          has(call, '--force') ? losesCommits : changesRepository,
          altersTree(known('.')),
        ],
      },
      deinit: { options: flags('-f --force, --all'), effects: always(losesCommits, deletesTree(known('.'))) },
      foreach: {
        options: flags('--recursive'),
        order: 'options-first',
        effects: ({ operands }) => runsForEach(operands.map((word) => textOf(word))),
      },
    },
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
  'send-email imap-send': {
    options: {
      ...revisionsOnly(),
      ...values(
        '--to, --cc, --bcc, --subject, --from, --in-reply-to, --reply-to, --identity, --smtp-user, --confirm',
      ),
      ...flags('--annotate, --compose, --dry-run, --quiet, --suppress-from, --thread, --validate'),
      ...listed(runsValue, '--smtp-server, --sendmail-cmd, --to-cmd, --cc-cmd, --header-cmd'),
    },
    effects: (call) => [readsHere, ...call.operands.map(readsTree), sendsTo(null)],
  },
  'request-pull': {
    options: flags('-p'),
    effects: (call) => [readsHere, receivesFrom(call.operands[1] ?? null)],
  },
  daemon: {
    options: {
      ...flags('--verbose, --export-all, --reuseaddr'),
      ...values('--port, --listen'),
      ...optionals('--base-path'),
    },
    effects: always(readsHere, listens),
  },
  instaweb: {
    options: {
      ...flags('-l --local, --start, --stop, --restart'),
      ...values('-p --port, -m --module-path'),
      ...listed(runsValue, '-d --httpd, -b --browser'),
    },
    effects: always(listens, background, readsHere),
  },
  credential: { effects: (call) => credentials(call) },
  'credential-store credential-cache credential-cache--daemon': {
    options: { ...values('--timeout'), ...listed(readsValue, '--file, --socket') },
    effects: (call) => credentials(call),
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
  subtree: {
    options: {
      ...flags('-q --quiet, -d --debug, --squash, --rejoin, --ignore-joins'),
      ...values('-P --prefix, -m --message, --annotate, -b --branch, --onto'),
    },
    effects: ({ operands }) => [
      changesRepository,
      ...(textOf(operands[0]) === 'split' ? [] : [receives, altersTree(known('.')), changes('remote')]),
    ],
  },
  lfs: { subcommands: largeFiles },
  'filter-branch filter-repo': {
    options: {
      ...flags(
        '-f --force, --prune-empty, --invert-paths, --analyze, --dry-run, --replace-refs-delete, --partial',
      ),
      ...values(
        '--original, -d, --path, --path-glob, --path-rename, --subdirectory-filter, --to-subdirectory-filter, --state-branch',
      ),
      ...listed(readsValue, '--replace-text, --replace-message, --mailmap, --paths-from-file'),
      ...listed(
        runsValue,
        '--setup, --env-filter, --tree-filter, --index-filter, --parent-filter, --msg-filter, --commit-filter',
      ),
      ...listed(runsValue, '--tag-name-filter'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsForeign('python', value)] },
        '--blob-callback, --commit-callback',
      ),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsForeign('python', value)] },
        '--message-callback, --name-callback',
      ),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsForeign('python', value)] },
        '--email-callback, --refname-callback',
      ),
    },
    effects: always(losesCommits, replacesTree(known('.'))),
  },
  'fast-export': {
    options: {
      ...revisionsOnly(),
      ...flags(
        '--all, --use-done-feature, --no-data, --full-tree, --anonymize, --reference-excluded-parents, --show-original-ids',
      ),
      ...values('--signed-tags, --tag-of-filtered-object, --reencode, --refspec, --progress'),
      '--export-marks': valueWith(replacesFile),
      ...listed(readsValue, '--import-marks, --import-marks-if-exists'),
    },
    effects: readsRepository,
  },
  difftool: {
    options: {
      ...diffOptions,
      ...flags(
        '-d --dir-diff, -y --no-prompt, --prompt, --tool-help, --symlinks, --no-symlinks, -g --gui, --trust-exit-code',
      ),
      ...flags('--cached --staged, --no-index'),
      ...listed(runsValue, '-x --extcmd, -t --tool'),
    },
    effects: (call) => tools(call, '--extcmd'),
  },
  mergetool: {
    options: {
      ...flags('--tool-help, -y --no-prompt, --prompt, -g --gui, --no-gui'),
      '-t --tool': runsValue,
      '-O': readsValue,
    },
    effects: (call) => tools(call, '--tool'),
  },
  hook: {
    options: { ...flags('--ignore-missing'), ...values('--to-stdin') },
    effects: ({ operands }) => runsProject(`.git/hooks/${prefixOf(operands[1] ?? known(''))}`),
  },
  'gui citool cola gitk': { effects: always({ kind: 'interactive' }, changesRepository) },
};

function revisionsOnly() {
  return { ...diffOptions, ...logOptions };
}
