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
  receives,
  switches,
  unabbreviated,
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
        effects: (call) => [
          receives,
          (isOn(call, '--force', '-f') ? destroys : changes)('repository'),
          altersTree(known('.')),
        ],
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
  secret: {
    subcommands: {
      'list ls': reads,
      set: { ...writes, options: { ...written, ...listed(readsValue, '-f --env-file') } },
      'delete remove': deletes,
    },
  },
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

/** Command lines of forges. */
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
    options: { ...written, ...shown, ...flags('--version, -h --help, --show-token'), ...values('-R --repo') },
    effects: asksForge,
  },
];

function asksForge(call: Call): readonly Effect[] {
  const [group, action] = call.operands.map((word) => textOf(word) ?? '');
  const words = `${group} ${action ?? ''}`;
  if (/^(version|help|completion)/.test(words) || hasAny(call, '--help', '--version')) return [];
  if (/^auth status/.test(words) && hasAny(call, '-t', '--show-token'))
    return [discloses('credentials'), receives];
  if (/ (list|ls|view|show|status|diff|checks)$|^(status|browse|ci-status)\b/.test(words)) return [receives];
  if (/^auth token|^config get/.test(words)) return [discloses('credentials'), receives];
  if (/^(alias|config|auth)/.test(words)) return [changesSettings, sendsTo(null)];
  if (/ (clone|checkout|download)$/.test(words))
    return [receives, changes('repository'), altersTree(known('.'))];
  return [sendsTo(null), /delete|remove/.test(words) ? destroys('remote') : changes('remote')];
}
