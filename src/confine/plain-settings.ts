import { basename } from 'node:path';

/**
 * Files in the home directory with secrets among settings that whoever installs packages goes by: where they cannot be read, Yarn ends, and npm passes
 * over them without a word, and takes what a company has of its own from everybody's registry, or runs scripts that it is told not to.
 */
export const filesWithSettings: readonly string[] = ['.npmrc', '.yarnrc.yml'];

/** Characters of a file that is gone through: 64 Ki, far more than any has. */
const longest = 64 * 1024;

/** How such files are written. */
interface Format {
  /** What a comment begins with. */
  readonly comment: string;
  /** The name of a setting, and its value, in a line of its own; no match: the line is not understood. */
  readonly line: RegExp;
  /** Lines that say nothing by themselves, and such as are a part of what is above them. */
  readonly passed: RegExp;
  /** Names of settings that say where packages come from. */
  readonly source: RegExp;
  /** Names of settings whose values are no secrets, where they are `plainValue`. */
  readonly plain: ReadonlySet<string>;
  /** Whether a value of nothing is one; otherwise it is in the lines beneath. */
  readonly hasEmptyValues: boolean;
}

const formats: Readonly<Record<string, Format>> = {
  '.npmrc': {
    comment: ';',
    line: /^\s*(?<name>[^=\s[\];#"'][^=\s]*)\s*=(?<value>.*)$/,
    passed: /^\s*(?:[;#].*)?$/,
    // npm puts what is in the environment into names, too, and takes the first of a list for one.
    source: /^(?:@.*:|\$\{.*)?registry(?:\[\])?$/i,
    plain: new Set(
      (
        'allow-directory allow-file allow-git allow-remote audit audit-level auto-install-peers before bin-links block-exotic-subdeps color engine-strict ' +
        'fetch-retries fetch-timeout foreground-scripts fund hoist ignore-scripts include install-strategy legacy-peer-deps link-workspace-packages loglevel ' +
        'maxsockets min-release-age minimum-release-age network-concurrency node-linker offline omit optional package-lock prefer-dedupe prefer-offline ' +
        'prefer-workspace-packages progress replace-registry-host resolution-mode save-exact save-prefix shamefully-hoist side-effects-cache strict-dep-builds ' +
        'strict-peer-dependencies strict-peer-deps strict-ssl trust-policy update-notifier verify-store-integrity'
      ).split(' '),
    ),
    hasEmptyValues: true,
  },
  '.yarnrc.yml': {
    comment: '#',
    line: /^(?<name>[A-Za-z]+):(?<value>.*)$/,
    passed: /^(?:\s.*|#.*)?$/,
    // Or which Yarn it is that runs.
    source: /npmRegistryServer|^yarnPath$/,
    plain: new Set(
      (
        'compressionLevel defaultSemverRangePrefix enableGlobalCache enableHardenedMode enableImmutableInstalls enableNetwork enableProgressBars ' +
        'enableScripts enableStrictSsl enableTelemetry nmHoistingLimits nmMode nodeLinker npmMinimalAgeGate pnpFallbackMode preferReuse'
      ).split(' '),
    ),
    hasEmptyValues: false,
  },
};

/** A switch, a number, a day, or a word that is shorter than a secret. */
const plainValue = /^["']?(?:\d{1,9}[a-z]{0,2}|\d{4}-\d\d-\d\d|[a-z]{1,12}(?:-[a-z]{1,12})?|[\^~])["']?$/;

/**
 * The address of a registry in which nothing can be a secret: no user, no query, and for directories words, such as Azure has with `_packaging`, or what GitLab has,
 * `v4` and the number of a project.
 */
const plainAddress = /^["']?https?:\/\/[\w.-]+(?::\d+)?(?:\/(?:_?[a-z][a-z._-]{0,31}|v\d|\d{1,9}))*\/?["']?$/;

/**
 * Of such a file the settings that are known to be no secrets, as a file of its kind. `null`: it is not understood, or says where packages come from in words that
 * may be a secret, without which they would come from elsewhere.
 */
export function plainSettings(path: string, text: string): string | null {
  const format = formats[basename(path)];
  if (format === undefined || text.length > longest) return null;
  const shown: string[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n?|\n/)) {
    const kept = shownLine(line, format);
    if (kept === null) return null;
    if (kept !== '') shown.push(kept);
  }
  return [`${format.comment} What else is in this file is hidden here.`, ...shown, ''].join('\n');
}

/** A line as far as it is shown; empty: nothing of it. `null`: it is not understood. */
function shownLine(line: string, format: Format): string | null {
  const { passed, line: setting, source, plain, hasEmptyValues } = format;
  if (passed.test(line)) return source.test(line) ? null : '';
  const { name, value = '' } = setting.exec(line)?.groups ?? {};
  if (name === undefined || source.test(value)) return null;
  const said = value.trim();
  if (source.test(name)) return plainAddress.test(said) ? line : null;
  if (!plain.has(name)) return '';
  return plainValue.test(said) || (said === '' && hasEmptyValues) ? line : null;
}
