import { actsAs, changes, interactive, readsFile, readsTree, runsCommand, sendsTo } from '../effects.ts';
import { readsValue, specialValue } from '../options.ts';
import type { Command, Program } from '../program.ts';
import {
  always,
  changesSettings,
  flags,
  isOn,
  listed,
  orHelp,
  readBy,
  receives,
  switches,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { buildx } from './buildx.ts';
import { composeOptions, composeSubcommands } from './compose.ts';
import {
  attaching,
  building,
  changing,
  copying,
  executes,
  exportingContext,
  generating,
  inspecting,
  loading,
  looks,
  looksAt,
  pulling,
  pushing,
  removing,
  runs,
  saving,
  showingProcesses,
} from './container-commands.ts';
import { help, running } from './container-options.ts';

const containerCommands: Readonly<Record<string, Command>> = {
  'run create': runs,
  exec: executes,
  'ps ls list': looks,
  inspect: inspecting,
  'diff port stats': looksAt,
  top: showingProcesses,
  logs: looks,
  start: {
    ...attaching,
    effects: (call) => [
      changes('container', call.operands[0] ?? null),
      ...(isOn(call, '-a') || isOn(call, '-i') ? [interactive] : []),
    ],
  },
  'stop restart pause unpause rename update wait commit': changing,
  'rm prune remove': removing,
  kill: changing,
  attach: attaching,
  cp: copying,
  export: saving,
};

const remoteSwarm: Command = {
  ...changing,
  options: { ...running, ...changing.options },
  order: 'options-first',
};

const swarmCommands: Readonly<Record<string, Command>> = {
  'ls list ps logs services': looksAt,
  'create update scale deploy up promote demote init join rollback unlock ca join-token unlock-key':
    remoteSwarm,
  'rm remove down leave': removing,
};

const subcommands: Readonly<Record<string, Command>> = {
  ...containerCommands,
  container: { subcommands: containerCommands },
  'images history': looks,
  'version info': looksAt,
  events: looksAt,
  search: { ...looksAt, effects: always(receives) },
  build: building,
  pull: pulling,
  push: pushing,
  tag: changing,
  rmi: removing,
  save: saving,
  'load import': loading,
  image: {
    subcommands: {
      'ls list': looks,
      'inspect history': looksAt,
      build: building,
      pull: pulling,
      push: pushing,
      tag: changing,
      'rm prune remove': removing,
      save: saving,
      'load import': loading,
    },
  },
  volume: {
    subcommands: {
      'ls list inspect': looksAt,
      create: changing,
      'rm prune remove': removing,
      update: changing,
    },
  },
  network: {
    subcommands: {
      'ls list inspect': looksAt,
      'create connect disconnect': changing,
      'rm prune remove': removing,
    },
  },
  system: { subcommands: { 'df info': looksAt, events: looksAt, prune: removing, 'dial-stdio': changing } },
  builder: { subcommands: { build: building, prune: removing } },
  buildx: { subcommands: buildx },
  context: {
    subcommands: {
      'ls list inspect show': looksAt,
      'use create update import': { options: changing.options ?? {}, effects: always(changesSettings) },
      rm: removing,
      export: exportingContext,
    },
  },
  manifest: {
    subcommands: {
      inspect: { ...looksAt, effects: always(receives) },
      'create annotate rm': changing,
      push: pushing,
    },
  },
  plugin: {
    subcommands: {
      'ls list inspect': looksAt,
      'install enable disable upgrade set create push': {
        ...changing,
        effects: always(receives, actsAs(null), changes('container')),
      },
      rm: removing,
    },
  },
  'stack node secret swarm': { subcommands: { ...swarmCommands, inspect: looksAt } },
  'service config': { subcommands: { ...swarmCommands, inspect: inspecting } },
  'trust checkpoint scout sbom': {
    subcommands: {
      'inspect ls': { ...looksAt, effects: always(receives) },
      'sign revoke create rm key signer quickview cves': changing,
    },
  },
  login: {
    options: {
      ...switches('--password-stdin, --tls-verify'),
      ...values('-u --username, -p --password, --authfile'),
      ...help,
    },
    effects: always(sendsTo(null), changesSettings),
  },
  logout: { options: help, effects: always(changesSettings) },
  compose: { order: 'options-first', options: composeOptions, subcommands: composeSubcommands },
  help: {},
};

const engineOptions = {
  ...switches('-D --debug, --tls, --tlsverify, --remote, -r'),
  ...flags('-v --version, --help'),
  ...values('-l --log-level, --storage-driver, --cgroup-manager, --events-backend'),
  ...listed(
    specialValue('another container engine'),
    '-H --host, -c --context, --url, --connection, --identity',
  ),
  ...listed(
    specialValue('the settings of the container engine'),
    '--config, --hooks-dir, --runtime, --conmon, --root, --runroot, --module',
  ),
  ...listed(readsValue, '--tlscacert, --tlscert, --tlskey'),
};

/** Container engines. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['docker', 'nerdctl'],
    ...unabbreviated,
    options: engineOptions,
    subcommands: readBy(unabbreviated, subcommands),
  }),
  orHelp({
    names: ['podman'],
    ...unabbreviated,
    options: engineOptions,
    subcommands: readBy(unabbreviated, {
      ...subcommands,
      unshare: {
        order: 'options-first',
        options: { ...switches('--rootless-netns'), ...help },
        effects: ({ operands }) => (operands.length === 0 ? [interactive] : [runsCommand(operands)]),
      },
      pod: {
        subcommands: {
          'ps ls list inspect logs stats exists': looksAt,
          top: showingProcesses,
          'create start stop restart pause unpause kill': {
            ...changing,
            options: { ...running, ...changing.options },
          },
          'rm prune': removing,
        },
      },
      machine: {
        subcommands: {
          'ls list inspect info': looksAt,
          'init start stop set os': changing,
          rm: removing,
          ssh: {
            order: 'options-first',
            options: help,
            effects: ({ operands }) =>
              operands.length < 2 ? [interactive] : [runsCommand(operands.slice(1), { isElsewhere: true })],
          },
        },
      },
      generate: generating,
      'play kube': {
        options: { ...running },
        effects: ({ operands }) => [...operands.map(readsFile), changes('container'), receives],
      },
      'unmount umount mount untag init healthcheck auto-update': changing,
    }),
  }),
  {
    names: ['buildah'],
    ...unabbreviated,
    options: engineOptions,
    subcommands: readBy(unabbreviated, {
      'images containers ps inspect info version': looksAt,
      'build bud build-using-dockerfile': building,
      run: {
        order: 'options-first',
        options: running,
        effects: ({ operands }) =>
          operands.length < 2
            ? [interactive]
            : [changes('container'), runsCommand(operands.slice(1), { isElsewhere: true })],
      },
      'from pull': pulling,
      push: pushing,
      'add copy': {
        ...changing,
        effects: ({ operands }) => [...operands.slice(1, -1).map(readsTree), changes('container')],
      },
      'commit config tag rename mount umount unmount': changing,
      'rm rmi prune': removing,
      login: { effects: always(sendsTo(null), changesSettings) },
      unshare: {
        order: 'options-first',
        effects: ({ operands }) => (operands.length === 0 ? [interactive] : [runsCommand(operands)]),
      },
    }),
  },
  {
    names: ['docker-compose', 'podman-compose'],
    ...unabbreviated,
    options: { ...composeOptions, ...flags('-v --version') },
    subcommands: readBy(unabbreviated, composeSubcommands),
  },
];
