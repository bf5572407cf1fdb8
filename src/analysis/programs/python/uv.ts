import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  deletesTree,
  replacesTree,
  runsCommand,
  runsFile,
  sendsTo,
} from '../effects.ts';
import { allValues, has, inDirectory, readsValue, specialValue, valueWith } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesPackages,
  flags,
  hasAny,
  listed,
  looksLikePath,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { installsPython } from './pip.ts';
import { changesProject, harmlessOptions, runsTool } from './python-projects.ts';

/** A Python by its version or its make: `3.12`, `cpython@3.11`. Any other word is that of a file or a directory, if there is one. */
const pythonVersion =
  /^(?:(?:python|cpython|pypy|graalpy)(?:[-@]?[<>=!~]*\d[\w.,<>=!~+-]*)?|[<>=!~]*\d[\w.,<>=!~+-]*)$/i;

/** Uv starts the Python that it is told of, to ask it what it is. */
function asksPython(word: Word): Effect {
  return pythonVersion.test(textOf(word) ?? '') ? readsHere : runsFile(word);
}

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
    '--python-version, --python-platform, --link-mode, --with, --from, --package, --exclude-newer, --optional, --format, --tag, --branch, --rev, --bounds, --output-format',
  ),
  ...values(
    '-m --module, -d --depth, --name, --description, --prompt, -C --config-setting, --refresh-package, --reinstall-package, --no-binary-package, --only-binary, --bump, --keyring-provider',
  ),
  ...listed(
    readsValue,
    '-r --requirements --requirement, -c --constraints --constraint, --env-file, --with-requirements, --overrides, --exclude-file',
  ),
  ...listed(valueWith(replacesTree), '-o --output-file --out-dir, --target, --prefix, --cache-dir'),
  ...listed(
    valueWith((word) => asksPython(word)),
    '-p --python',
  ),
  ...listed(inDirectory, '--directory, --project'),
  ...listed(specialValue('the settings of uv'), '--config-file'),
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
  if (first === undefined) return installing(call);
  const isScript = /\.py$/.test(textOf(first) ?? '') || has(call, '--script');
  return [receives, runsCommand(isScript ? [known('python'), ...call.operands] : call.operands)];
}

/** Of packages that the project does not name, or from elsewhere, uv has some built to know what they need. */
function installing(call: Call): readonly Effect[] {
  const isAsked = hasAny(
    call,
    ...['--with', '--with-editable', '--with-requirements', '--index', '--default-index', '--index-url'],
    ...['--extra-index-url', '--upgrade', '--upgrade-package'],
  );
  return isAsked ? [receives, changesPackages] : [];
}

/** Which versions there are is asked of where packages come from. */
function asksForNewest(call: Call): readonly Effect[] {
  return has(call, '--outdated') ? [receives] : [];
}

const builds = { effects: always(altersTree(known('.')), ...runsProject('pyproject.toml')) };

/** What is in the directory goes before the environment is made there. */
function clears(call: Call): readonly Effect[] {
  if (!has(call, '--clear')) return [];
  return (call.operands.length > 0 ? call.operands : [known('.venv')]).map(deletesTree);
}

const uvSubcommands: Readonly<Record<string, Command>> = {
  run: {
    order: 'options-first',
    options: { ...flags('-s --script, --gui-script'), '--with-editable': { takes: 'value' } },
    effects: runsUv,
  },
  'sync lock add remove': changesProject,
  'build init export': builds,
  venv: { options: flags('-c --clear'), effects: (call) => [...builds.effects(), ...clears(call)] },
  version: {
    effects: (call) =>
      call.operands.length > 0 || has(call, '--bump') ? (changesProject.effects?.(call) ?? []) : [readsHere],
  },
  tree: {
    options: { ...flags('--invert, --no-dedupe, --show-sizes'), ...values('-d --depth, --prune') },
    effects: (call) => [readsHere, ...installing(call), ...asksForNewest(call)],
  },
  help: { effects: always(readsHere) },
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
      'list find': {
        options: flags(
          '--only-installed, --only-downloads, --all-versions, --all-platforms, --all-arches, --show-urls',
        ),
        effects: ({ operands }) => operands.map(asksPython),
      },
      dir: {},
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
      'list freeze show check tree': { effects: asksForNewest },
    },
  },
  cache: { subcommands: { dir: {}, 'clean prune': { effects: always(changesPackages) } } },
  'self auth': { effects: always(receives, changesPackages) },
  format: { effects: always(altersTree(known('.'))) },
};

/** Uv, which manages projects, tools and Pythons. */
export const programs: readonly Program[] = [
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
];
