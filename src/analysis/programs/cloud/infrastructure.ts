import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  actsAs,
  altersFile,
  altersTree,
  changes,
  createsFile,
  destroys,
  discloses,
  interactive,
  readsFile,
  readsTree,
  replacesFile,
  runsFile,
  runsShell,
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
  optionals,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';

const single = { style: 'single-dash' } as const;

const planning = {
  ...flags(
    '-auto-approve, -destroy, -refresh-only, -compact-warnings, -detailed-exitcode, -no-color, -json, -input=false, -input=true, -lock=false, -lock=true, -refresh=false, -refresh=true, -help -h --help, -concise, -upgrade, -reconfigure, -migrate-state, -force-copy, -backend=false, -backend=true, -get=true, -get=false, -allow-missing, -ignore-remote-version, -show-sensitive',
  ),
  ...values(
    '-target, -replace, -var, -parallelism, -lock-timeout, -lockfile, -from-module, -test-directory, -exclude, -provider',
  ),
  ...values('-filter'),
  ...listed(readsValue, '-var-file'),
  ...listed(
    { takes: 'value', effects: ({ value }) => [altersFile(value)] },
    '-state, -state-out, -backup, -backup-out',
  ),
  ...listed(replacesValue, '-out, -generate-config-out, -junit-xml'),
  ...listed(specialValue('plugins that are loaded'), '-plugin-dir, -backend-config'),
};

/** Plans and applies run the providers that the configuration names. */
const planned =
  (...effects: readonly Effect[]) =>
  (): readonly Effect[] => [...runsProject('.'), receives, ...effects];

const stateless: Command = { options: planning, effects: always(readsHere) };
const terraform: Readonly<Record<string, Command>> = {
  init: { options: planning, effects: planned(altersTree(known('.terraform'))) },
  get: { options: { ...planning, ...flags('-update') }, effects: planned(altersTree(known('.terraform'))) },
  plan: { options: planning, effects: planned() },
  'validate version providers graph modules metadata': {
    options: { ...planning, ...flags('-draw-cycles, -type'), ...values('-plan, -type') },
    effects: always(readsHere),
  },
  show: {
    options: planning,
    effects: ({ operands }) => [readsHere, ...operands.map(readsFile), discloses('credentials')],
  },
  output: {
    options: { ...planning, ...flags('-raw') },
    effects: always(readsHere, discloses('credentials')),
  },
  fmt: {
    options: {
      ...planning,
      ...flags('-check, -diff, -recursive, -list=false, -list=true, -write=false, -write=true'),
    },
    effects: (call) => (hasAny(call, '-check', '-write=false') ? [readsHere] : [altersTree(known('.'))]),
  },
  apply: { options: planning, effects: planned(destroys('infrastructure')) },
  destroy: { options: planning, effects: planned(destroys('infrastructure')) },
  'refresh import taint untaint force-unlock': {
    options: { ...planning, ...flags('-force'), ...values('-config') },
    effects: planned(changes('infrastructure')),
  },
  state: {
    subcommands: {
      list: { options: { ...planning, ...values('-id') }, effects: always(readsHere, receives) },
      'show pull': { options: planning, effects: always(readsHere, receives, discloses('credentials')) },
      'rm push mv replace-provider': {
        options: { ...planning, ...flags('-dry-run, -force, -lock') },
        effects: always(destroys('infrastructure')),
      },
    },
  },
  workspace: {
    subcommands: {
      'list show': stateless,
      'select new': { options: { ...planning, ...flags('-or-create') }, effects: always(changesSettings) },
      delete: { options: { ...planning, ...flags('-force') }, effects: always(destroys('infrastructure')) },
    },
  },
  test: { options: { ...planning, ...flags('-verbose') }, effects: planned(destroys('infrastructure')) },
  console: { options: planning, effects: always(interactive, readsHere) },
  'login logout': { options: planning, effects: always(sendsTo(null), changesSettings, interactive) },
  'help rpcapi': {},
};

const ansibleOptions = {
  ...flags(
    '-h --help, --version, -v --verbose, -vv, -vvv, -vvvv, -C --check, -D --diff, --list-hosts, --list-tasks, --list-tags, --syntax-check, --step, --flush-cache, --force-handlers, -o --one-line, -k --ask-pass, -J --ask-vault-password --ask-vault-pass, --graph, --yaml, --export, --force',
  ),
  ...values(
    '-i --inventory --inventory-file, -l --limit, -t --tags, --skip-tags, --start-at-task, -f --forks, -u --user, -c --connection, -T --timeout, -P --poll, -B --background, -e --extra-vars, --host, --vars, --vault-id',
  ),
  ...listed({ takes: 'value', effects: always(actsAs(null)) }, '--become-user, --become-method'),
  ...listed({ takes: 'nothing', effects: always(actsAs(null)) }, '-b --become, -K --ask-become-pass'),
  ...listed(readsValue, '--private-key --key-file, --become-password-file --become-pass-file'),
  ...listed(
    { takes: 'value', effects: ({ value }) => [runsFile(value)] },
    '--vault-password-file --vault-pass-file, --connection-password-file',
  ),
  ...listed(
    specialValue('options of ssh, which run programs'),
    '--ssh-common-args, --sftp-extra-args, --scp-extra-args, --ssh-extra-args, -M --module-path, --playbook-dir',
  ),
};

/** Infrastructure that is described by files. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['terraform', 'tofu'],
    ...single,
    options: { ...flags('-h --help -help, -version --version -v'), '-chdir': inDirectory },
    subcommands: readBy(single, terraform),
  }),
  {
    names: [
      'terragrunt',
      'tflint',
      'tfsec',
      'checkov',
      'cdk',
      'cdktf',
      'sam',
      'serverless',
      'sls',
      'copilot',
      'infracost',
      'trivy',
      'waypoint',
      'nomad',
      'consul',
      'vault',
      'boundary',
    ],
    abbreviates: false,
    order: 'options-first',
    options: { ...flags('-h --help, -v --version, -help, -version') },
    effects: deploys,
  },
  {
    names: ['pulumi'],
    abbreviates: false,
    order: 'any',
    options: {
      ...flags(
        '-h --help, -y --yes, -f --skip-preview, --diff, -j --json, --non-interactive, --refresh, -r, --show-config, --show-secrets, --expect-no-changes, -v',
      ),
      ...values('-s --stack, -m --message, -t --target, -p --parallel, --color, --config, -c'),
      '-C --cwd': inDirectory,
    },
    effects: deploys,
  },
  {
    names: ['ansible'],
    options: { ...ansibleOptions, ...values('-m --module-name'), '-a --args': { takes: 'value' } },
    effects: runsModule,
  },
  {
    names: ['ansible-playbook', 'ansible-pull', 'ansible-console', 'ansible-navigator'],
    options: ansibleOptions,
    effects: (call) =>
      hasAny(call, '--syntax-check', '--list-tasks', '--list-hosts', '--list-tags', '--version', '--help')
        ? call.operands.map(readsFile)
        : [
            ...call.operands.map((word) => runsFile(word)),
            sendsTo(null),
            ...(has(call, '--check') ? [] : [destroys('infrastructure')]),
          ],
  },
  {
    names: [
      'ansible-galaxy',
      'ansible-lint',
      'ansible-doc',
      'ansible-config',
      'ansible-inventory',
      'ansible-test',
    ],
    abbreviates: false,
    options: { ...ansibleOptions, ...flags('-q, -p, --offline, -s --snippet, --fix, -d') },
    effects: (call) => (/galaxy/.test(call.name) ? [receives, changesPackages] : [readsHere]),
  },
  {
    names: ['ansible-vault'],
    options: ansibleOptions,
    effects: ({ operands }) =>
      /^(view|decrypt)$/.test(textOf(operands[0]) ?? '')
        ? [
            ...operands.slice(1).map(readsFile),
            discloses('credentials'),
            ...(textOf(operands[0]) === 'decrypt' ? operands.slice(1).map(replacesFile) : []),
          ]
        : operands.slice(1).map(replacesFile),
  },
  {
    names: ['vagrant'],
    abbreviates: false,
    options: flags('-h --help, -v --version, --no-color, --machine-readable, --debug'),
    subcommands: readBy(
      { abbreviates: false },
      {
        'status global-status port version validate list-commands ssh-config': {
          options: flags('--prune, --machine-readable'),
          effects: always(...runsProject('Vagrantfile')),
        },
        ssh: {
          options: {
            ...flags('-p --plain, -t --tty'),
            '-c --command': {
              takes: 'value',
              effects: ({ value }) => [runsShell(value, [], { isElsewhere: true })],
            },
          },
          effects: (call) => [...runsProject('Vagrantfile'), ...(has(call, '-c') ? [] : [interactive])],
        },
        'up reload provision resume suspend halt snapshot package rsync push cap powershell winrm upload': {
          options: {
            ...flags('-f --force, --provision, --no-provision, --parallel, --destroy-on-error'),
            ...values('--provider, --provision-with'),
          },
          effects: always(...runsProject('Vagrantfile'), changes('infrastructure'), receives),
        },
        'destroy box plugin cloud': {
          options: flags('-f --force, --all, -g --graceful, --parallel'),
          effects: always(destroys('infrastructure')),
        },
        init: {
          options: flags('-m --minimal, -f --force'),
          effects: always(createsFile(known('Vagrantfile'))),
        },
      },
    ),
  },
  {
    names: ['packer'],
    ...single,
    options: flags('-h --help -help, -version --version -v'),
    subcommands: readBy(single, {
      'validate inspect fmt version hcl2_upgrade': {
        options: {
          ...flags('-syntax-only, -check, -diff, -recursive, -write=false'),
          ...values('-var, -only, -except'),
          ...listed(readsValue, '-var-file'),
        },
        effects: (call) => [readsHere, ...(call.subcommands.includes('fmt') ? [altersTree(known('.'))] : [])],
      },
      'build init plugins console': {
        options: {
          ...flags('-force, -debug, -on-error=cleanup, -upgrade, -timestamp-ui'),
          ...values('-var, -only, -except, -on-error, -parallel-builds'),
          ...listed(readsValue, '-var-file'),
        },
        effects: planned(changes('infrastructure')),
      },
    }),
  },
  {
    names: ['pre-commit', 'prek'],
    abbreviates: false,
    options: { ...flags('-h --help, -V --version'), ...values('--color') },
    subcommands: readBy(
      { abbreviates: false },
      {
        'run try-repo': {
          options: {
            ...flags('-a --all-files, -v --verbose, --show-diff-on-failure, --last-commit'),
            ...values('--files, --from-ref -s --source, --to-ref -o --origin, --hook-stage, --color'),
            '-c --config': { takes: 'value', effects: ({ value }) => [runsFile(value)] },
          },
          effects: always(...runsProject('.pre-commit-config.yaml'), receives, altersTree(known('.'))),
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
      ...flags('-a --check-sourced, -x --external-sources, --norc, -V --version, --help, --list-optional'),
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
        '-d --diff, -l --list, -s --simplify, -mn --minify, -bn --binary-next-line, -ci --case-indent, -sr --space-redirects, -kp --keep-padding, -fn --func-next-line, -f --find, -version --version, -h --help, -tojson --to-json, -fromjson --from-json, --apply-ignore, -i0, -i2, -i4',
      ),
      ...values('-i --indent, -ln --language-dialect, -p, -filename --filename'),
      '-w --write': { takes: 'nothing', effects: (_, call) => call.operands.map(altersTree) },
    },
    effects: ({ operands }) => operands.map(readsTree),
  },
  {
    names: [
      'actionlint',
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
        '--format, --exclude, -e --exclude-dir, -t --type, --exclude-ext, -o, --include-ext, --sort -s',
      ),
    },
    effects: ({ operands }) => [
      readsHere,
      ...operands.filter((word) => /[./]/.test(prefixOf(word))).map(readsTree),
    ],
  },
];

/** Words that only look, by their usual names; all else changes what is deployed. */
function deploys(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version', '-help', '-version')) return [];
  const words = call.operands.map((word) => textOf(word) ?? '');
  const isLooking =
    /^(list|ls|diff|plan|preview|status|version|validate|whoami|show|synth|about|logs|stack ls|about|breakdown|fs|image|config|doctor)$/.test(
      words[0] ?? '',
    );
  if (isLooking) return [...runsProject('.'), receives];
  const isDestructive = /destroy|delete|remove|rm|run-all|apply|up|deploy|purge|stop/.test(words.join(' '));
  return [
    ...runsProject('.'),
    sendsTo(null),
    isDestructive ? destroys('infrastructure') : changes('infrastructure'),
  ];
}

/** `ansible hosts -m module -a arguments`: the modules for commands run theirs on the hosts. */
function runsModule(call: Call): readonly Effect[] {
  if (hasAny(call, '--list-hosts', '--version', '--help')) return [readsHere];
  const module = textOf(allValues(call, '--module-name').at(-1)) ?? 'command';
  const text = allValues(call, '--args').at(-1);
  const isShell = /(^|\.)(shell|command|raw|script)$/.test(module);
  const isReading = /(^|\.)(ping|setup|debug|stat|gather_facts)$/.test(module);
  const run = isShell && text !== undefined ? [runsShell(text, [], { isElsewhere: true })] : [];
  return [sendsTo(null), ...run, ...(isReading ? [] : [destroys('infrastructure')])];
}
