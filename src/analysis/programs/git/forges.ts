import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  createsFile,
  destroys,
  discloses,
  interactive,
  readsFile,
  readsTree,
  receivesFrom,
  replacesTree,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { allValues, has, readsValue, replacesValue, valueWith } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  isOn,
  listed,
  orHelp,
  readBy,
  readsHere,
  receives,
  switches,
  values,
} from '../shorthand.ts';

const inRepository = { ...values('-R --repo'), ...flags('--help') };

const shown = {
  ...values(
    '--json, -q --jq, -t --template, -L --limit, -s --state, -A --author, -a --assignee, -l --label, -S --search, -B --base, -H --head, --app, --sort, --order, -m --milestone, --mention, -u --user, -b --branch, -e --event, -w --workflow, -c --commit, -j --job, --language, --topic, --visibility, --owner, --attempt, --created, --status, --filename, --extension, --match, --size, -i --interval, --key, --ref -r, --env, -o --org, --format, --color, --ttl, --license',
  ),
  ...switches(
    '-c --comments, -p --patch, --name-only, --log, --log-failed, -v --verbose, --exit-status, --watch, --fail-fast, --required, --fork, --source, --archived, --no-archived, -d --draft, --exclude-drafts, --exclude-pre-releases, --compact, -a --all, --closed, -y --yaml, --no-pager',
  ),
  ...listed({ takes: 'optional', effects: always(interactive) }, '-w --web'),
};

const reads: Command = { options: { ...shown, ...flags('--web') }, effects: always(receives) };

const written = {
  ...values(
    '-t --title, -b --body, -a --assignee, -l --label, -m --milestone, -p --project, -r --reviewer, -B --base, -H --head, --add-label, --remove-label, --add-assignee, --remove-assignee, --add-reviewer, --remove-reviewer, --add-project, --remove-project, -n --notes, --target, --discussion-category, --notes-start-tag, -c --comment, --reason, -d --description, --homepage, --visibility, -g --gitignore, --license, --team, --template, --subject, --author-email, --match-head-commit, --branch-repo, --name, --default-branch, --add-topic, --remove-topic, -e --env, -f --field, -F --raw-field, --ref, --org, -o, -u --user, --repos, --app, --remote, --remote-name, --color, --duplicate-of, --tag',
  ),
  ...switches(
    '-d --draft, -f --fill, --fill-first, --fill-verbose, --no-maintainer-edit, --dry-run, --squash -s, --merge -m, --rebase, --auto, --admin, --disable-auto, --delete-branch, --delete-last, --edit-last, --prerelease -p, --latest, --generate-notes, --verify-tag, --notes-from-tag, --fail-on-no-commits, --approve, --request-changes, --comment, --yes -y, --undo, --public, --private, --internal, --add-readme, --push, --clone, --fork, --force, --failed, --debug, --enable-issues, --enable-wiki, --no-store, --remove-milestone, --clobber, --accept-visibility-change-consequences, --default, --no-upstream, -c --checkout, --detach, --recurse-submodules, --json, -a --all, --delete-tag, --cleanup-tag, --allow-forking',
  ),
  ...listed(readsValue, '-F --body-file, --notes-file, --recover, --env-file'),
  ...listed({ takes: 'optional', effects: always(interactive) }, '-w --web, -e --editor'),
};

const writes: Command = {
  options: written,
  effects: (call) => [sendsTo(null), changes('remote', call.operands[0] ?? null), ...uploads(call)],
};
const deletes: Command = {
  options: written,
  effects: (call) => [sendsTo(null), destroys('remote', call.operands[0] ?? null)],
};

/** Release assets, issue attachments: further words are files. */
function uploads(call: Call): readonly Effect[] {
  return call.subcommands[0] === 'release'
    ? call.operands.slice(1).map((word) => readsFile(known(prefixOf(word).split('#', 1)[0] ?? '')))
    : [];
}

const gh: Readonly<Record<string, Command>> = {
  pr: {
    subcommands: {
      'list ls view status checks diff': reads,
      'create new edit comment review close reopen ready lock unlock update-branch': writes,
      merge: {
        options: written,
        effects: (call) => [sendsTo(null), changes('remote', call.operands[0] ?? null)],
      },
      'checkout co': {
        options: written,
        effects: always(receives, changes('repository'), altersTree(known('.'))),
      },
      revert: writes,
    },
  },
  issue: {
    subcommands: {
      'list ls view status': reads,
      'create new edit comment close reopen pin unpin lock unlock transfer develop': writes,
      delete: deletes,
    },
  },
  repo: {
    subcommands: {
      'list ls view': reads,
      clone: {
        order: 'options-first',
        options: values('-u --upstream-remote-name'),
        effects: ({ operands }) => [
          receivesFrom(operands[0] ?? null),
          createsFile(operands[1] ?? known('.')),
        ],
      },
      'create new edit fork rename sync unarchive set-default': writes,
      'delete archive': deletes,
      'gitignore license autolink deploy-key': {
        ...writes,
        subcommands: { 'list ls view': reads, 'create add delete': writes },
      },
    },
  },
  release: {
    subcommands: {
      'list ls view verify verify-asset': reads,
      'create new edit upload': writes,
      'delete delete-asset': deletes,
      download: {
        options: {
          ...values('-p --pattern, -A --archive'),
          ...switches('--clobber, --skip-existing'),
          ...listed(valueWith(replacesTree), '-D --dir'),
          ...listed(replacesValue, '-O --output'),
        },
        effects: always(receives, replacesTree(known('.'))),
      },
    },
  },
  run: {
    subcommands: {
      'list ls view watch': reads,
      'rerun cancel': writes,
      delete: deletes,
      download: {
        options: { ...values('-n --name, -p --pattern'), ...listed(valueWith(replacesTree), '-D --dir') },
        effects: always(receives, replacesTree(known('.'))),
      },
    },
  },
  workflow: { subcommands: { 'list ls view': reads, 'run enable disable': writes } },
  'label project gist cache variable ruleset codespace ssh-key gpg-key org agent-task': {
    subcommands: {
      'list ls view get check item-list field-list status': {
        ...reads,
        effects: (call) => [
          receives,
          ...(call.subcommands[0] === 'variable' ? [discloses('credentials')] : []),
        ],
      },
      'create new edit clone rename add set copy close link unlink item-add item-create item-edit item-archive field-create mark-template':
        {
          options: { ...written, ...switches('-p --public'), ...values('-d --desc, -f --filename') },
          effects: (call) => [...call.operands.map(readsTree), sendsTo(null), changes('remote')],
        },
      'delete remove item-delete field-delete': deletes,
      'ssh code jupyter ports logs cp stop rebuild': {
        effects: always(sendsTo(null), interactive, unknownEffect('program-specific', 'codespace')),
      },
    },
  },
  secret: { subcommands: { 'list ls': reads, set: writes, 'delete remove': deletes } },
  auth: {
    subcommands: {
      status: {
        options: { ...values('-h --hostname, --json'), ...switches('-a --active, -t --show-token') },
        effects: (call) => [
          receives,
          ...(isOn(call, '-t') || isOn(call, '--show-token') ? [discloses('credentials')] : []),
        ],
      },
      token: { options: values('-h --hostname, -u --user'), effects: always(discloses('credentials')) },
      'login logout refresh switch setup-git': {
        options: {
          ...values('-h --hostname, -p --git-protocol, -s --scopes, -u --user, -r --remove-scopes'),
          ...switches('-w --web, --with-token, --insecure-storage, --skip-ssh-key, --clipboard, -f --force'),
        },
        effects: always(sendsTo(null), changesSettings, interactive),
      },
      'git-credential': { effects: always(discloses('credentials')) },
    },
  },
  api: {
    options: {
      ...values(
        '-X --method, -H --header, -f --raw-field, -q --jq, -t --template, -p --preview, --cache, --hostname',
      ),
      ...switches('-i --include, --paginate, --silent, --slurp, --verbose'),
      '-F --field': { takes: 'value', effects: ({ value }) => readsField(prefixOf(value)) },
      '--input': {
        takes: 'value',
        effects: ({ value }) => (textOf(value) === '-' ? [] : [readsFile(value)]),
      },
    },
    effects: calls,
  },
  search: { subcommands: { 'repos issues prs commits code': reads } },
  browse: {
    options: {
      ...values('-b --branch, -c --commit'),
      ...switches('-n --no-browser, -p --projects, -s --settings, -w --wiki, -r --releases, --blame'),
    },
    effects: (call) => (isOn(call, '-n') || isOn(call, '--no-browser') ? [] : [interactive]),
  },
  'status preview': reads,
  config: {
    subcommands: {
      'get list ls': {},
      'set clear-cache': { options: values('-h --host'), effects: always(changesSettings) },
    },
  },
  alias: {
    subcommands: {
      'list ls': {},
      'set delete import': {
        options: switches('-s --shell, --clobber, --all'),
        effects: always(changesSettings),
      },
    },
  },
  extension: {
    subcommands: {
      'list ls search browse': reads,
      'install upgrade remove create': {
        options: { ...switches('--force, --all, --dry-run'), ...values('--pin, --precompiled') },
        effects: always(receives, changesPackages),
      },
      exec: { style: 'none', effects: always(unknownEffect('loaded-code', 'gh extension')) },
    },
  },
  attestation: {
    subcommands: {
      'verify trusted-root': reads,
      download: { effects: always(receives, replacesTree(known('.'))) },
    },
  },
  copilot: { effects: always(sendsTo(null), interactive) },
  'completion help version reference environment': { options: values('-s --shell') },
};

function readsField(text: string): readonly Effect[] {
  const file = /^[^=]*=@(.+)$/.exec(text)?.[1];
  return file === undefined || file === '-' ? [] : [readsFile(known(file))];
}

/** A request is a GET, unless fields or a body are given, or a method. GraphQL says in its text what it does. */
function calls(call: Call): readonly Effect[] {
  const method = allValues(call, '--method').at(-1);
  const hasBody = hasAny(call, '--raw-field', '--field', '--input');
  const name = method === undefined ? (hasBody ? 'POST' : 'GET') : (textOf(method)?.toUpperCase() ?? '?');
  const target = call.operands[0] ?? null;
  const isQuery =
    textOf(target ?? undefined) === 'graphql' &&
    !call.given.some(({ value }) => /mutation/.test(prefixOf(value)) || value.kind !== 'known');
  if (name === 'GET' || name === 'HEAD' || (isQuery && !has(call, '--input'))) return [receivesFrom(target)];
  return [
    sendsTo(target),
    name === 'DELETE' || name === '?' ? destroys('remote', target) : changes('remote', target),
  ];
}

const unabbreviated = { abbreviates: false } as const;

const svnOptions = {
  ...flags(
    '-v --verbose, -q --quiet, -u --show-updates, --xml, --summarize, --no-ignore, --stop-on-copy, -g --use-merge-history, --force, --non-interactive, -R --recursive, --no-auth-cache, --help -h, --version, --git, --ignore-externals, --notice-ancestry, --parents, --keep-local, --dry-run, --force-log, --no-diff-deleted, --remove-unversioned, --remove-ignored',
  ),
  ...values(
    '-r --revision, -c --change, -l --limit, --depth, --set-depth, -m --message, --username, --password, --changelist, --accept, -x --extensions, --show-item, --search, --with-revprop, --strip, --native-eol, --trust-server-cert-failures',
  ),
  ...listed(readsValue, '-F --file, --targets'),
  ...listed(
    { takes: 'value', effects: ({ value }) => [runsShell(value)] },
    '--diff-cmd, --diff3-cmd, --editor-cmd',
  ),
  ...listed(
    { takes: 'value', effects: always(unknownEffect('program-specific', 'the settings of svn')) },
    '--config-dir, --config-option',
  ),
};

const hgOptions = {
  ...flags(
    '-v --verbose, -q --quiet, -y --noninteractive, --debug, --traceback, --time, -h --help, --version, -p --patch, -g --git, -a --all --text, -n --new, --stat, -G --graph, -A --addremove, -C --clean, -c --check, -m, -u, -d, -i, -f --force, -B --bookmarks, -k --keep, --all, --close-branch, --amend, -s, -S --subrepos, -0 --print0, --active, --closed, -t --tags',
  ),
  ...values(
    '-r --rev, -l --limit, -m --message, -U --unified, -I --include, -X --exclude, -b --branch, --template -T, -k --keyword, -u --user, -d --date, --color, --pager, --encoding, -s --source, --dest, --base, --style',
  ),
  ...listed(
    { takes: 'value', effects: always(unknownEffect('program-specific', 'settings for this one call')) },
    '--config, -R --repository',
  ),
  ...listed(
    { takes: 'value', effects: ({ value }) => [runsShell(value)] },
    '-e --ssh, --remotecmd, -t --tool',
  ),
};

/** Command lines of forges, and other version control than git. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['gh'],
    ...unabbreviated,
    options: flags('--version'),
    globalOptions: inRepository,
    subcommands: readBy(unabbreviated, gh),
  }),
  {
    names: ['glab', 'hub', 'tea', 'jira', 'linear'],
    ...unabbreviated,
    order: 'any',
    options: { ...written, ...shown, ...flags('--version, -h --help'), ...values('-R --repo') },
    effects: asksForge,
  },
  { names: ['svn'], abbreviates: false, options: svnOptions, effects: subversion },
  { names: ['hg', 'chg', 'sl'], options: hgOptions, effects: mercurial },
  {
    names: ['jj', 'fossil', 'bzr', 'darcs', 'pijul', 'cvs', 'p4'],
    ...unabbreviated,
    options: {
      ...flags(
        '-h --help, --version, -r, -v, -s --summary, --stat, --git, --no-pager, --ignore-working-copy',
      ),
      ...values('-T --template, -n --limit, --color, -m --message'),
    },
    effects: otherControl,
  },
  {
    names: ['tig', 'lazygit', 'gitui', 'sourcetree', 'gitk'],
    style: 'none',
    effects: always(interactive, readsHere, changes('repository')),
  },
];

function asksForge(call: Call): readonly Effect[] {
  const [group, action] = call.operands.map((word) => textOf(word) ?? '');
  const words = `${group} ${action ?? ''}`;
  if (/^(version|help|completion)/.test(words) || hasAny(call, '--help', '--version')) return [];
  if (/ (list|ls|view|show|status|diff|checks)$|^(status|browse|ci-status)\b/.test(words)) return [receives];
  if (/^auth (token|status)|^config get/.test(words)) return [discloses('credentials'), receives];
  if (/^(alias|config|auth)/.test(words)) return [changesSettings, sendsTo(null)];
  if (/ (clone|checkout|download)$/.test(words))
    return [receives, changes('repository'), altersTree(known('.'))];
  return [sendsTo(null), /delete|remove/.test(words) ? destroys('remote') : changes('remote')];
}

function subversion({ operands }: Call): readonly Effect[] {
  const [action, ...paths] = operands;
  switch (textOf(action)) {
    case 'status':
    case 'st':
    case 'stat':
    case 'info':
    case 'help':
    case 'diff':
    case 'di':
    case 'propget':
    case 'pg':
    case 'proplist':
    case 'pl':
      return [readsHere, ...paths.map(readsTree)];
    case 'log':
    case 'list':
    case 'ls':
    case 'cat':
    case 'blame':
    case 'praise':
    case 'annotate':
      return [readsHere, receives];
    case 'update':
    case 'up':
    case 'checkout':
    case 'co':
    case 'switch':
    case 'sw':
    case 'export':
      return [receives, changes('repository'), altersTree(known('.'))];
    case 'add':
    case 'cleanup':
    case 'changelist':
    case 'resolve':
    case 'resolved':
    case 'propset':
    case 'ps':
    case 'mkdir':
    case 'copy':
    case 'cp':
    case 'move':
    case 'mv':
      return [changes('repository')];
    case 'commit':
    case 'ci':
    case 'import':
    case 'lock':
    case 'unlock':
      return [readsHere, sendsTo(null), changes('remote')];
    case 'revert':
    case 'delete':
    case 'del':
    case 'remove':
    case 'rm':
      return [destroys('repository'), ...paths.map(replacesTree)];
    default:
      return [unknownEffect('unknown-subcommand', `svn ${textOf(action) ?? ''}`)];
  }
}

function mercurial({ operands }: Call): readonly Effect[] {
  const action = textOf(operands[0]) ?? '';
  if (
    /^(status|st|log|history|diff|cat|annotate|blame|summary|sum|id|identify|tip|heads|parents|branches|tags|manifest|files|locate|root|paths|help|version|grep|verify|config|showconfig|sl|smartlog|show)$/.test(
      action,
    )
  )
    return [readsHere];
  if (/^(incoming|in|outgoing|out)$/.test(action)) return [receives];
  if (/^(pull|fetch|clone)$/.test(action)) return [receives, changes('repository'), altersTree(known('.'))];
  if (action === 'push') return [sendsTo(operands[1] ?? null), changes('remote')];
  if (
    /^(add|commit|ci|branch|bookmark|bookmarks|tag|rename|mv|move|copy|cp|init|resolve|graft|merge|phase|addremove|amend|shelve)$/.test(
      action,
    )
  )
    return [changes('repository')];
  if (
    /^(update|up|checkout|co|revert|strip|rollback|purge|remove|rm|histedit|rebase|unshelve|backout|forget|uncommit)$/.test(
      action,
    )
  )
    return [destroys('repository'), altersTree(known('.'))];
  return [unknownEffect('unknown-subcommand', `hg ${action}`)];
}

function otherControl({ operands, name }: Call): readonly Effect[] {
  const action = textOf(operands[0]) ?? '';
  if (
    /^(status|st|log|diff|show|info|version|help|root|timeline|annotate|blame|opened|changes|describe)$/.test(
      action,
    )
  )
    return [readsHere];
  return [unknownEffect('unknown-subcommand', `${name} ${action}`)];
}
