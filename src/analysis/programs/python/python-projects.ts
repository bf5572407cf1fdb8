import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import {
  altersFile,
  altersTree,
  changes,
  deletesTree,
  discloses,
  disclosesVariable,
  interactive,
  readsFile,
  receivesFrom,
  replacesFile,
  replacesTree,
  runsCommand,
  sendsTo,
} from '../effects.ts';
import { allValues, has, inDirectory, readsValue, value, valueWith } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';

export const harmlessOptions = flags(
  '-h --help, -V --version, -v --verbose, -q --quiet, --no-color, --no-ansi, -n --no-interaction, --no-progress, --offline, --no-cache',
);

const runsInProject: Command = {
  order: 'options-first',
  effects: ({ operands }) => (operands.length === 0 ? [] : [runsCommand(operands)]),
};

/** A tool from the registry, fetched for this one call. */
export const runsTool: Command = {
  order: 'options-first',
  effects: ({ operands }) => [receives, ...(operands.length === 0 ? [] : [runsCommand(operands)])],
};

export const changesProject: Command = {
  effects: always(
    receives,
    changesPackages,
    altersFile(known('pyproject.toml')),
    ...runsProject('pyproject.toml'),
  ),
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
  debug: { effects: ({ operands }) => (textOf(operands[0]) === 'resolve' ? [readsHere, receives] : []) },
  'show check about list help': {
    effects: (call) => [readsHere, ...(hasAny(call, '--outdated', '--latest') ? [receives] : [])],
  },
  search: { effects: always(receives) },
  version: {
    // Hatch has the project itself tell it, unless it is written there.
    effects: (call) =>
      call.operands.length === 0 || has(call, '--dry-run')
        ? [readsHere, ...(call.name === 'hatch' ? runsProject('pyproject.toml') : [])]
        : [altersFile(known('pyproject.toml'))],
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
  config: {
    effects: (call) => {
      if (has(call, '--list')) return [];
      // With the name of one alone it tells that.
      const name = textOf(call.operands[0]) ?? '';
      const isTold =
        call.name === 'poetry' && call.operands.length === 1 && !hasAny(call, '--unset', '--local');
      return isTold && /^(?:virtualenvs|installer|cache-dir|system-git-client|solver)\b/.test(name)
        ? [readsHere]
        : [changesSettings];
    },
  },
  'cache self source': { effects: always(receives, changesPackages) },
};

const condaOptions = {
  ...harmlessOptions,
  ...flags(
    '-y --yes, --json, -d --dry-run, --override-channels, --use-local, --force-reinstall, --freeze-installed, --update-all --all, --no-deps, --only-deps, --no-pin, --copy, --no-default-packages, -e --envs, -i --info, --no-builds, --from-history, -a, -s, --show-sources, --strict-channel-priority, --no-capture-output, --live-stream, --prune',
  ),
  ...values('-n --name, -c --channel, --solver, --subdir --platform, --repodata-fn'),
  ...listed(valueWith(altersTree), '-p --prefix'),
  '-f --file': value,
  ...listed(inDirectory, '--cwd'),
};

const installing: Command = {
  effects: (call) => [...allValues(call, '--file').map(readsFile), receives, changesPackages],
};
const exporting: Command = { effects: (call) => allValues(call, '--file').map(replacesFile) };

const condaSubcommands: Readonly<Record<string, Command>> = {
  list: {},
  info: {
    options: flags('--base, --system, --all, --envs, --unsafe-channels'),
    effects: (call) => [
      ...(has(call, '--unsafe-channels') ? [discloses('credentials')] : []),
      ...(has(call, '--system') ? [disclosesVariable(null)] : []),
    ],
  },
  export: exporting,
  'search package compare doctor notices': { effects: always(receives) },
  'create install update upgrade remove uninstall clean rename': installing,
  run: runsInProject,
  'activate deactivate': {
    effects: always({ kind: 'changes', subject: 'shell', isDestructive: false, target: null }),
  },
  env: {
    subcommands: {
      list: {},
      export: exporting,
      'create update remove': installing,
      config: {
        effects: ({ operands }) => (operands.map(textOf).join(' ') === 'vars list' ? [] : [changesSettings]),
      },
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
  init: { effects: always(changesSettings) },
};

/** Managers of projects and environments of Python. */
export const programs: readonly Program[] = [
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
    // To name a version of Python is to make an environment with it, which takes the place of the one that is there.
    effects: (call) =>
      hasAny(call, '--rm', '--three', '--python', '--site-packages') ? [changesPackages] : [],
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
    effects: (call) => call.operands.map(has(call, '--clear') ? deletesTree : replacesTree),
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
    /^(versions?|virtualenvs|version-name|which|whence|root|prefix|commands|help|shims|completions|init|latest)$/.test(
      action ?? 'help',
    );
  if (isReading || (['global', 'local', 'shell'].includes(action ?? '') && operands.length === 1)) return [];
  return action === 'install' && textOf(operands[1]) === '--list'
    ? []
    : [receives, changesPackages, changesSettings];
}
