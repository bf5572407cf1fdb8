import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  altersTree,
  changes,
  discloses,
  interactive,
  readsFile,
  receivesFrom,
  replacesTree,
  runsCommand,
  sendsTo,
} from '../effects.ts';
import {
  allValues,
  has,
  inDirectory,
  readsValue,
  replacesValue,
  specialValue,
  valueWith,
} from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  looksLikePath,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';

const pipGlobal = {
  ...flags(
    '-h --help, --debug, --isolated, --require-virtualenv, -v --verbose, -V --version, -q --quiet, --no-input, --no-cache-dir, --no-cache',
  ),
  ...flags('--disable-pip-version-check, --no-color, --no-python-version-warning'),
  ...values(
    '--proxy, --retries, --timeout, --exists-action, --trusted-host, --use-feature, --use-deprecated, --keyring-provider, --resume-retries',
  ),
  ...listed(readsValue, '--cert, --client-cert'),
  ...listed(replacesValue, '--log --log-file --local-log'),
  ...listed(valueWith(replacesTree), '--cache-dir'),
  ...listed(specialValue('another interpreter'), '--python'),
};

const pipSources = {
  ...values(
    '-i --index-url --pypi-url, --extra-index-url, --no-binary, --only-binary, --progress-bar, --platform, --python-version, --implementation, --abi',
  ),
  ...flags(
    '--no-index, --prefer-binary, --require-hashes, --no-clean, --ignore-requires-python, --no-build-isolation, --use-pep517, --no-use-pep517, --pre, --no-deps',
  ),
  ...flags('--check-build-dependencies'),
  ...listed(readsValue, '-r --requirement, -c --constraint, --requirements-from-script'),
  ...values(
    '-f --find-links, -C --config-settings --config-setting, --global-option, --build-option, --install-option, --group',
  ),
};

const pipListing = {
  ...flags(
    '-o --outdated, -u --uptodate, -e --editable, -l --local, --user, --pre, --not-required, --exclude-editable, --include-editable, --all, --json, -f --files',
  ),
  ...values('--path, --format, --exclude, -i --index-url, --extra-index-url, -r --requirement, --only'),
};

/** What is installed may be the project itself, and building it runs its code. */
function installsPython(call: Call): readonly Effect[] {
  if (has(call, '--dry-run')) return [receives];
  const own = [...call.operands, ...allValues(call, '--editable')].filter(looksLikePath);
  return [receives, changesPackages, ...own.flatMap((word) => [...runsProject(prefixOf(word))])];
}

const pipSubcommands: Readonly<Record<string, Command>> = {
  install: {
    options: {
      ...pipSources,
      ...flags(
        '--dry-run, --user, -U --upgrade, --force-reinstall, -I --ignore-installed, --break-system-packages, --compile, --no-compile, --no-warn-script-location',
      ),
      ...flags('--no-warn-conflicts'),
      ...values('--upgrade-strategy, -e --editable'),
      ...listed(valueWith(replacesTree), '-t --target, --root, --prefix, --src --source'),
      '--report': replacesValue,
    },
    effects: installsPython,
  },
  'download wheel': {
    options: {
      ...pipSources,
      ...values('-e --editable'),
      ...listed(valueWith(replacesTree), '-d --dest, -w --wheel-dir, --src'),
    },
    effects: (call) => [
      receives,
      replacesTree(known('.')),
      ...runsProject(...call.operands.filter(looksLikePath).map(prefixOf)),
    ],
  },
  uninstall: {
    options: {
      ...flags('-y --yes, --break-system-packages, --root-user-action'),
      '-r --requirement': readsValue,
    },
    effects: always(changesPackages),
  },
  'list freeze show check inspect': {
    options: pipListing,
    effects: (call) => (has(call, '--outdated') ? [receives] : []),
  },
  'index search': { options: { ...pipSources, ...flags('--json') }, effects: always(receives) },
  config: {
    options: { ...flags('--global, --user, --site'), ...values('--editor') },
    effects: ({ operands }) =>
      /^(list|get|debug)$/.test(textOf(operands[0]) ?? '') ? [discloses('credentials')] : [changesSettings],
  },
  cache: {
    options: values('--format'),
    effects: ({ operands }) => (/^(dir|info|list)$/.test(textOf(operands[0]) ?? '') ? [] : [changesPackages]),
  },
  hash: { options: values('-a --algorithm'), effects: ({ operands }) => operands.map(readsFile) },
  'debug help completion': { options: flags('-b --bash, -z --zsh, -f --fish') },
};

const harmlessOptions = flags(
  '-h --help, -V --version, -v --verbose, -q --quiet, --no-color, --no-ansi, -n --no-interaction, --no-progress, --offline, --no-cache',
);

const uvOptions = {
  ...harmlessOptions,
  ...flags(
    '--native-tls, --no-config, --no-python-downloads, --frozen, --locked, --all-extras, --no-dev, --dev, --only-dev, --all-groups, --no-default-groups, --no-sync, --isolated, --active',
  ),
  ...flags(
    '-U --upgrade, --reinstall, --no-install-project, --no-install-workspace, --all-packages, --exact, --inexact, --dry-run, --system, --pre, --no-build, --no-binary, --no-build-isolation',
  ),
  ...flags(
    '--compile-bytecode, --no-index, --refresh, --managed-python, --no-managed-python, --no-project, --check, --script-check, --raw-sources, --seed, --clear, --allow-existing, --outdated',
  ),
  ...flags(
    '--no-editable, --universal, --no-header, --no-annotate, --generate-hashes, --no-deps, --user, --break-system-packages, --no-emit-project, --app, --lib, --package-mode, --bare, --force, -f, --workspace',
  ),
  ...values(
    '--extra, --group, --no-group, --only-group, -P --upgrade-package, --index, --default-index, -i --index-url, --extra-index-url, --index-strategy, --resolution, --prerelease, --color',
  ),
  ...values(
    '-p --python, --python-version, --python-platform, --link-mode, --with, --from, --package, --exclude-newer, --optional, --format, --tag, --branch, --rev, --bounds, --output-format',
  ),
  ...values(
    '-m --module, -d --depth, --name, --description, --prompt, -C --config-setting, --refresh-package, --reinstall-package, --no-binary-package, --only-binary, --bump, --keyring-provider',
  ),
  ...listed(
    readsValue,
    '-r --requirements --requirement, -c --constraints --constraint, --env-file, --with-requirements, --overrides, --exclude-file',
  ),
  ...listed(valueWith(replacesTree), '-o --output-file --out-dir, --target, --prefix, --cache-dir'),
  ...listed(inDirectory, '--directory, --project'),
  ...listed(specialValue('the settings of uv'), '--config-file'),
};

const runsInProject: Command = {
  order: 'options-first',
  effects: ({ operands }) => (operands.length === 0 ? [] : [runsCommand(operands)]),
};

/** A tool from the registry, fetched for this one call. */
const runsTool: Command = {
  order: 'options-first',
  effects: ({ operands }) => [receives, ...(operands.length === 0 ? [] : [runsCommand(operands)])],
};

/** `uv run x.py` runs a script, everything else is a program of the environment. */
function runsUv(call: Call): readonly Effect[] {
  const [first] = call.operands;
  if (has(call, '--module'))
    return [
      receives,
      ...allValues(call, '--module').map((word) =>
        runsCommand([known('python'), known('-m'), word, ...call.operands]),
      ),
    ];
  if (first === undefined) return [];
  const isScript = /\.py$/.test(textOf(first) ?? '') || has(call, '--script');
  return [receives, runsCommand(isScript ? [known('python'), ...call.operands] : call.operands)];
}

const changesProject: Command = {
  effects: always(
    receives,
    changesPackages,
    altersFile(known('pyproject.toml')),
    ...runsProject('pyproject.toml'),
  ),
};

const uvSubcommands: Readonly<Record<string, Command>> = {
  run: {
    order: 'options-first',
    options: { ...flags('-s --script, --gui-script'), '--with-editable': { takes: 'value' } },
    effects: runsUv,
  },
  'sync lock add remove': changesProject,
  'build init venv export': { effects: always(altersTree(known('.')), ...runsProject('pyproject.toml')) },
  'tree version help': { effects: always(readsHere) },
  publish: { effects: always(readsHere, sendsTo(null), changes('remote')) },
  tool: {
    subcommands: {
      run: runsTool,
      'install upgrade uninstall update-shell': { effects: always(receives, changesPackages) },
      'list dir': {},
    },
  },
  python: {
    subcommands: {
      'list find dir': {},
      'install uninstall pin upgrade': { effects: always(receives, changesPackages) },
    },
  },
  pip: {
    subcommands: {
      'install sync compile uninstall': {
        effects: (call) => [
          ...installsPython(call),
          ...runsProject(...call.operands.filter(looksLikePath).map(prefixOf)),
        ],
      },
      'list freeze show check tree': { effects: always() },
    },
  },
  cache: { subcommands: { dir: {}, 'clean prune': { effects: always(changesPackages) } } },
  'self auth': { effects: always(receives, changesPackages) },
  format: { effects: always(altersTree(known('.'))) },
};

const poetryOptions = {
  ...harmlessOptions,
  ...flags(
    '--sync, --no-root, --all-extras, --compile, --dry-run, --no-dev, --lock, --editable, --allow-prereleases, --no-plugins, --tree, -t, --top-level, -T, --latest, -l, --outdated, -o, --all, -a, --short, -s, --no-update, --full-path, -p --path, --list, --unset, --local, --only-root',
  ),
  ...values(
    '--with, --without, --only, -E --extras, -G --group, --source, --python, -f --format, -r --repository, -u --username, --optional, --next-phase',
  ),
  ...listed(inDirectory, '-C --directory, -P --project'),
};

const poetrySubcommands: Readonly<Record<string, Command>> = {
  'install add remove update lock sync': changesProject,
  run: {
    order: 'options-first',
    style: 'none',
    effects: ({ operands }) => (operands.length === 0 ? [] : [runsCommand(operands)]),
  },
  shell: { effects: always(interactive) },
  'show check about list help version search debug': {
    effects: (call) =>
      call.subcommands[0] === 'show' && call.operands.length > 1
        ? [altersFile(known('pyproject.toml'))]
        : [readsHere, ...(hasAny(call, '--outdated', '--latest') ? [receives] : [])],
  },
  env: {
    effects: ({ operands }) =>
      /^(info|list|activate)$/.test(textOf(operands[0]) ?? '') ? [] : [changesPackages],
  },
  'build init new export': { effects: always(altersTree(known('.')), ...runsProject('pyproject.toml')) },
  publish: {
    options: flags('--build, --skip-existing'),
    effects: always(...runsProject('pyproject.toml'), sendsTo(null), changes('remote')),
  },
  config: { effects: (call) => (has(call, '--list') ? [] : [changesSettings]) },
  'cache self source': { effects: always(receives, changesPackages) },
};

const condaOptions = {
  ...harmlessOptions,
  ...flags(
    '-y --yes, --json, -d --dry-run, --override-channels, --use-local, --force-reinstall, --freeze-installed, --update-all --all, --no-deps, --only-deps, --no-pin, --copy, --no-default-packages, -e --envs, -i --info, --no-builds, --from-history, -a, -s, --show-sources, --strict-channel-priority, --no-capture-output, --live-stream, --prune',
  ),
  ...values('-n --name, -c --channel, --solver, --subdir --platform, --repodata-fn'),
  ...listed(valueWith(altersTree), '-p --prefix'),
  ...listed(readsValue, '-f --file'),
  ...listed(inDirectory, '--cwd'),
};

const installing: Command = { effects: always(receives, changesPackages) };

const condaSubcommands: Readonly<Record<string, Command>> = {
  'list info search package compare doctor': {
    effects: (call) => (call.subcommands[0] === 'list' ? [] : [receives]),
  },
  'create install update upgrade remove uninstall clean rename': installing,
  run: runsInProject,
  'activate deactivate': {
    effects: always({ kind: 'changes', subject: 'shell', isDestructive: false, target: null }),
  },
  env: {
    subcommands: {
      list: {},
      export: {},
      'create update remove': installing,
      config: { effects: always(changesSettings) },
    },
  },
  config: {
    options: {
      ...flags('--show, --get, --validate, --describe, --system, --env'),
      ...values('--add, --append, --set, --remove, --prepend'),
      '--remove-key': { takes: 'value' },
    },
    effects: (call) =>
      hasAny(call, '--show', '--get', '--show-sources', '--describe')
        ? [discloses('credentials')]
        : [changesSettings],
  },
  'init notices export': { effects: (call) => (call.subcommands[0] === 'init' ? [changesSettings] : []) },
};

const unabbreviated = { abbreviates: false } as const;

/** Package managers of Python. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['pip', 'pip3', 'pip2', 'pip3.11', 'pip3.12', 'pip3.13'],
    globalOptions: pipGlobal,
    subcommands: pipSubcommands,
  }),
  orHelp({
    names: ['uv'],
    ...unabbreviated,
    globalOptions: uvOptions,
    subcommands: readBy(unabbreviated, uvSubcommands),
  }),
  {
    names: ['uvx'],
    ...unabbreviated,
    order: 'options-first',
    options: uvOptions,
    ...(runsTool.effects === undefined ? {} : { effects: runsTool.effects }),
  },
  {
    names: ['poetry', 'pdm', 'hatch', 'rye'],
    ...unabbreviated,
    globalOptions: poetryOptions,
    subcommands: readBy(unabbreviated, poetrySubcommands),
  },
  {
    names: ['pipenv'],
    ...unabbreviated,
    globalOptions: {
      ...harmlessOptions,
      ...flags(
        '--dev -d, --deploy, --system, --ignore-pipfile, --pre, --skip-lock, --where, --venv, --py, --rm, --three, --site-packages, --bare, --json, --reverse',
      ),
      ...values('--python, -i --index'),
      '-r --requirements': readsValue,
    },
    effects: (call) => (has(call, '--rm') ? [changesPackages] : []),
    subcommands: readBy(unabbreviated, {
      'install uninstall update upgrade lock sync clean': changesProject,
      run: {
        order: 'options-first',
        style: 'none',
        effects: ({ operands }) => (operands.length === 0 ? [] : [runsCommand(operands)]),
      },
      'graph scripts check audit verify requirements': { effects: always(readsHere, receives) },
      'shell open': { effects: always(interactive) },
    }),
  },
  {
    names: ['pipx'],
    ...unabbreviated,
    globalOptions: {
      ...harmlessOptions,
      ...flags(
        '--force -f, --include-deps, --short, --json, --no-path-check, --system-site-packages, --editable -e, --global',
      ),
      ...values('--spec, --python, --pip-args, --suffix, --index-url -i'),
    },
    subcommands: readBy(unabbreviated, {
      run: runsTool,
      'install upgrade upgrade-all uninstall uninstall-all reinstall reinstall-all inject uninject ensurepath':
        installing,
      'list environment help interpreter': {},
    }),
  },
  orHelp({
    names: ['conda', 'mamba', 'micromamba'],
    ...unabbreviated,
    globalOptions: condaOptions,
    subcommands: readBy(unabbreviated, condaSubcommands),
  }),
  {
    names: ['virtualenv', 'pyvenv'],
    options: {
      ...harmlessOptions,
      ...flags(
        '--clear, --system-site-packages, --copies, --symlinks, --no-pip, --no-setuptools, --download, --upgrade, --upgrade-deps, --without-pip',
      ),
      ...values('-p --python, --prompt, --seeder'),
    },
    effects: ({ operands }) => operands.map(replacesTree),
  },
  {
    names: ['twine', 'flit'],
    ...unabbreviated,
    options: {
      ...harmlessOptions,
      ...flags('--non-interactive, --skip-existing, --strict, --sign'),
      ...values('-r --repository, --repository-url, -u --username, -p --password'),
      '--config-file': readsValue,
    },
    effects: (call) =>
      textOf(call.operands[0]) === 'check'
        ? [readsHere]
        : [readsHere, receivesFrom(null), sendsTo(null), changes('remote')],
  },
  {
    names: ['pyenv'],
    ...unabbreviated,
    order: 'options-first',
    options: flags('--version, --help'),
    effects: usesPyenv,
  },
];

function usesPyenv({ operands }: Call): readonly Effect[] {
  const action = textOf(operands[0]);
  if (action === 'exec') return operands.length > 1 ? [runsCommand(operands.slice(1))] : [];
  const isReading =
    /^(versions?|version-name|which|whence|root|prefix|commands|help|shims|completions|init|latest)$/.test(
      action ?? 'help',
    );
  if (isReading || (['global', 'local', 'shell'].includes(action ?? '') && operands.length === 1)) return [];
  return action === 'install' && textOf(operands[1]) === '--list'
    ? []
    : [receives, changesPackages, changesSettings];
}
