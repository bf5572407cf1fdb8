import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  altersTree,
  changes,
  destroys,
  discloses,
  interactive,
  readsFile,
  readsTree,
  replacesTree,
  sendsTo,
} from '../effects.ts';
import { hasInput } from '../operands.ts';
import { has, inDirectory, readsValue, replacesValue, specialValue } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesSettings,
  flags,
  hasAny,
  listed,
  orHelp,
  orHere,
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

const mirroring = {
  ...planning,
  ...flags('-enable-plugin-cache, -lock-file=false, -lock-file=true'),
  ...values('-platform, -net-mirror, -fs-mirror'),
};

const stateless: Command = { options: planning, effects: always(readsHere) };

/** What people read has a mark in the place of what is sensitive; what programs read has all of it. More options can be in variables. */
function toldWhole({ argv, subcommands, variable }: Call): readonly Effect[] {
  const others = ['TF_CLI_ARGS', `TF_CLI_ARGS_${subcommands.join('_')}`];
  const isWhole = argv.some(asksForWhole) || others.some((name) => variable(name) !== null);
  return isWhole ? [discloses('credentials')] : [];
}

/** Whether a word may be one of the options, which take a value too: `-json=true`. */
function asksForWhole(word: Word): boolean {
  if (word.kind === 'known') return /^--?(?:json|raw|show-sensitive)(?:=|$)/.test(word.text);
  const start = prefixOf(word);
  return start === '' || start.startsWith('-');
}

/** Of several answers to whether files are written the last counts. */
function formats(call: Call): readonly Effect[] {
  const writes = call.given.findLast(({ names }) => names.some((name) => name.startsWith('-write=')));
  const isOff = writes?.names.includes('-write=false') === true;
  return has(call, '-check') || isOff ? orHere(call.operands).map(readsTree) : [altersTree(known('.'))];
}

const terraform: Readonly<Record<string, Command>> = {
  init: { options: planning, effects: planned(altersTree(known('.terraform'))) },
  get: { options: { ...planning, ...flags('-update') }, effects: planned(altersTree(known('.terraform'))) },
  plan: { options: planning, effects: planned() },
  'validate version graph modules metadata': {
    options: { ...planning, ...flags('-draw-cycles, -type'), ...values('-plan, -type') },
    effects: always(readsHere),
  },
  providers: {
    ...stateless,
    subcommands: {
      schema: stateless,
      lock: {
        options: mirroring,
        effects: always(readsHere, receives, altersFile(known('.terraform.lock.hcl'))),
      },
      mirror: {
        options: mirroring,
        effects: ({ operands }) => [readsHere, receives, ...operands.map(replacesTree)],
      },
    },
  },
  show: {
    options: planning,
    effects: (call) => [
      readsHere,
      ...(call.operands.length > 0 ? call.operands.map(readsFile) : [receives]),
      ...toldWhole(call),
    ],
  },
  output: {
    options: { ...planning, ...flags('-raw') },
    // Of one that is named, the value is told as it is.
    effects: (call) => [
      readsHere,
      receives,
      ...(call.operands.length > 0 ? [discloses('credentials')] : toldWhole(call)),
    ],
  },
  fmt: {
    options: {
      ...planning,
      ...flags('-check, -diff, -recursive, -list=false, -list=true, -write=false, -write=true'),
    },
    effects: formats,
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
      show: { options: planning, effects: (call) => [readsHere, receives, ...toldWhole(call)] },
      pull: { options: planning, effects: always(readsHere, receives, discloses('credentials')) },
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
  console: {
    options: planning,
    effects: (call) => [...(hasInput(call) ? [] : [interactive]), readsHere, ...filesShown(call)],
  },
  'login logout': { options: planning, effects: always(sendsTo(null), changesSettings, interactive) },
  'help rpcapi': {},
};

/** Files that an expression shows: `file(".env")`. */
function filesShown({ stdin }: Call): readonly Effect[] {
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? (textOf(stdin.text) ?? '') : '';
  const calls = text.matchAll(/\b(?:file(?:base64)?|templatefile)\s*\(\s*"([^"$]*)"/g);
  return [...calls].slice(0, 64).map(([, path = '']) => readsFile(known(path)));
}

/** Infrastructure that is described by files, and made by what is planned. */
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
    effects: (call) => [...deploys(call), ...tellsSecrets(call)],
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
    effects: (call) => [...deploys(call), ...tellsSecrets(call)],
  },
  {
    names: ['packer'],
    ...single,
    options: flags('-h --help -help, -version --version -v'),
    subcommands: readBy(single, {
      'validate inspect version': {
        options: {
          ...flags('-syntax-only'),
          ...values('-var, -only, -except'),
          ...listed(readsValue, '-var-file'),
        },
        effects: always(readsHere),
      },
      fmt: {
        options: flags('-check, -diff, -recursive, -write=false'),
        effects: formats,
      },
      hcl2_upgrade: { options: flags('-with-annotations'), effects: always(altersTree(known('.'))) },
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
];

/** What is kept as a secret, or is a token, and is printed as it is. */
const secrets: Readonly<Record<string, RegExp>> = {
  vault: /^(?:read|unwrap|login|auth|(?:kv|transit|print|token) (?:get|read|token|create))\b/,
  nomad: /^(?:var get|acl (?:bootstrap|token (?:create|info|self)))\b/,
  pulumi: /^(?:config get|env (?:open|get))\b/,
};

function tellsSecrets(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version', '-help', '-version')) return [];
  const words = call.operands.map((word) => textOf(word) ?? '').join(' ');
  const pattern = Object.hasOwn(secrets, call.name) ? secrets[call.name] : undefined;
  const isShown = call.name === 'pulumi' && has(call, '--show-secrets');
  return isShown || pattern?.test(words) === true ? [discloses('credentials')] : [];
}

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
