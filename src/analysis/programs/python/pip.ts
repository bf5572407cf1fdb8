import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { discloses, readsFile, replacesTree } from '../effects.ts';
import { allValues, has, readsValue, replacesValue, specialValue, valueWith } from '../options.ts';
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
  ...values('--path, --format, --exclude, -i --index-url, --extra-index-url, --only'),
  // Lines of it are shown.
  '-r --requirement': readsValue,
};

/** What is installed may be the project itself, and building it runs its code. */
export function installsPython(call: Call): readonly Effect[] {
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
    effects: (call) => (hasAny(call, '--outdated', '--uptodate') ? [receives] : []),
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

/** Pip, which installs what is named. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['pip', 'pip3', 'pip2', 'pip3.11', 'pip3.12', 'pip3.13'],
    globalOptions: pipGlobal,
    subcommands: pipSubcommands,
  }),
];
