import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  destroys,
  discloses,
  interactive,
  listens,
  readsFile,
  replacesTree,
  runsCommand,
  runsFile,
  runsForeign,
  runsInput,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { inDirectory, readsValue, specialValue } from '../options.ts';
import type { Call, Command, OptionRule, OptionTable, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  optionals,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';

const unabbreviated = { abbreviates: false } as const;
const scripts = { abbreviates: false, order: 'options-first' } as const;

/** A text in a language that is not read. */
function inline(language: string): OptionRule {
  return { takes: 'value', effects: ({ value }) => [runsForeign(language, value)] };
}

const loads: OptionRule = {
  takes: 'value',
  effects: ({ value }) => [unknownEffect('loaded-code', prefixOf(value))],
};
/** An installed module by its name; anything else there is a text of the program. */
const imports: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    /^-?[A-Za-z][\w:]*(=[\w,:]+)?$/.test(textOf(value) ?? '') ? [] : [runsForeign('perl', value)],
};
const loadsOptional: OptionRule = { ...loads, takes: 'optional' };

/** The script is the first operand; without one the standard input is, unless an option of these has said what to do. */
function interprets(language: string, ...done: readonly string[]): (call: Call) => readonly Effect[] {
  return (call) => {
    if (hasAny(call, '--help', '--version', ...done)) return [];
    const [script, ...parameters] = call.operands;
    if (script !== undefined && textOf(script) !== '-') return [runsFile(script, parameters)];
    return [runsInput(language), ...(call.stdin.kind === 'inherited' ? [interactive] : [])];
  };
}

/** Perl and Ruby edit files in their place with `-i`. */
function editsInPlace(language: string): (call: Call) => readonly Effect[] {
  const run = interprets(language, '-e', '-E', '-v', '-V');
  return (call) => [
    ...run(call),
    ...(hasAny(call, '-e', '-E') ? call.operands.map(hasAny(call, '-i') ? altersTree : readsFile) : []),
  ];
}

/** Changes what is installed for the project, with code of the packages. */
function installsFor(file: string): Command {
  return { effects: always(receives, changesPackages, altersTree(known('.')), ...runsProject(file)) };
}

const publishing: Command = { effects: always(readsHere, sendsTo(null), changes('remote')) };
const runsWords: Command = {
  ...scripts,
  style: 'none',
  effects: ({ operands }) => (operands.length === 0 ? [] : [runsCommand(operands)]),
};

function buildsBy(file: string): Command {
  return { effects: always(...runsProject(file), receives, altersTree(known('.'))) };
}

const common = flags(
  '-h --help, --version, -v --verbose, -q --quiet, -n, --dry-run, --no-color, --no-ansi, --no-interaction, -V, --offline',
);

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
    '--local, --deployment, --frozen, --redownload, --force, --clean, --no-prune, --system, --full-index, --conservative, --major, --minor, --patch, --pre, --strict, --parseable, --all, --paths, --outdated, --name-only, --only-explicit, --add-checksums, --normalize-platforms',
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
  'open console gem init plugin': { effects: always(interactive, altersTree(known('.'))) },
};

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

const dotnetOptions: OptionTable = {
  ...common,
  ...flags(
    '--no-restore, --no-build, --no-incremental, --self-contained, --nologo, --force, --interactive, --info, --list-sdks, --list-runtimes, --verify-no-changes, --blame, --no-cache, --outdated, --include-transitive, --vulnerable, --deprecated, --global -g, --local, --list-tests -t, --no-self-contained, --list, --no-launch-profile, --use-current-runtime, --ucr, --prerelease',
  ),
  ...values(
    '-c --configuration, -f --framework, -r --runtime, --filter, -l --logger, --verbosity, -p --project, --os, --arch -a, --launch-profile, --collect, --results-directory, -s --source --api-key -k, --format, --severity, -m, -n --name, --context, --startup-project, --version',
  ),
  ...listed(
    { takes: 'value', effects: ({ value }) => [replacesTree(value)] },
    '-o --output, --artifacts-path',
  ),
  ...listed(specialValue('code that is loaded'), '--settings, --test-adapter-path, --property, --configfile'),
};

const dotnet: Readonly<Record<string, Command>> = {
  'build test run watch publish pack msbuild clean restore vstest': buildsBy('.'),
  format: {
    effects: (call) => [
      ...runsProject('.'),
      ...(hasAny(call, '--verify-no-changes') ? [readsHere] : [altersTree(known('.'))]),
    ],
  },
  'add remove new sln solution tool workload package reference': {
    effects: ({ operands }) =>
      textOf(operands[0]) === 'list' ? [readsHere] : [receives, changesPackages, altersTree(known('.'))],
  },
  'list help sdk': { effects: always(readsHere, receives) },
  nuget: {
    effects: ({ operands }) =>
      textOf(operands[0]) === 'push' ? [sendsTo(null), changes('remote')] : [changesSettings],
  },
  ef: {
    effects: ({ operands }) => [
      ...runsProject('.'),
      /drop|remove/.test(operands.map((word) => textOf(word) ?? '').join(' '))
        ? destroys('database')
        : changes('database'),
    ],
  },
  exec: {
    ...scripts,
    style: 'none',
    effects: ({ operands }) => operands.slice(0, 1).map((word) => runsFile(word)),
  },
};

/** Interpreters, and the package managers that belong to them. */
export const programs: readonly Program[] = [
  {
    names: ['perl', 'perl5'],
    ...scripts,
    options: {
      ...flags('-a, -c, -f, -n, -p, -s, -S, -t, -T, -u, -U, -v, -w, -W, -X, -h, --help, --version'),
      ...optionals('-0, -F, -i, -l, -V, -C'),
      ...listed(inline('perl'), '-e, -E'),
      ...listed(loadsOptional, '-d, -D, -x'),
      ...listed(loads, '-I'),
      ...listed(imports, '-m, -M'),
    },
    effects: editsInPlace('perl'),
  },
  {
    names: ['ruby', 'jruby', 'truffleruby'],
    ...scripts,
    options: {
      ...flags(
        '-a, -c, -d, -h, -l, -n, -p, -s, -S, -v, -w, -y, --help, --version, --copyright, --yjit, --jit, --verbose, --debug, -U',
      ),
      ...optionals('-0, -E, -F, -i, -K, -T, -W, --encoding, --external-encoding, --enable, --disable'),
      ...listed(inline('ruby'), '-e'),
      ...listed(loads, '-I, -r'),
      '-x': loadsOptional,
      '-C': inDirectory,
    },
    effects: editsInPlace('ruby'),
  },
  {
    names: ['irb', 'pry', 'iex', 'erl', 'ghci', 'scala-repl', 'jshell-repl', 'psysh', 'evcxr'],
    ...scripts,
    options: flags('--help, --version, -v'),
    effects: (call) =>
      hasAny(call, '--help', '--version', '-v')
        ? []
        : [interactive, ...call.operands.map((word) => runsFile(word)), runsInput(call.name)],
  },
  {
    names: ['php', 'php8', 'php8.1', 'php8.2', 'php8.3', 'php8.4'],
    ...scripts,
    options: {
      ...flags('-a, -C, -e, -h --help, -H, -i, -l --syntax-check, -m, -n, -q, -s, -v --version, -w, --ini'),
      ...values('-T'),
      ...listed(inline('php'), '-r --run, -B --process-begin, -R --process-code, -E --process-end'),
      ...listed(
        { takes: 'value', effects: ({ value }) => [runsFile(value)] },
        '-f --file, -F --process-file',
      ),
      ...listed(
        { takes: 'value', effects: always(listens, ...runsProject('.')) },
        '-S --server, -t --docroot',
      ),
      ...listed(specialValue('the settings of php'), '-c --php-ini, -d --define, -z --zend-extension'),
    },
    effects: runsPhp,
  },
  {
    names: ['lua', 'lua5.1', 'lua5.2', 'lua5.3', 'lua5.4', 'luajit', 'texlua'],
    ...scripts,
    options: {
      ...flags('-i, -v, -E, -W'),
      ...listed(inline('lua'), '-e'),
      ...listed(loads, '-l, -j, -O, -b'),
    },
    effects: interprets('lua', '-e', '-v'),
  },
  {
    names: [
      'Rscript',
      'R',
      'r',
      'julia',
      'octave',
      'sbcl',
      'guile',
      'racket',
      'gosh',
      'swipl',
      'ocaml',
      'tclsh',
      'wish',
      'expect',
      'elixir',
      'escript',
      'runghc',
      'runhaskell',
      'nu',
      'pwsh',
      'powershell',
      'janet',
      'bb',
      'babashka',
      'gjs',
      'qjs',
      'wasmtime',
      'wasmer',
      'osascript-js',
      'gnuplot',
      'maxima',
      'dotnet-script',
      'csi',
      'fsi',
    ],
    ...scripts,
    options: {
      ...flags(
        '--help, --version, --vanilla, --slave, --no-save, --no-restore, --no-echo, -q --quiet, -s --silent, --batch, -NoProfile, -NonInteractive, --no-init-file, --color=no, -n, --script',
      ),
      ...listed(inline('other'), '-e --eval, -E --print, -c --command, -Command, -r --require'),
    },
    effects: (call) => interprets(call.name, '-e', '-E', '-c', '-Command')(call),
  },
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
      hasAny(call, '--version', '--help')
        ? []
        : [receives, changesPackages, altersTree(known('.')), ...runsProject('Gemfile')],
    subcommands: readBy(unabbreviated, bundles),
  },
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
        : [...runsProject('.'), altersTree(known('.')), ...changesDatabase(call)],
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
  orHelp({
    names: ['dotnet'],
    ...unabbreviated,
    options: flags('-d, --diagnostics'),
    globalOptions: dotnetOptions,
    subcommands: readBy(unabbreviated, dotnet),
  }),
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

function runsPhp(call: Call): readonly Effect[] {
  if (hasAny(call, '--syntax-check', '-s', '-w')) return call.operands.map(readsFile);
  if (hasAny(call, '-i')) return [{ kind: 'discloses', what: 'variable', name: null }];
  if (hasAny(call, '-m', '--version', '--ini', '-r', '-R', '-f', '-F', '-S')) return [];
  return interprets('php', '-v', '-h')(call);
}

/** The tasks of Rails and Laravel, by their names. */
export function changesDatabase(call: Call): readonly Effect[] {
  const words = call.operands.map((word) => textOf(word) ?? '').join(' ');
  if (!/db:|migrate|schema:|tinker/.test(words)) return [];
  return [
    /drop|reset|rollback|fresh|refresh|wipe|purge|truncate/.test(words)
      ? destroys('database')
      : changes('database'),
  ];
}

/** The first word tells: to look, to publish, or to fetch and build. */
function managesPackages(call: Call): readonly Effect[] {
  const action = textOf(call.operands[0]) ?? '';
  if (
    hasAny(call, '--help', '--version') ||
    /^(list|show|info|search|help|version|outdated|doc|path|env|config list|which)$/.test(action)
  )
    return [readsHere, receives];
  if (/^(publish|upload|push|release)$/.test(action)) return [readsHere, sendsTo(null), changes('remote')];
  return [...runsProject('.'), receives, changesPackages, altersTree(known('.'))];
}
