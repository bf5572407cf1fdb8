import { textOf } from '../../words.ts';
import { replacesTree, unknownEffect } from '../effects.ts';
import { inDirectory, readsValue, specialValue } from '../options.ts';
import type { OptionRule } from '../program.ts';
import { flags, listed, switches, values } from '../shorthand.ts';

/** With `false` no browser is started, and the address of the page is printed. */
const browser: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    textOf(value) === 'false' ? [] : [unknownEffect('program-specific', 'a program that npm runs')],
};

/** What npm takes on the command line and in front of it: every setting, for every subcommand. */
export const npmOptions = {
  ...switches(
    '-g --global, -D --save-dev, -S --save, -E --save-exact, -O --save-optional, -P --save-prod, -B --save-bundle',
  ),
  ...switches(
    '--save-peer, -y --yes, -f --force, -l --long, -p --parseable, -a --all, -d, -q --quiet, -s --silent, --verbose',
  ),
  ...switches(
    '--json, --dry-run, --audit, --fund, --ignore-scripts, --legacy-peer-deps, --strict-peer-deps, --prefer-dedupe',
  ),
  ...switches(
    '--prefer-offline, --prefer-online, --offline, --package-lock, --package-lock-only, --production, --optional',
  ),
  ...switches(
    '--dev, --only-prod, --bin-links, --color, --progress, --update-notifier, --workspaces, --include-workspace-root',
  ),
  ...switches(
    '--workspaces-update, --if-present, --foreground-scripts, --install-links, --engine-strict, --global-style',
  ),
  ...switches(
    '--legacy-bundling, --shrinkwrap, --git-tag-version, --commit-hooks, --allow-same-version, --sign-git-tag',
  ),
  ...switches(
    '--provenance, --private, --unicode, --timing, --usage, --description, --link, --no-yes, --include-staged',
  ),
  ...switches(
    '--diff-name-only, --diff-ignore-all-space, --diff-no-prefix, --diff-text, --expect-results, --read-only',
  ),
  ...switches(
    '--cidr, --format-package-lock, --versions, --version, --init-private, --no-save, -n, --strict-ssl, --rebuild-bundle',
  ),
  ...values(
    '-w --workspace, --omit, --include, --only, --access, --tag, --otp, --scope, --loglevel, --depth, --audit-level',
  ),
  ...values(
    '--registry, --install-strategy, --preid, -m --message, --before, --cpu, --os, --libc, --fetch-retries, --maxsockets',
  ),
  ...values(
    '--fetch-timeout, --fetch-retry-mintimeout, --fetch-retry-maxtimeout, --save-prefix, --tag-version-prefix, --umask',
  ),
  ...values(
    '--diff, --diff-unified, --diff-dst-prefix, --diff-src-prefix, --searchlimit, --searchexclude, --searchopts, --expect-result-count',
  ),
  ...values(
    '--sbom-format, --sbom-type, --init-type, --init-version, --init-license, --init-author-name, --init-author-email',
  ),
  ...values(
    '--init-author-url, --lockfile-version, --heading, --logs-max, --location -L, --auth-type, --noproxy, --proxy, --https-proxy',
  ),
  ...values('--min-release-age, --replace-registry-host, --user-agent, --package'),
  '-C --prefix': inDirectory,
  ...listed(
    { takes: 'value', effects: ({ value }) => [replacesTree(value)] },
    '--cache, --pack-destination, --logs-dir',
  ),
  ...listed(readsValue, '--cafile, --provenance-file'),
  ...listed(
    specialValue('a program that npm runs'),
    '--script-shell, --shell, --git, --editor, --viewer, --node-gyp',
  ),
  '--browser': browser,
  ...flags('--no-browser'),
  ...listed(
    specialValue('settings for code that npm runs'),
    '--node-options, --userconfig, --globalconfig, --init-module, --nodedir',
  ),
  ...flags('-h --help'),
};
