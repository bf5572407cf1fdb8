import type { Effect } from '../../../model/effect.ts';
import { prefixOf } from '../../words.ts';
import {
  actsAs,
  altersTree,
  background,
  changes,
  destroys,
  discloses,
  interactive,
  readsTree,
  receivesFrom,
  replacesTree,
  runsCommand,
  sendsTo,
} from '../effects.ts';
import { inDirectory, readsValue, replacesValue, valueWith } from '../options.ts';
import { hostIn, isRemote } from '../places.ts';
import type { Call, Command } from '../program.ts';
import {
  always,
  flags,
  isOn,
  listed,
  readsHere,
  receives,
  runsProject,
  switches,
  values,
} from '../shorthand.ts';
import { readsFileOrAddress } from '../text/text-files.ts';

const help = flags('-h --help');

export const composeOptions = {
  ...switches('--compatibility, --dry-run, --all-resources, --verbose'),
  ...values('-p --project-name, --profile, --ansi, --progress, --parallel'),
  '-f --file': valueWith((file) => (isRemote(file) ? receivesFrom(hostIn(file)) : readsFileOrAddress(file))),
  '--env-file': readsValue,
  ...listed(inDirectory, '--project-directory, --workdir'),
  ...help,
};

const listing: Command = {
  options: {
    ...switches(
      '-a --all, -q --quiet, --no-trunc, --orphans, --services, -f --follow, -t --timestamps, --no-color, --no-log-prefix, --json, --no-stream, --resolve-image-digests',
    ),
    ...values('--filter, --format, --status, -n --tail, --since, --until, --index, --protocol'),
    ...help,
  },
  effects: always(readsHere),
};

const starting: Command = {
  options: {
    ...switches(
      '-d --detach, --build, --no-build, --force-recreate, --no-recreate, --no-deps, --remove-orphans, --wait, --abort-on-container-exit, --abort-on-container-failure, --always-recreate-deps, --no-start, --quiet-pull, -q --quiet',
    ),
    ...switches(
      '-V --renew-anon-volumes, --attach-dependencies, --no-color, --no-log-prefix, --timestamps, -w --watch, --menu, -y --yes, --dry-run, --no-cache, --push, --ignore-buildable, --with-dependencies',
    ),
    ...switches('--include-deps, --ignore-pull-failures, --no-up, --prune, --print, --check, --quiet-build'),
    ...values(
      '--scale, -t --timeout, --exit-code-from, --attach, --no-attach, --pull, --wait-timeout, --build-arg, --progress, -m --memory, --ssh, --builder, --policy, --profile, --provenance, --sbom',
    ),
    ...help,
  },
  effects: starts,
};

/** The compose file says what is built, mounted and run. */
function starts(call: Call): readonly Effect[] {
  const isBackground = isOn(call, '-d') || isOn(call, '--detach') || isOn(call, '--wait');
  return [
    ...runsProject('compose.yaml'),
    receives,
    changes('container'),
    ...(isBackground ? [background] : []),
  ];
}

const running: Command = {
  order: 'options-first',
  options: {
    ...switches(
      '-d --detach, --rm, --no-deps, -T --no-TTY, -i --interactive, -t --tty, --build, -P --service-ports, --use-aliases, --quiet-pull, --remove-orphans, -q --quiet, --dry-run',
    ),
    ...values(
      '-u --user, -w --workdir, --entrypoint, --name, -p --publish, -l --label, -e --env, --index, --pull, --cap-add, --cap-drop',
    ),
    ...listed({ takes: 'optional', effects: always(actsAs(null)) }, '--privileged'),
    ...listed(
      {
        takes: 'value',
        effects: ({ value }) => [altersTree({ kind: 'known', text: prefixOf(value).split(':', 1)[0] ?? '' })],
      },
      '-v --volume',
    ),
    '--env-from-file': readsValue,
    ...help,
  },
  effects: (call) => [
    changes('container', call.operands[0] ?? null),
    ...(call.operands.length < 2 ? [] : [runsCommand(call.operands.slice(1), { isElsewhere: true })]),
  ],
};

const changing: Command = {
  options: {
    ...switches('--no-deps, --remove-orphans, --force -f, --dry-run, --wait, --no-recreate'),
    ...values('-t --timeout, -s --signal, --scale'),
    ...help,
  },
  effects: always(changes('container')),
};

/** Subcommands of `docker compose`. */
export const composeSubcommands: Readonly<Record<string, Command>> = {
  'ps ls images port version events stats volumes': listing,
  // With the words that they were started with.
  top: { ...listing, effects: always(readsHere, discloses('processes')) },
  logs: listing,
  config: {
    options: {
      ...switches(
        '-q --quiet, --services, --volumes, --images, --profiles, --no-interpolate, --no-normalize, --no-path-resolution, --no-consistency, --resolve-image-digests, --variables, --networks, --models, --environment, --lock-image-digests, --no-env-resolution',
      ),
      ...values('--format, --hash'),
      '-o --output': replacesValue,
      ...help,
    },
    // The values of variables are put in, and what files of variables say.
    effects: (call) => {
      const isAnyOn = (...names: readonly string[]) => names.some((name) => isOn(call, name));
      const isBare = isOn(call, '--no-interpolate') && isOn(call, '--no-env-resolution');
      return isBare || isAnyOn('-q', '--quiet', '--services', '--volumes', '--images', '--profiles')
        ? [readsHere]
        : [readsHere, discloses('credentials')];
    },
  },
  'up create build pull watch start restart run-all scale': starting,
  push: { ...starting, effects: always(readsHere, sendsTo(null), changes('remote')) },
  'run exec': running,
  'stop kill pause unpause wait': changing,
  down: {
    options: {
      ...switches('-v --volumes, --remove-orphans, --dry-run'),
      ...values('--rmi, -t --timeout'),
      ...help,
    },
    effects: (call) => [
      isOn(call, '-v') || isOn(call, '--volumes') ? destroys('container') : changes('container'),
    ],
  },
  rm: {
    options: { ...switches('-f --force, -s --stop, -v --volumes, --dry-run'), ...help },
    effects: always(destroys('container')),
  },
  cp: {
    options: { ...switches('-a --archive, -L --follow-link, --all'), ...values('--index'), ...help },
    effects: ({ operands }) =>
      operands.flatMap((word, index) =>
        /^[\w-]+:/.test(prefixOf(word))
          ? [changes('container')]
          : [index === 0 ? readsTree(word) : replacesTree(word)],
      ),
  },
  attach: {
    options: { ...switches('--no-stdin, --sig-proxy'), ...values('--index, --detach-keys'), ...help },
    effects: always(interactive),
  },
  'commit export publish bridge convert': {
    options: { ...values('-o --output, --index, -m, -a'), ...help },
    effects: always(changes('container'), sendsTo(null)),
  },
  help: {},
};
