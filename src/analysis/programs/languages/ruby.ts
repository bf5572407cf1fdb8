import { known, textOf } from '../../words.ts';
import {
  altersTree,
  discloses,
  interactive,
  listens,
  replacesTree,
  runsCommand,
  runsForeign,
} from '../effects.ts';
import { readsValue, specialValue } from '../options.ts';
import type { Command, OptionTable, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  orHelp,
  readBy,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { scripts } from './interpreters.ts';
import { buildsBy, common, installsFor, publishing } from './language-tools.ts';

const gemOptions: OptionTable = {
  ...flags(
    '-h --help, -v, --verbose, -q --quiet, --silent, -V, -l --local, -b --both, --no-document, -N, --user-install, -f --force, --conservative, --pre --prerelease, --all -a, -x --executables, -I --ignore-dependencies, -d --details, --versions, --no-versions, -r --remote, --backtrace, --debug, --dry-run, --minimal-deps, --default, --exact -e, -w --wrappers, -E --env-shebang',
  ),
  ...values('--version, --platform, -s --source, -p --http-proxy, -P --trust-policy, --key, --host, --otp'),
  ...listed(
    { takes: 'value', effects: ({ value }) => [replacesTree(value)] },
    '-i --install-dir, -n --bindir, --build-root',
  ),
  ...listed(specialValue('the settings of gem'), '--config-file'),
};

const gems: Readonly<Record<string, Command>> = {
  'list query': {
    options: values('--version'),
    effects: (call) => (hasAny(call, '-r', '-b', '-s', '--source', '-p') ? [receives] : []),
  },
  'search info contents dependency environment env which specification help outdated stale check lock': {
    options: values('--version'),
    effects: always(receives),
  },
  'install i update uninstall cleanup pristine fetch unpack rebuild': {
    options: {},
    effects: always(receives, changesPackages),
  },
  'build cert': buildsBy('.'),
  sources: {
    options: { ...values('-a --add, -r --remove'), ...flags('-c --clear-all, -u --update') },
    effects: (call) => (hasAny(call, '--add', '--remove', '--clear-all') ? [changesSettings] : []),
  },
  'push yank owner signin signout': publishing,
  open: {
    options: {
      '-e --editor': { takes: 'value', effects: ({ value }) => [runsForeign('shell', value)] },
      ...values('-v --version'),
    },
    effects: always(interactive),
  },
  exec: {
    ...scripts,
    effects: ({ operands }) => [receives, ...(operands.length === 0 ? [] : [runsCommand(operands)])],
  },
  server: { effects: always(listens) },
};

const bundleOptions: OptionTable = {
  ...common,
  ...flags(
    '-v, --local, --deployment, --frozen, --redownload, --force, --clean, --no-prune, --system, --full-index, --conservative, --major, --minor, --patch, --pre, --strict, --parseable, --all, --paths, --outdated, --name-only, --only-explicit, --add-checksums, --normalize-platforms',
  ),
  ...values(
    '-j --jobs, --retry, --without, --with, --group, --binstubs, --source, -g, --git, --branch, --require, --gem, --add-platform, --remove-platform, --only-group, --without-group',
  ),
  ...listed(readsValue, '--gemfile, --lockfile'),
  ...listed({ takes: 'value', effects: ({ value }) => [replacesTree(value)] }, '--path, --target-rbconfig'),
};

const bundles: Readonly<Record<string, Command>> = {
  'install i update add remove lock cache package clean pristine binstubs inject': installsFor('Gemfile'),
  'exec e': {
    ...scripts,
    options: { '--keep-file-descriptors': { takes: 'nothing' } },
    effects: ({ operands }) => [
      ...runsProject('Gemfile'),
      ...(operands.length === 0 ? [] : [runsCommand(operands)]),
    ],
  },
  'list ls show info check outdated platform doctor version help viz licenses env': {
    effects: always(...runsProject('Gemfile')),
  },
  config: {
    effects: ({ operands }) =>
      operands.length === 0 || /^(list|get)$/.test(textOf(operands[0]) ?? '')
        ? [discloses('credentials')]
        : [changesSettings],
  },
  init: { effects: always(altersTree(known('.'))) },
  'open console gem plugin': { effects: always(interactive, altersTree(known('.'))) },
};

/** Package managers of Ruby. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['gem'],
    ...unabbreviated,
    options: flags('-v --version'),
    globalOptions: gemOptions,
    subcommands: readBy(unabbreviated, gems),
  }),
  {
    names: ['bundle', 'bundler'],
    ...unabbreviated,
    globalOptions: bundleOptions,
    effects: (call) =>
      hasAny(call, '--version', '-v', '--help')
        ? []
        : [receives, changesPackages, altersTree(known('.')), ...runsProject('Gemfile')],
    subcommands: readBy(unabbreviated, bundles),
  },
];
