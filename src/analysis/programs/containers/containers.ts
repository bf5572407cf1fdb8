import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, textOf } from '../../words.ts';
import {
  actsAs,
  altersTree,
  background,
  changes,
  destroys,
  discloses,
  disclosesVariable,
  interactive,
  readsFile,
  readsTree,
  replacesTree,
  runsCommand,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { allValues, readsValue, replacesValue, specialValue } from '../options.ts';
import type { Call, Command, Given, OptionRule, Program } from '../program.ts';
import {
  always,
  changesSettings,
  flags,
  isOn,
  isSurelyOn,
  listed,
  orHelp,
  orHere,
  readBy,
  readsHere,
  receives,
  switches,
  values,
} from '../shorthand.ts';
import { composeOptions, composeSubcommands } from './compose.ts';

const isVariable = /^[A-Za-z_]\w*$/;

/** `-v /host:/inside[:ro]`. A name without a slash is a volume of the container engine. */
function mounts({ value }: Given): readonly Effect[] {
  const start = prefixOf(value);
  if (value.kind === 'known' && !/^[./~]/.test(start)) return [];
  const end = start.indexOf(':');
  const isReadOnly = value.kind === 'known' && /:(ro|.*,ro|ro,.*)$/.test(start);
  const source = end === -1 ? value : known(start.slice(0, end));
  return [isReadOnly ? readsTree(source) : altersTree(source)];
}

/** `--mount type=bind,source=/host,target=/inside[,readonly]`. */
function mountsNamed({ value }: Given): readonly Effect[] {
  const text = textOf(value);
  if (text === null) return [unknownEffect('unknown-operand', describeWord(value))];
  const source = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1];
  if (source === undefined || !/type=bind/.test(text)) return [];
  return [/,(readonly|ro)(,|$|=(true|1))/.test(text) ? readsTree(known(source)) : altersTree(known(source))];
}

/** `-e NAME` without a value hands a variable of ours on. */
function handsOn({ value }: Given): readonly Effect[] {
  const text = textOf(value);
  return text !== null && isVariable.test(text) ? [disclosesVariable(text)] : [];
}

/** Makes the container as good as the machine itself. */
const unconfined: OptionRule = {
  takes: 'value',
  effects: ({ value }) => (isShared(value) ? [actsAs(null)] : []),
};

function isShared(value: Word): boolean {
  return value.kind !== 'known' || /^(host|unconfined|.*=unconfined|ALL|SYS_|all)/i.test(value.text);
}

const help = flags('-h --help');

const running = {
  ...switches(
    '-d --detach, -i --interactive, -t --tty, --rm, --init, --read-only, -P --publish-all, --no-healthcheck, -q --quiet, --oom-kill-disable, --sig-proxy, --disable-content-trust, --no-hosts, --tls-verify, --replace',
  ),
  ...values(
    '--name, -p --publish, --expose, --network --net, --network-alias --net-alias, --restart, -u --user, -w --workdir, --entrypoint, -m --memory, --memory-swap, --memory-reservation, --cpus, -c --cpu-shares, --cpuset-cpus, --cpuset-mems',
  ),
  ...values(
    '--platform, --pull, -l --label, -h --hostname, --domainname, --add-host, --dns, --dns-search, --dns-option --dns-opt, --ip, --ip6, --mac-address, --link, --link-local-ip, --log-driver, --log-opt, --shm-size, --ulimit, --tmpfs',
  ),
  ...values(
    '--stop-signal, --stop-timeout, --health-cmd, --health-interval, --health-retries, --health-start-period, --health-start-interval, --health-timeout, -a --attach, --cap-drop, --cpu-period, --cpu-quota, --cpu-rt-period, --cpu-rt-runtime',
  ),
  ...values(
    '--detach-keys, --group-add, --isolation, --kernel-memory, --memory-swappiness, --oom-score-adj, --pids-limit, --storage-opt, --sysctl, --volume-driver, --blkio-weight, --blkio-weight-device, --device-read-bps, --device-read-iops',
  ),
  ...values(
    '--device-write-bps, --device-write-iops, --cgroup-parent, --cpu-count, --cpu-percent, --io-maxbandwidth, --io-maxiops, --annotation, --runtime, --arch, --os, --secret, --authfile, --pod',
  ),
  ...listed(unconfined, '--pid, --ipc, --uts, --userns, --cgroupns, --security-opt, --cap-add'),
  ...listed({ takes: 'value', effects: always(actsAs(null)) }, '--device, --device-cgroup-rule'),
  ...values('--gpus, --volumes-from'),
  ...listed({ takes: 'optional', effects: always(actsAs(null)) }, '--privileged, --use-api-socket'),
  ...listed({ takes: 'value', effects: mounts }, '-v --volume'),
  ...listed({ takes: 'value', effects: mountsNamed }, '--mount'),
  ...listed({ takes: 'value', effects: handsOn }, '-e --env'),
  ...listed(readsValue, '--env-file, --label-file'),
  ...listed(replacesValue, '--cidfile'),
  ...help,
};

/** The words behind the image run in a container, of which the paths are not paths here. */
function runsInContainer(call: Call): readonly Effect[] {
  const [image, ...words] = call.operands;
  if (image === undefined) return [];
  const isBackground = isOn(call, '-d') || isOn(call, '--detach');
  const entry = allValues(call, '--entrypoint').at(-1);
  const run = entry === undefined ? words : [entry, ...words];
  return [
    changes('container', image),
    receives,
    ...(isBackground ? [background] : []),
    ...(isTerminal(call) ? [interactive] : []),
    ...(run.length === 0 ? [] : [runsCommand(run, { isElsewhere: true, isBackground })]),
  ];
}

function isTerminal(call: Call): boolean {
  return isOn(call, '-t') || isOn(call, '--tty');
}

const runs: Command = { order: 'options-first', options: running, effects: runsInContainer };

const executes: Command = {
  order: 'options-first',
  options: {
    ...switches('-d --detach, -i --interactive, -t --tty, -l --latest'),
    ...values('-u --user, -w --workdir, --detach-keys, --index'),
    ...listed({ takes: 'optional', effects: always(actsAs(null)) }, '--privileged'),
    ...listed({ takes: 'value', effects: handsOn }, '-e --env'),
    '--env-file': readsValue,
    ...help,
  },
  effects: (call) => [
    changes('container', call.operands[0] ?? null),
    ...(isTerminal(call) ? [interactive] : []),
    ...(call.operands.length < 2 ? [] : [runsCommand(call.operands.slice(1), { isElsewhere: true })]),
  ],
};

const building: Command = {
  options: {
    ...switches(
      '-q --quiet, --no-cache, --pull, --rm, --force-rm, --squash, --load, -D --debug, --compress, --disable-content-trust, --check, --layers, --tls-verify',
    ),
    ...values(
      '-t --tag, --build-arg, --target, --platform, --label, --network, --add-host, --progress, --cache-from, --cache-to, --memory -m, --shm-size, --ulimit, --cpu-shares -c, --cpuset-cpus, --no-cache-filter, --builder, --annotation',
    ),
    ...values(
      '--attest, --provenance, --sbom, --call, --isolation, --cgroup-parent, --security-opt, --cpu-period, --cpu-quota, --memory-swap, --format, --authfile, --retry',
    ),
    ...listed(readsValue, '-f --file, --build-context'),
    ...listed(replacesValue, '--iidfile, --metadata-file'),
    ...listed({ takes: 'value', effects: outputs }, '-o --output'),
    ...listed({ takes: 'value', effects: readsSource }, '--secret, --ssh'),
    ...listed({ takes: 'value', effects: always(actsAs(null)) }, '--allow'),
    ...listed({ takes: 'optional', effects: always(sendsTo(null), changes('remote')) }, '--push'),
    ...listed({ takes: 'value', effects: mounts }, '-v --volume'),
    ...help,
  },
  effects: (call) => [...call.operands.filter(isDirectory).map(readsTree), receives, changes('container')],
};

function isDirectory(word: Word): boolean {
  return textOf(word) !== '-' && !/^(https?|git|ssh):|^git@/.test(prefixOf(word));
}

function outputs({ value }: Given): readonly Effect[] {
  const destination = /(?:^|,)dest=([^,]*)/.exec(prefixOf(value))?.[1];
  if (/type=(registry|image)|push=true/.test(prefixOf(value))) return [sendsTo(null), changes('remote')];
  return [replacesTree(destination === undefined ? value : known(destination))];
}

/** `id=name,src=file`: a file that the build gets to see. */
function readsSource({ value }: Given): readonly Effect[] {
  const source = /(?:src|source)=([^,]*)/.exec(prefixOf(value))?.[1];
  return source === undefined ? [] : [readsFile(known(source))];
}

const looks: Command = {
  options: {
    ...switches(
      '-a --all, -q --quiet, --no-trunc, -s --size, -l --latest, --digests, --tree, --no-stream, -f --follow, -t --timestamps, --details, -H --human, --resolve, --pretty, -v --verbose, --no-resolve, --noheading, --insecure',
    ),
    ...values(
      '--filter, --format, -n, --last, --tail, --since, --until, --type, --limit, --orchestrator, --sort',
    ),
    ...help,
  },
};
const looksAt: Command = { ...looks, options: { ...looks.options, ...values('-f --format --filter') } };

/** What is told of a container has its variables in it. */
const inspecting: Command = {
  ...looksAt,
  effects: (call) => {
    const format = allValues(call, '--format').at(-1);
    const isNarrow = format !== undefined && !/Env|Config\s*\}|json \.\s*\}/.test(textOf(format) ?? 'Env');
    return isNarrow ? [] : [discloses('credentials')];
  },
};

const changing: Command = {
  options: {
    ...switches(
      '-f --force, -a --all, --no-prune, -q --quiet, -i --interactive, --disable-content-trust, --attachable, --internal, --ipv6, -P --pause',
    ),
    ...values(
      '-s --signal, -t --time --timeout, --filter, --label, --name, --driver, --subnet, --gateway, --ip-range, --opt, -o, -m --message, --author, -c --change, --ip, --alias, --link, --memory, --cpus, --restart, --platform, --detach-keys, --scope, --description',
    ),
    ...values('--docker, --from'),
    ...help,
  },
  effects: ({ operands }) => [changes('container', operands[0] ?? null)],
};
const removing: Command = {
  options: {
    ...switches('-f --force, -v --volumes, -l --link, -a --all, --no-prune, --depend, -i --ignore'),
    ...values(
      '--filter, -t --time, --keep-storage, --platform, --reserved-space, --max-used-space, --min-free-space',
    ),
    ...help,
  },
  effects: ({ operands }) => [destroys('container', operands[0] ?? null)],
};

const copying: Command = {
  options: { ...switches('-a --archive, -L --follow-link, -q --quiet, --overwrite'), ...help },
  effects: ({ operands }) => copies(operands),
};

/** One of the two sides is `container:path`. */
function copies([source, target]: readonly Word[]): readonly Effect[] {
  const isInside = (word: Word) => /^[^/.][^/]*:/.test(prefixOf(word));
  const read = source === undefined || isInside(source) || textOf(source) === '-' ? [] : [readsTree(source)];
  if (target === undefined || textOf(target) === '-') return read;
  return [...read, isInside(target) ? changes('container') : replacesTree(target)];
}

const saving: Command = {
  options: {
    ...values('--platform, --format'),
    '-o --output': replacesValue,
    ...switches('-m --multi-image-archive'),
    ...help,
  },
};
const loading: Command = {
  options: {
    ...switches('-q --quiet'),
    ...values('-c --change, -m --message, --platform'),
    '-i --input': readsValue,
    ...help,
  },
  effects: ({ operands }) => [
    ...operands
      .slice(0, 1)
      .filter((word) => /^[./]/.test(prefixOf(word)))
      .map(readsFile),
    changes('container'),
  ],
};
const pulling: Command = {
  options: {
    ...switches('-a --all-tags, -q --quiet, --disable-content-trust, --tls-verify'),
    ...values('--platform, --authfile, --creds, --arch'),
    ...help,
  },
  effects: always(receives, changes('container')),
};
const pushing: Command = {
  options: {
    ...switches('-a --all-tags, -q --quiet, --disable-content-trust, --tls-verify'),
    ...values('--platform, --authfile, --creds, --format'),
    ...help,
  },
  effects: ({ operands }) => [sendsTo(operands[0] ?? null), changes('remote', operands[0] ?? null)],
};
const attaching: Command = {
  options: {
    ...switches('--no-stdin, --sig-proxy, -a --attach, -i --interactive'),
    ...values('--detach-keys, --checkpoint'),
    ...help,
  },
  effects: always(interactive, changes('container')),
};

const containerCommands: Readonly<Record<string, Command>> = {
  'run create': runs,
  exec: executes,
  'ps ls list': looks,
  inspect: inspecting,
  'diff port top stats': looksAt,
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
  buildx: {
    subcommands: {
      'build b': building,
      bake: {
        options: { ...building.options, ...switches('--print'), ...values('--set') },
        effects: (call) =>
          isSurelyOn(call, '--print') ? [readsHere] : [readsHere, receives, changes('container')],
      },
      'ls du inspect version imagetools history': { ...looksAt, effects: always(receives) },
      'create use stop': changing,
      'rm prune': removing,
    },
  },
  context: {
    subcommands: {
      'ls list inspect show': looksAt,
      'use create update import': { options: changing.options ?? {}, effects: always(changesSettings) },
      rm: removing,
      export: saving,
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
  'service stack node config secret swarm': {
    subcommands: {
      'ls list ps inspect logs services': looksAt,
      'create update scale deploy up promote demote init join rollback unlock ca join-token unlock-key':
        remoteSwarm,
      'rm remove down leave': removing,
    },
  },
  'trust checkpoint scout sbom': {
    subcommands: { 'inspect ls': looksAt, 'sign revoke create rm key signer quickview cves': changing },
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

const unabbreviated = { abbreviates: false } as const;

const engineOptions = {
  ...switches('-D --debug, --tls, --tlsverify, --remote, -r'),
  ...flags('-v --version, --help'),
  ...values('-c --context, -l --log-level, --storage-driver, --cgroup-manager, --events-backend'),
  ...listed(specialValue('another container engine'), '-H --host, --url, --connection, --identity'),
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
          'ps ls list inspect logs top stats exists': looksAt,
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
      generate: { ...looksAt, effects: always() },
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
  {
    names: ['skopeo', 'crane', 'dive', 'hadolint', 'ctop', 'lazydocker'],
    ...unabbreviated,
    options: {
      ...help,
      ...flags('--version, -v, --raw, --config, --no-color, --no-fail'),
      ...values('--format, -f, --ignore, --platform'),
    },
    effects: (call) =>
      call.name === 'hadolint'
        ? call.operands.map(readsFile)
        : call.operands.length === 0
          ? [interactive]
          : copiesImage(call),
  },
];

function copiesImage({ operands }: Call): readonly Effect[] {
  const action = textOf(operands[0]);
  if (
    action === 'inspect' ||
    action === 'list-tags' ||
    action === 'ls' ||
    action === 'digest' ||
    action === 'manifest'
  )
    return [receives];
  return [
    receives,
    sendsTo(null),
    action === 'delete' ? destroys('remote') : changes('remote'),
    ...orHere([]).map(altersTree),
  ];
}
