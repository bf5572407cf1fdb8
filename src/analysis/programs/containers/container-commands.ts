import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf, unknown } from '../../words.ts';
import {
  actsAs,
  background,
  changes,
  destroys,
  discloses,
  interactive,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
  runsCommand,
  sendsTo,
} from '../effects.ts';
import { allValues, has, readsValue, replacesValue } from '../options.ts';
import type { Call, Command, Given } from '../program.ts';
import { always, isOn, listed, receives, switches, values } from '../shorthand.ts';
import { handsOn, help, mounts, running } from './container-options.ts';
import { showsFieldsOnly } from './inspect-format.ts';

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

export const runs: Command = { order: 'options-first', options: running, effects: runsInContainer };

export const executes: Command = {
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

export const building: Command = {
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

export function isDirectory(word: Word): boolean {
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

export const looks: Command = {
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

export const looksAt: Command = {
  ...looks,
  options: { ...looks.options, ...values('-f --format --filter') },
};

/** Processes are shown with the words that they were started with, and as options of `ps` say. */
export const showingProcesses: Command = { ...looksAt, effects: always(discloses('processes')) };

/** What is told of a container has its variables in it. */
export const inspecting: Command = {
  ...looksAt,
  effects: (call) => {
    const format = textOf(allValues(call, '--format').at(-1));
    return format !== null && showsFieldsOnly(format) ? [] : [discloses('credentials')];
  },
};

export const changing: Command = {
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

export const removing: Command = {
  options: {
    ...switches('-f --force, -v --volumes, -l --link, -a --all, --no-prune, --depend, -i --ignore'),
    ...values(
      '--filter, -t --time, --keep-storage, --platform, --reserved-space, --max-used-space, --min-free-space',
    ),
    ...help,
  },
  effects: ({ operands }) => [destroys('container', operands[0] ?? null)],
};

export const copying: Command = {
  options: { ...switches('-a --archive, -L --follow-link, -q --quiet, --overwrite'), ...help },
  effects: ({ operands }) => copies(operands),
};

/** Files of a container, or of an image, go to the output. */
const printsFiles: readonly Effect[] = [readsTree(unknown())];

/** One of the two sides is `container:path`. */
function copies([source, target]: readonly Word[]): readonly Effect[] {
  const isInside = (word: Word) => /^[^/.][^/]*:/.test(prefixOf(word));
  const read = source === undefined || isInside(source) || textOf(source) === '-' ? [] : [readsTree(source)];
  if (target === undefined) return read;
  if (textOf(target) === '-') return [...read, ...printsFiles];
  return [...read, isInside(target) ? changes('container') : replacesTree(target)];
}

export const saving: Command = {
  options: {
    ...values('--platform, --format'),
    '-o --output': replacesValue,
    ...switches('-m --multi-image-archive'),
    ...help,
  },
  effects: (call) => (has(call, '--output') ? [] : printsFiles),
};

/** Without a file it makes one that has the name of the context. The keys to it are written there, or printed. */
export const exportingContext: Command = {
  effects: ({ operands }) => [
    discloses('credentials'),
    ...(textOf(operands[1]) === '-' ? [] : [replacesFile(operands[1] ?? unknown())]),
  ],
};

/** Descriptions of containers for other programs, which are printed or written: their variables are in them. */
export const generating: Command = {
  subcommands: {
    'kube systemd spec': {
      options: {
        ...switches('-s --service, --new, --no-header, -n --name, -c --compact'),
        ...values('--restart-policy, -t --time --stop-timeout, --container-prefix, --pod-prefix, --format'),
        ...values('--type, --separator, --wants, --after, --requires'),
        '-f --filename': replacesValue,
        '--files': { takes: 'nothing', effects: () => [replacesTree(known('.'))] },
        ...help,
      },
      effects: always(discloses('credentials')),
    },
  },
};

export const loading: Command = {
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

export const pulling: Command = {
  options: {
    ...switches('-a --all-tags, -q --quiet, --disable-content-trust, --tls-verify'),
    ...values('--platform, --authfile, --creds, --arch'),
    ...help,
  },
  effects: always(receives, changes('container')),
};

export const pushing: Command = {
  options: {
    ...switches('-a --all-tags, -q --quiet, --disable-content-trust, --tls-verify'),
    ...values('--platform, --authfile, --creds, --format'),
    ...help,
  },
  effects: ({ operands }) => [sendsTo(operands[0] ?? null), changes('remote', operands[0] ?? null)],
};

export const attaching: Command = {
  options: {
    ...switches('--no-stdin, --sig-proxy, -a --attach, -i --interactive'),
    ...values('--detach-keys, --checkpoint'),
    ...help,
  },
  effects: always(interactive, changes('container')),
};
