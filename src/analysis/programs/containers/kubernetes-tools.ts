import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  destroys,
  discloses,
  interactive,
  readsTree,
  replacesTree,
  sendsTo,
} from '../effects.ts';
import { allValues, has, readsValue, runsValue, specialValue, valueWith } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  isOn,
  listed,
  looksLikePath,
  orHelp,
  orHere,
  readBy,
  readsHere,
  receives,
  runsProject,
  switches,
  unabbreviated,
  values,
} from '../shorthand.ts';

const helmOptions = {
  ...values(
    '-n --namespace, --kube-context, --kube-as-user, --kube-as-group, --burst-limit, --qps, -o --output, --version, --repo, --timeout, --set, --set-string, --set-json, --set-literal, --history-max, --max, --description, -l --selector, --filter -f, --username, --password, --revision, --name-template, -m, --offset, --api-versions -a, --kube-version, --show-only -s, --max-col-width, --labels, --cascade',
  ),
  ...switches(
    '--debug, -A --all-namespaces, -a --all, -q --short, -d --date, --deployed, --failed, --pending, --superseded, --uninstalled, --uninstalling, -r --reverse, --install, -i, --atomic, --wait, --wait-for-jobs, --create-namespace, --dry-run, --force, --reset-values, --reuse-values, --reset-then-reuse-values, --no-hooks, --cleanup-on-fail, --dependency-update, --devel, --verify, --replace, --skip-crds, --include-crds, --is-upgrade, --validate, --keep-history, --generate-name, -g, --recreate-pods, --rollback-on-failure, --strict, --quiet, --with-subcharts, --versions, --no-headers, --untar, --client, --hide-notes, --hide-secret, --render-subchart-notes, --skip-schema-validation, --take-ownership, --enable-dns, --show-resources, --logs, --force-update, --no-update, --fail-on-no-result, --skip-refresh, --skip-tests',
  ),
  ...flags('-h --help'),
  ...listed(readsValue, '--values, --set-file, --ca-file, --cert-file, --key-file, --keyring'),
  ...listed(valueWith(replacesTree), '--output-dir, --untardir, --destination'),
  ...listed(runsValue, '--post-renderer'),
  ...values('--post-renderer-args'),
  ...listed(
    specialValue('another cluster, or settings that run programs'),
    '--kubeconfig, --kube-apiserver, --kube-token, --kube-ca-file, --registry-config, --repository-config, --repository-cache',
  ),
};

/** Whether values come from other hosts, or the templates may ask for names. */
function readsElsewhere(call: Call): boolean {
  const values = ['-f', '--values', '--set-file'].flatMap((name) => allValues(call, name));
  return (
    values.some((word) => word.kind !== 'known' || word.text.includes(':')) || isOn(call, '--enable-dns')
  );
}

/** Whether a chart is a directory or file here, and nothing is fetched for it. */
function isLocal(call: Call): boolean {
  const chart = call.operands.at(-1);
  return chart !== undefined && looksLikePath(chart) && !hasAny(call, '--repo', '--verify');
}

const helm: Readonly<Record<string, Command>> = {
  'list ls status history hist': { effects: always(receives) },
  'show inspect': { effects: (call) => (isLocal(call) ? call.operands.slice(1).map(readsTree) : [receives]) },
  version: {},
  // Among its variables is the token with which it comes to the cluster.
  env: { effects: always(discloses('credentials')) },
  search: { subcommands: { repo: {}, hub: { effects: always(receives) } } },
  get: { effects: always(receives, discloses('credentials')) },
  lint: {
    options: { ...listed(readsValue, '-f') },
    effects: (call) => [...(readsElsewhere(call) ? [receives] : []), ...orHere(call.operands).map(readsTree)],
  },
  'template verify': {
    options: { ...listed(readsValue, '-f') },
    effects: ({ operands }) => [receives, ...operands.slice(-1).map(readsTree)],
  },
  'install upgrade rollback test': {
    options: { ...listed(readsValue, '-f') },
    effects: (call) => [sendsTo(null), readsHere, changes('cluster', call.operands[0] ?? null)],
  },
  'uninstall delete del un': {
    effects: ({ operands }) => [sendsTo(null), destroys('cluster', operands[0] ?? null)],
  },
  repo: {
    subcommands: {
      'list ls': {},
      add: { effects: always(receives, changesSettings) },
      'update up': { effects: always(receives) },
      index: {
        options: values('--url, --merge'),
        effects: ({ operands }) => orHere(operands).map(altersTree),
      },
      'remove rm': { effects: always(changesSettings) },
    },
  },
  'pull fetch create package dependency dep': { effects: always(receives, altersTree(known('.'))) },
  push: { effects: always(readsHere, sendsTo(null), changes('remote')) },
  registry: { effects: always(sendsTo(null), changesSettings) },
  plugin: {
    subcommands: {
      'list ls': {},
      'install update uninstall': { effects: always(receives, changesPackages) },
    },
  },
  'help completion': {},
};

/** Programs that set clusters up, and what runs in them. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['helm'],
    ...unabbreviated,
    globalOptions: helmOptions,
    subcommands: readBy(unabbreviated, helm),
  }),
  {
    names: ['kustomize'],
    ...unabbreviated,
    globalOptions: {
      ...flags('-h --help, --stack-trace'),
      ...switches('--enable-helm, --network, --as-current-user'),
      ...values('--load-restrictor, -e --env'),
      ...listed(valueWith(replacesTree), '-o --output'),
      ...listed(runsValue, '--helm-command'),
      ...listed(specialValue('plugins'), '--enable-alpha-plugins, --enable-exec, --mount'),
    },
    subcommands: {
      build: { ...unabbreviated, effects: ({ operands }) => [receives, ...operands.map(readsTree)] },
      'version help': {},
      'edit create localize': { ...unabbreviated, effects: always(altersTree(known('.'))) },
    },
  },
  {
    names: [
      'minikube',
      'kind',
      'k3d',
      'microk8s',
      'colima',
      'eksctl',
      'kops',
      'flux',
      'argocd',
      'skaffold',
      'tilt',
      'istioctl',
      'kubeadm',
    ],
    ...unabbreviated,
    options: {
      ...flags('-h --help, -v --version'),
      ...values(
        '-p --profile, -n --name --namespace, --driver, --cpus, --memory, --image, -o --output, --kubernetes-version, --config -f',
      ),
      ...switches('--wait, -A'),
    },
    effects: managesCluster,
  },
  {
    names: ['helmfile'],
    ...unabbreviated,
    options: {
      ...flags('-h --help, -v --version, --debug, -q --quiet, --no-color, --color'),
      ...flags('-i --interactive, --skip-deps, --skip-diff-on-install, --suppress-secrets, --include-crds'),
      ...values(
        '-e --environment, -l --selector, -n --namespace, --kube-context, --log-level, --concurrency',
      ),
      ...values('-c --chart, --set, --state-values-set'),
      ...listed(readsValue, '-f --file, --values, --state-values-file'),
    },
    effects: (call) =>
      hasAny(call, '--help', '--version')
        ? []
        : [
            ...runsProject('helmfile.yaml'),
            ...(/^(?:template|lint|build|show-dag)$/.test(textOf(call.operands[0]) ?? '')
              ? [receives]
              : managesCluster(call)),
            ...(has(call, '--interactive') ? [interactive] : []),
          ],
  },
];

function managesCluster({ name, operands }: Call): readonly Effect[] {
  const [first, second] = operands.map((word) => textOf(word) ?? '');
  const words = `${first} ${second ?? ''}`;
  if (first === 'version' && /^(?:kind|minikube)$/.test(name)) return [];
  if (/^(status|list|get|version|help|ip|profile list|logs|describe|diff|check|config view)\b/.test(words))
    return [receives];
  if (/^(ssh|dashboard|mount|tunnel|dev|up)\b/.test(words))
    return [sendsTo(null), changes('cluster'), interactive];
  return [
    sendsTo(null),
    receives,
    /delete|destroy|reset|uninstall|prune/.test(words) ? destroys('cluster') : changes('cluster'),
  ];
}
