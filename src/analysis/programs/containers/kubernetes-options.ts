import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, dropStart, prefixOf, textOf } from '../../words.ts';
import { readsFile, readsTree, unknownEffect } from '../effects.ts';
import { allValues, readsValue, specialValue } from '../options.ts';
import type { Call } from '../program.ts';
import { flags, listed, receives, switches, values } from '../shorthand.ts';

/** What every call may have before its order, or behind it. */
export const global = {
  ...values(
    '-n --namespace, --context, --cluster, --user, --request-timeout, -v --v, --as, --as-group, --as-uid, --cache-dir, --log-flush-frequency, --vmodule, --tls-server-name',
  ),
  ...switches('--match-server-version, --warnings-as-errors, --disable-compression'),
  ...flags('-h --help'),
  ...listed(readsValue, '--certificate-authority, --client-certificate, --client-key'),
  ...listed(
    specialValue('another cluster, or settings that run programs'),
    '--kubeconfig, -s --server, --token, --username, --password, --insecure-skip-tls-verify, --profile, --profile-output',
  ),
};

/** What is to be in the cluster, as files say it. */
export const files = {
  ...listed(
    {
      takes: 'value',
      effects: ({ value }) =>
        isElsewhere(value) ? [receives] : textOf(value) === '-' ? [] : [readsTree(value)],
    },
    '-f --filename',
  ),
  ...listed({ takes: 'value', effects: ({ value }) => [readsTree(value)] }, '-k --kustomize'),
  ...switches('-R --recursive'),
};

/** Whether what is named is fetched from another machine. */
function isElsewhere(word: Word): boolean {
  return /^https?:/.test(prefixOf(word));
}

/** What is asked about, and how it is printed. */
export const printing = {
  ...listed({ takes: 'value', effects: (given, call) => readsTemplate(given.value, call) }, '-o --output'),
  ...values(
    '-l --selector, --field-selector, --template, --sort-by, -L --label-columns, --raw, --chunk-size, --subresource, --field-manager, --timeout, --grace-period, --for',
  ),
  ...switches(
    '-A --all-namespaces, -w --watch, --watch-only, --show-labels, --show-kind, --no-headers, --ignore-not-found, --show-managed-fields, --allow-missing-template-keys, --server-print, --output-watch-events, --all, --wait, --now, --force',
  ),
  ...switches(
    '--overwrite, --list, --local, --record, --save-config, --validate, --server-side, --force-conflicts, --prune, --openapi-patch, --cascade, -i --interactive, --dry-run, --edit, --windows-line-endings',
  ),
  ...values(
    '--prune-allowlist, --resource-version, --type, -p --patch, --patch-file, --replicas, --current-replicas, --revision, --to-revision, --concurrency, -c --container, --types',
  ),
};

/** `go-template-file=PATH`; with the format alone the path is that of `--template`. What is no template is shown as it is. */
function readsTemplate(format: Word, call: Call): readonly Effect[] {
  const start = prefixOf(format);
  const [, name, equals] = /^([a-z-]*)(=?)/.exec(start) ?? [];
  if (format.kind !== 'known' && equals === '')
    return [unknownEffect('unknown-operand', describeWord(format))];
  if (name?.endsWith('file') !== true) return [];
  return equals === ''
    ? allValues(call, '--template').map(readsFile)
    : [readsFile(dropStart(format, name.length + 1))];
}
