import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  destroys,
  discloses,
  interactive,
  runsCommand,
  runsForeign,
  runsInput,
  sendsTo,
} from '../effects.ts';
import { inDirectory, specialValue } from '../options.ts';
import type { Call, Command, OptionTable, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  readBy,
  readsHere,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { runsBehindExec } from '../wrapped.ts';
import { scripts } from './interpreters.ts';

/** Changes what is installed for the project, with code of the packages. */
export function installsFor(file: string): Command {
  return { effects: always(receives, changesPackages, altersTree(known('.')), ...runsProject(file)) };
}

export const publishing: Command = { effects: always(readsHere, sendsTo(null), changes('remote')) };

const runsWords: Command = {
  ...scripts,
  style: 'none',
  effects: ({ operands }) => (operands.length === 0 ? [] : [runsCommand(operands)]),
};

export function buildsBy(file: string): Command {
  return { effects: always(...runsProject(file), receives, altersTree(known('.'))) };
}

export const common = flags(
  '-h --help, --version, -v --verbose, -q --quiet, -n, --dry-run, --no-color, --no-ansi, --no-interaction, -V, --offline',
);

const composerOptions: OptionTable = {
  ...common,
  ...flags(
    '--dev, --no-dev, --no-scripts, --no-plugins, --ignore-platform-reqs, -o --optimize-autoloader --optimize, -a --classmap-authoritative, --prefer-dist, --prefer-source, --no-progress, -W --with-all-dependencies, -w --with-dependencies, --lock, --no-update, -l --list, -D --direct, -t --tree, -i --installed, --latest, --outdated, --strict, --no-check-lock, --no-check-publish, --with-dependencies, --no-autoloader, --no-install, -g --global, -s, -p --platform, -A, -m, --profile, --no-cache, --no-audit, --prefer-stable, -vvv, -vv',
  ),
  ...values('--ignore-platform-req, --format -f, --stability, --repository, --timeout, --type'),
  ...listed(inDirectory, '-d --working-dir'),
};

const composer: Readonly<Record<string, Command>> = {
  'install i update u upgrade require r remove rm dump-autoload dumpautoload reinstall bump create-project':
    installsFor('composer.json'),
  'show info licenses validate depends why prohibits why-not check-platform-reqs status diagnose about suggests fund help list search browse outdated audit':
    { effects: always(readsHere, receives) },
  'run-script run': { ...scripts, effects: always(...runsProject('composer.json')) },
  exec: runsWords,
  global: { ...scripts, style: 'none', effects: always(receives, changesPackages) },
  config: {
    options: flags('-l --list, -e --editor, --unset, --global'),
    effects: (call) => (call.operands.length === 1 ? [discloses('credentials')] : [changesSettings]),
  },
  'init clear-cache clearcache self-update selfupdate archive': {
    effects: always(changesPackages, altersTree(known('.'))),
  },
};

const mixOptions: OptionTable = {
  ...common,
  ...flags(
    '--force, --no-deps-check, --no-compile, --warnings-as-errors, --trace, --cover, --stale, --failed, --check-formatted, --dry-run, --all, --no-start, --check-unused, --strict',
  ),
  ...values('--only, --exclude, --seed, --max-failures, --include, --format'),
};

const mix: Readonly<Record<string, Command>> = {
  'test compile run credo dialyzer docs do phx.server phx.gen.schema phx.routes ecto.migrate ecto.setup ecto.create ecto.gen.migration ecto.migrations escript.build release coveralls assets.build assets.deploy eval':
    buildsBy('mix.exs'),
  'ecto.drop ecto.reset ecto.rollback': { effects: always(...runsProject('mix.exs'), destroys('database')) },
  'deps.get deps.update deps.clean deps.compile deps.unlock local.hex local.rebar archive.install new phx.new clean':
    installsFor('mix.exs'),
  'deps deps.tree help hex.info hex.outdated app.tree xref': {
    effects: always(...runsProject('mix.exs'), receives),
  },
  format: {
    effects: (call) => [
      ...runsProject('.formatter.exs'),
      ...(hasAny(call, '--check-formatted', '--dry-run') ? [readsHere] : [altersTree(known('.'))]),
    ],
  },
  'hex.publish': publishing,
};

/** Package managers and tools of languages that have few. */
export const programs: readonly Program[] = [
  {
    names: [
      'rails',
      'hanami',
      'jekyll',
      'middleman',
      'hugo',
      'rspec',
      'cucumber',
      'minitest',
      'rubocop',
      'standardrb',
      'brakeman',
      'sorbet',
      'srb',
      'steep',
      'guard',
      'foreman',
      'overmind',
      'puma',
      'unicorn',
      'rackup',
      'sidekiq',
      'capistrano',
      'cap',
      'kitchen',
      'phpunit',
      'pest',
      'phpstan',
      'psalm',
      'php-cs-fixer',
      'phpcs',
      'phpcbf',
      'artisan',
      'symfony',
      'laravel',
      'busted',
      'luacheck',
      'stylua',
      'credo',
      'hlint',
      'ormolu',
      'fourmolu',
      'rebar3',
    ],
    ...scripts,
    order: 'any',
    options: {
      ...common,
      ...flags(
        '-a, -A, --autocorrect, --autocorrect-all, --fix, -d, --trace, --parallel, -p, -D, --watch, --check, --fail-fast, -s, --drafts',
      ),
      ...values(
        '-e --environment, -t --tag, --format -f, -o, --only, --filter, --seed, -P --pattern, -b --bind, --port, --example',
      ),
      ...listed(specialValue('code that is loaded'), '-r --require, -c --config, -C, --bootstrap'),
    },
    effects: (call) =>
      hasAny(call, '--help', '--version')
        ? []
        : [
            ...runsProject('.'),
            altersTree(known('.')),
            ...changesDatabase(call),
            ...runsRuby(call),
            ...readsInput(call),
          ],
  },
  {
    names: ['composer'],
    ...unabbreviated,
    globalOptions: composerOptions,
    subcommands: readBy(unabbreviated, composer),
  },
  {
    names: ['mix'],
    ...unabbreviated,
    globalOptions: mixOptions,
    effects: always(...runsProject('mix.exs')),
    subcommands: readBy(unabbreviated, mix),
  },
  {
    names: [
      'ghc',
      'cabal',
      'stack',
      'opam',
      'dune',
      'luarocks',
      'cpan',
      'cpanm',
      'swift-package',
      'rebar',
      'elm',
      'purs',
      'spago',
      'gleam',
      'pub',
      'carthage',
      'pod',
      'fastlane',
      'tuist',
      'gradle-profiler',
      'nuget',
      'paket',
      'shards',
      'nimble',
      'raco',
      'quicklisp',
      'alr',
      'fpm',
      'conan-center',
    ],
    ...unabbreviated,
    order: 'any',
    options: {
      ...common,
      ...flags(
        '-j, -O, -O0, -O1, -O2, -Wall, --fast, --test, --no-test, --enable-tests, -y, --global, --local, --force',
      ),
      ...values('--flag, --ghc-options, --resolver, -o, --jobs, -p, --prefix'),
    },
    effects: managesPackages,
  },
];

/** `rails runner` with a text, or with a file. */
function runsRuby({ name, operands: [action, code] }: Call): readonly Effect[] {
  const isRunner = name === 'rails' && /^r(?:unner)?$/.test(textOf(action) ?? '');
  return isRunner && code !== undefined && !/\.rb$/.test(textOf(code) ?? '')
    ? [runsForeign('ruby', code)]
    : [];
}

/** `rails console`: Ruby with the application, and `rails dbconsole`: the client of its database. */
function readsInput({ name, operands: [action], stdin }: Call): readonly Effect[] {
  const found = /^(?:(?:c|console)|(?<client>db|dbconsole))$/.exec(textOf(action) ?? '');
  if (name !== 'rails' || found === null || stdin.kind === 'nothing') return [];
  if (stdin.kind === 'inherited') return [interactive];
  return [runsInput(found.groups?.client === undefined ? 'ruby' : 'sql')];
}

/** The tasks of Rails and Laravel, by their names. */
export function changesDatabase(call: Call): readonly Effect[] {
  const words = call.operands.map((word) => textOf(word) ?? '').join(' ');
  if (!/db:|migrate|schema:|tinker/.test(words) || looksAtDatabase.test(words)) return [];
  return [
    /drop|reset|rollback|fresh|refresh|wipe|purge|truncate|:(?:down|load|setup|undo)\b/.test(words)
      ? destroys('database')
      : changes('database'),
  ];
}

/** One task, which tells what there is, or writes that down. */
const looksAtDatabase =
  /^(?:db:)?(?:migrate:status|version|abort_if_pending_migrations|show|table|monitor|(?:schema|structure):dump)$/;

/** The first word tells: to look, to publish, or to fetch and build. */
function managesPackages(call: Call): readonly Effect[] {
  const action = textOf(call.operands[0]) ?? '';
  const isPublishing = call.operands
    .slice(0, 2)
    .some((word) => /^(?:publish|upload|push|release|deliver|supply)$/.test(textOf(word) ?? ''));
  if (
    hasAny(call, '--help', '--version') ||
    /^(list|show|info|search|help|version|outdated|doc|path|env|config list|which)$/.test(action)
  )
    return [readsHere, receives];
  if (isPublishing) return [readsHere, sendsTo(null), changes('remote')];
  return [...runsProject('.'), receives, changesPackages, altersTree(known('.')), ...runsBehindExec(call)];
}
