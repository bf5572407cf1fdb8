import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { dropStart, prefixOf, textOf } from '../../words.ts';
import {
  changes,
  destroys,
  discloses,
  interactive,
  listens,
  readsTree,
  replacesTree,
  runsCommand,
  sendsTo,
} from '../effects.ts';
import { allValues, readsValue, runsValue, specialValue, valueWith } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesSettings,
  flags,
  hasAny,
  isOn,
  isSurelyOn,
  listed,
  orHelp,
  readBy,
  receives,
  switches,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { files, global, printing } from './kubernetes-options.ts';

const reads: Command = { options: { ...printing, ...files }, effects: readsCluster };

/** Secrets are shown, if only encoded, by everything but a list. */
function readsCluster(call: Call): readonly Effect[] {
  const [kind, name] = call.operands.map((word) => textOf(word) ?? '');
  const isSecret =
    /(^|,)secrets?(\/|,|$|\.)/i.test(`${kind},${name ?? ''}`) || allValues(call, '--raw').length > 0;
  const isShown =
    allValues(call, '--output').length > 0 ||
    allValues(call, '--raw').length > 0 ||
    allValues(call, '--template').length > 0;
  return isSecret && isShown ? [receives, discloses('credentials')] : [receives];
}

function applied(effect: (target: Word | null) => Effect): (call: Call) => readonly Effect[] {
  return (call) => {
    const dry = allValues(call, '--dry-run').at(-1);
    if (dry !== undefined && ['client', 'server', 'true', ''].includes(textOf(dry) ?? 'no'))
      return [receives];
    return [sendsTo(null), effect(call.operands[0] ?? null)];
  };
}

const changing: Command = {
  options: { ...printing, ...files },
  effects: applied((target) => changes('cluster', target)),
};

const destroying: Command = { ...changing, effects: applied((target) => destroys('cluster', target)) };

/** What stands behind the key: `name=path`, or a path alone. */
function withoutKey(value: Word): Word {
  return dropStart(value, /^[^=]*=/.exec(prefixOf(value))?.[0].length ?? 0);
}

const creating: Command = {
  options: {
    ...printing,
    ...files,
    ...values(
      '--image, --port, --schedule, --from, --class, --rule, --clusterrole, --role, --serviceaccount, --group, --verb, --resource, --resource-name, --from-literal, --docker-server, --docker-username, --docker-password, --docker-email, --annotation, --default-backend, --tcp, --external-name, --node-port, --clusterip, --hard, --scopes, --duration, --audience, --value, --description, --preemption-policy, --min, --max, --min-available, --max-unavailable, --target-port, --protocol, --name, --labels, --load-balancer-ip, --external-ip, --session-affinity, --cpu-percent, --generator',
    ),
    ...switches('--append-hash, --global-default'),
    ...listed(readsValue, '--from-env-file, --cert, --key'),
    '--from-file': valueWith((value) => readsTree(withoutKey(value))),
  },
  order: 'any',
  effects: applied((target) => changes('cluster', target)),
};

/** The words behind `--`, or behind the first one, run in a container there. */
function executes(call: Call): readonly Effect[] {
  const words = call.operands.slice(1);
  const isTerminal = isOn(call, '-t') || isOn(call, '--tty');
  return [
    sendsTo(null),
    changes('cluster', call.operands[0] ?? null),
    ...(isTerminal ? [interactive] : []),
    ...(words.length === 0 ? [] : [runsCommand(words, { isElsewhere: true })]),
  ];
}

const running: Command = {
  order: 'any',
  options: {
    ...printing,
    ...switches(
      '-i --stdin, -t --tty, -q --quiet, --rm, --attach, --leave-stdin-open, --command, --expose, --privileged, --share-processes, --same-node, --replace, --arguments-only, --keep-labels',
    ),
    ...values(
      '--image, --env, --port, --labels, --restart, --overrides, --override-type, --image-pull-policy, --pod-running-timeout, --target, --copy-to, --set-image, --profile, --annotations',
    ),
    ...listed(readsValue, '--custom'),
    ...files,
  },
  effects: executes,
};

const subcommands: Readonly<Record<string, Command>> = {
  get: reads,
  version: {
    options: { ...switches('--client, --short'), ...values('-o --output') },
    effects: (call) => (isSurelyOn(call, '--client') ? [] : [receives]),
  },
  'describe explain api-resources api-versions events cluster-info': {
    ...reads,
    options: {
      ...reads.options,
      ...switches('--show-events, --namespaced, --cached'),
      ...values('--api-version, --api-group, --verbs, --categories'),
    },
    // Of a secret it tells the names and sizes alone.
    effects: always(receives),
  },
  top: {
    options: { ...printing, ...switches('--containers, --sum, --use-protocol-buffers, --show-swap') },
    effects: always(receives),
    subcommands: {
      'pod pods po node nodes no': {
        options: { ...printing, ...switches('--containers, --sum') },
        effects: always(receives),
      },
    },
  },
  logs: {
    options: {
      ...printing,
      ...switches(
        '-f --follow, -p --previous, --timestamps, --all-containers, --prefix, --ignore-errors, --all-pods',
      ),
      ...values('--tail, --since, --since-time, --limit-bytes, --max-log-requests, --pod-running-timeout'),
    },
    effects: always(receives),
  },
  'diff kustomize': {
    options: {
      ...printing,
      ...files,
      ...switches('--enable-helm, --enable-alpha-plugins, --network'),
      ...values('--load-restrictor, -e --env'),
      ...listed(valueWith(replacesTree), '--output-dir'),
      ...listed(runsValue, '--helm-command'),
    },
    effects: ({ operands }) => [receives, ...operands.map(readsTree)],
  },
  wait: { options: { ...printing, ...files }, effects: always(receives) },
  auth: {
    subcommands: {
      'can-i whoami': { options: { ...printing, ...switches('-q --quiet') }, effects: always(receives) },
      reconcile: changing,
    },
  },
  'apply patch scale autoscale label annotate expose set': {
    ...creating,
    options: { ...creating.options, ...values('--patch-file') },
  },
  create: {
    ...creating,
    subcommands: {
      'clusterrole clusterrolebinding configmap cm cronjob cj deployment deploy ingress ing job namespace ns poddisruptionbudget pdb priorityclass pc quota resourcequota role rolebinding secret service svc serviceaccount sa':
        creating,
      token: {
        ...creating,
        options: {
          ...creating.options,
          ...values('--bound-object-kind, --bound-object-name, --bound-object-uid'),
        },
        effects: always(sendsTo(null), discloses('credentials')),
      },
    },
  },
  rollout: {
    subcommands: {
      'status history': { options: { ...printing, ...files }, effects: always(receives) },
      'restart pause resume undo': changing,
    },
  },
  'delete replace drain taint': {
    ...destroying,
    options: {
      ...destroying.options,
      ...switches('--ignore-daemonsets, --delete-emptydir-data, --disable-eviction'),
      ...values('--pod-selector, --skip-wait-for-delete-timeout'),
    },
  },
  'cordon uncordon certificate': changing,
  edit: { ...changing, effects: always(sendsTo(null), changes('cluster'), interactive) },
  'exec run debug attach': running,
  cp: {
    options: { ...switches('--no-preserve'), ...values('-c --container, --retries') },
    effects: ({ operands }) => [
      sendsTo(null),
      ...operands.flatMap((word, index) =>
        /^[^/.][^/]*(\/[^:]*)?:/.test(prefixOf(word))
          ? [changes('cluster')]
          : [index === 0 ? readsTree(word) : replacesTree(word)],
      ),
    ],
  },
  'port-forward proxy': {
    options: {
      ...values(
        '--address, --port -p, --accept-hosts, --api-prefix, --pod-running-timeout, --www, --www-prefix, -u',
      ),
      ...switches('--disable-filter'),
    },
    effects: always(sendsTo(null), listens),
  },
  config: {
    subcommands: {
      'current-context get-contexts get-clusters get-users': { options: printing },
      view: {
        options: { ...printing, ...switches('--raw, --flatten, --minify, --merge') },
        // What is flattened is no longer redacted.
        effects: (call) => (isOn(call, '--raw') || isOn(call, '--flatten') ? [discloses('credentials')] : []),
      },
      'use-context set set-context set-cluster set-credentials unset rename-context delete-context delete-cluster delete-user':
        {
          options: {
            ...switches('--current, --embed-certs, --set-raw-bytes'),
            ...values('--auth-provider, --exec-arg, --exec-env, --exec-api-version'),
            ...listed(specialValue('a program that gives credentials'), '--exec-command'),
          },
          effects: always(changesSettings),
        },
    },
  },
  plugin: { subcommands: { list: {} } },
  'help options completion': {},
};

/** Programs that talk to clusters. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['kubectl', 'oc', 'k3s-kubectl'],
    ...unabbreviated,
    globalOptions: global,
    subcommands: readBy(unabbreviated, subcommands),
  }),
  {
    names: ['kubectx', 'kubens'],
    ...unabbreviated,
    options: flags('-c --current, -h --help'),
    effects: (call) => (hasAny(call, '--current') || call.operands.length === 0 ? [] : [changesSettings]),
  },
  {
    names: ['k9s', 'lens'],
    ...unabbreviated,
    options: { ...flags('--readonly, -A'), ...values('-n --namespace, --context') },
    effects: always(interactive, receives),
  },
  {
    names: ['stern', 'kubetail'],
    ...unabbreviated,
    options: {
      ...values('-n --namespace, --context, --tail, -s --since, -o --output, -c --container, -l --selector'),
      ...switches('-A --all-namespaces, --no-follow'),
    },
    effects: always(receives),
  },
];
