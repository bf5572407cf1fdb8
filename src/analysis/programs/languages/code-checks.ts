import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  actsAs,
  altersFile,
  altersTree,
  changes,
  createsFile,
  discloses,
  readsFile,
  readsTree,
  replacesFile,
  runsFile,
} from '../effects.ts';
import {
  allValues,
  flagWith,
  has,
  inDirectory,
  readsValue,
  runsProgramValue,
  special,
  valueWith,
} from '../options.ts';
import type { Call, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  optionals,
  readBy,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';

const runsHooks = [...runsProject('.pre-commit-config.yaml'), receives, altersTree(known('.'))];

/** Programs that check a project, as its forge would. */
export const programs: readonly Program[] = [
  {
    names: ['pre-commit', 'prek'],
    abbreviates: false,
    options: { ...flags('-h --help, -V --version'), ...values('--color') },
    effects: (call) => (hasAny(call, '--help', '--version') ? [] : runsHooks),
    subcommands: readBy(
      { abbreviates: false },
      {
        'run try-repo': {
          options: {
            ...flags('-a --all-files, -v --verbose, --show-diff-on-failure, --last-commit'),
            ...values('--files, --from-ref -s --source, --to-ref -o --origin, --hook-stage, --color'),
            '-c --config': { takes: 'value', effects: ({ value }) => [runsFile(value)] },
          },
          effects: always(...runsHooks),
        },
        'install uninstall install-hooks init-templatedir': {
          options: {
            ...flags('-f --overwrite, --install-hooks, --allow-missing-config'),
            ...values('-t --hook-type, -c --config'),
          },
          effects: always(changesSettings, altersTree(known('.git/hooks')), receives),
        },
        'autoupdate migrate-config': {
          options: { ...flags('--bleeding-edge, --freeze'), ...values('--repo, -j --jobs, -c --config') },
          effects: always(receives, altersFile(known('.pre-commit-config.yaml'))),
        },
        'clean gc': { effects: always(changesPackages) },
        'validate-config validate-manifest sample-config help': {
          effects: ({ operands }) => operands.map(readsFile),
        },
      },
    ),
  },
  {
    names: ['act'],
    abbreviates: false,
    options: {
      ...flags(
        '-h --help, -l --list, -n --dryrun, -v --verbose, -q --quiet, -g --graph, -r --reuse, --rm, --version, -w --watch, --pull, -b --bind, --json',
      ),
      ...values(
        '-j --job, -P --platform, -s --secret, --env, --input, --matrix, --container-architecture, -a --actor, --artifact-server-path, --defaultbranch',
      ),
      ...listed({ takes: 'nothing', effects: always(actsAs(null)) }, '--privileged'),
      ...listed(
        readsValue,
        '--secret-file, --env-file, --input-file, --var-file, -e --eventpath, -W --workflows',
      ),
      '-C --directory': inDirectory,
    },
    effects: (call) =>
      hasAny(call, '--list', '--help', '--version', '--graph')
        ? [readsHere]
        : [...runsProject('.github/workflows'), receives, changes('container')],
  },
  {
    names: ['shellcheck'],
    options: {
      '-a --check-sourced': special('lines of the files that a script sources'),
      ...flags('-x --external-sources, --norc, -V --version, --help, --list-optional'),
      ...optionals('-C --color'),
      ...values(
        '-e --exclude, -i --include, -f --format, -o --enable, -s --shell, -S --severity, -W --wiki-link-count, --extended-analysis',
      ),
      ...listed(valueWith(readsTree), '-P --source-path, --rcfile'),
    },
    optionsAreHarmless: true,
    effects: ({ operands }) => operands.map(readsFile),
  },
  {
    names: ['shfmt'],
    style: 'single-dash',
    options: {
      ...flags(
        '-d --diff, -l --list, -s --simplify, -mn --minify, -bn --binary-next-line, -ci --case-indent, -sr --space-redirects, -kp --keep-padding, -fn --func-next-line, -f --find, -version --version, -h --help, -tojson --to-json, -fromjson --from-json, -p --posix, --apply-ignore, -i0, -i2, -i4',
      ),
      ...values('-i --indent, -ln --language-dialect, -filename --filename'),
      '-w --write': { takes: 'nothing', effects: (_, call) => call.operands.map(altersTree) },
    },
    effects: ({ operands }) => operands.map(readsTree),
  },
  {
    names: ['actionlint'],
    style: 'single-dash',
    options: {
      ...flags('-color -no-color, -debug, -verbose, -oneline, -version, -help -h'),
      ...values('-ignore, -format, -stdin-filename'),
      ...listed(runsProgramValue, '-shellcheck, -pyflakes'),
      '-config-file': readsValue,
      '-init-config': flagWith(always(createsFile(known('.github/actionlint.yaml')))),
    },
    effects: ({ operands }) => [readsHere, ...operands.map(readsFile)],
  },
  {
    names: [
      'dotenv-linter',
      'editorconfig-checker',
      'ec',
      'taplo',
      'lychee',
      'vale',
      'typos',
      'gitleaks',
      'trufflehog',
      'semgrep',
      'cloc',
      'tokei',
      'scc',
      'loc',
    ],
    abbreviates: false,
    options: {
      ...flags(
        '-h --help, -v --version, -q --quiet, --verbose, --json, --no-color, --check, --by-file, -f, -l, --files, --hidden, --no-ignore, -V, --diff',
      ),
      ...values(
        '--format, --exclude, -e --exclude-dir, -t --type --types, --exclude-ext, -o, --include-ext, --sort -s',
      ),
    },
    effects: checks,
  },
];

/** Names that do more than to look, by the program that they are said to: they write, or ask other hosts. */
const verbs: Readonly<Record<string, RegExp>> = {
  taplo: /^(?:fmt|format|config|lsp)$/,
  'dotenv-linter': /^(?:fix|f)$/,
  vale: /^(?:sync|fix|compile)$/,
};

/** Those that look for secrets show what they find, and some ask other hosts about what they found. */
const shows = new Set(['gitleaks', 'trufflehog']);
const asks = new Set(['lychee', 'trufflehog', 'semgrep']);

function checks(call: Call): readonly Effect[] {
  const { name, operands } = call;
  if (hasAny(call, '--help', '--version')) return [];
  if (name === 'gitleaks' && textOf(operands[0]) === 'version') return [];
  return [
    readsHere,
    ...operands.filter((word) => /[./]/.test(prefixOf(word))).map(readsTree),
    ...(verbs[name]?.test(prefixOf(operands[0] ?? known(''))) === true
      ? [altersTree(known('.')), receives]
      : []),
    ...(shows.has(name) ? [discloses('credentials')] : []),
    ...(asks.has(name) ? [receives] : []),
    // Up to version 2 that mends the file.
    ...(name === 'dotenv-linter' && has(call, '-f') ? [altersTree(known('.'))] : []),
    ...(has(call, '-o') ? allValues(call, '-o').map(replacesFile) : []),
  ];
}
