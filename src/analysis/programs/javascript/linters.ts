import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersTree, readsFile, readsTree } from '../effects.ts';
import { readsValue, replacesValue, specialValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import {
  flags,
  hasAny,
  listed,
  optionals,
  orHere,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';
import { information, isInformation, negatable, runsSettings } from './configured-tools.ts';

const formatsWhenTold = (fix: readonly string[]) => (call: Call) =>
  hasAny(call, ...fix) ? orHere(call.operands).map(altersTree) : orHere(call.operands).map(() => readsHere);

/** Programs that check JavaScript and its like for style and mistakes, and mend them when told. */
export const programs: readonly Program[] = [
  {
    names: [
      ...'eslint eslint_d oxlint standard xo tslint stylelint markdownlint markdownlint-cli2'.split(' '),
      ...'jshint knip depcheck madge commitlint lint-staged'.split(' '),
    ],
    ...negatable,
    options: {
      ...information,
      ...flags(
        '--fix, --fix-dry-run, --quiet, --cache, --no-cache, --no-eslintrc, --no-inline-config, --debug, --color, --no-color, --no-ignore, --stdin',
      ),
      ...flags(
        '--report-unused-disable-directives, --exit-on-fatal-error, --no-error-on-unmatched-pattern, --no-warn-ignored, --pass-on-no-patterns, --env-info',
      ),
      ...flags(
        '--print-config-help, --init, --no-config-lookup, --stats, --production, --strict, --circular, --silent, --allow-empty, --allow-empty-input',
      ),
      ...flags(
        '--relative, --verbose, --deny-warnings, --no-exit-code, --type-aware, --suppress-all, --prune-suppressions, --include-entry-exports',
      ),
      ...values(
        '--ext, --global, --env, --parser-options, --rule, --ignore-pattern, --stdin-filename, --max-warnings, -f --format, --fix-type, --cache-strategy',
      ),
      ...values(
        '--report-unused-disable-directives-severity, --concurrency, --include, --exclude, -A --allow, -W --warn, -D --deny, --from, --to, --reporter, --edit, -e',
      ),
      ...listed(replacesValue, '-o --output-file, --cache-file, --cache-location, --suppressions-location'),
      ...listed(readsValue, '--ignore-path, --print-config, --tsconfig'),
      ...listed(
        specialValue('code that is loaded'),
        '-c --config, --rulesdir, --plugin, --parser, --resolve-plugins-relative-to, --flag, --custom-formatter',
      ),
    },
    effects: runsSettings(formatsWhenTold(['--fix'])),
  },
  {
    names: ['prettier'],
    ...negatable,
    options: {
      ...information,
      ...flags(
        '-c --check, -l --list-different, -w --write, -u --ignore-unknown, --no-config, --no-editorconfig, --cache, --single-quote, --jsx-single-quote, --no-semi, --use-tabs',
      ),
      ...flags(
        '--insert-pragma, --require-pragma, --with-node-modules, --no-error-on-unmatched-pattern, --no-plugin-search, --support-info, --color, --no-color, --no-bracket-spacing',
      ),
      ...flags(
        '--bracket-same-line, --vue-indent-script-and-style, --single-attribute-per-line, --semi, --experimental-cli, --no-parallel',
      ),
      ...values(
        '--parser, --print-width, --tab-width, --trailing-comma, --arrow-parens, --prose-wrap, --end-of-line, --quote-props, --log-level, --stdin-filepath, --cache-strategy',
      ),
      ...values(
        '--config-precedence, --html-whitespace-sensitivity, --embedded-language-formatting, --range-start, --range-end, --file-info, --find-config-path, --object-wrap',
      ),
      ...listed(readsValue, '--ignore-path'),
      ...listed(replacesValue, '--cache-location'),
      ...listed(specialValue('code that is loaded'), '--config, --plugin, --plugin-search-dir'),
    },
    effects: runsSettings(formatsWhenTold(['--write'])),
  },
  {
    names: ['biome', 'rome', 'dprint'],
    ...negatable,
    options: {
      ...information,
      ...flags(
        '--write, --fix, --apply, --apply-unsafe, --unsafe, --staged, --changed, --verbose, --no-errors-on-unmatched, --error-on-warnings, --files-ignore-unknown, --use-server, --skip-errors',
      ),
      ...flags(
        '--formatter-enabled, --linter-enabled, --organize-imports-enabled, --assist-enabled, --list-different, --incremental',
      ),
      ...optionals(
        '--reporter, --colors, --since, --max-diagnostics, --diagnostic-level, --log-level, --log-kind, --only, --skip, --suppress, --reason, --vcs-enabled',
      ),
      ...optionals(
        '--indent-style, --indent-width, --line-width, --formatter-enabled, --linter-enabled, --stdin-file-path, --assist-enabled',
      ),
      ...listed(
        { takes: 'optional', effects: ({ values }) => values.map(readsFile) },
        '--config-path, -c --config',
      ),
    },
    effects: biomes,
  },
];

function biomes(call: Call): readonly Effect[] {
  if (isInformation(call)) return [];
  const [action, ...paths] = call.operands;
  const files = orHere(paths);
  // Its plugins are programs that its settings name by their addresses.
  if (call.name === 'dprint') return [...runsProject('dprint.json'), receives, ...files.map(altersTree)];
  if (textOf(action) === 'config') return [altersTree(known('.')), receives];
  if (/^(init|migrate|start|stop|upgrade|lsp-proxy|fmt)$/.test(textOf(action) ?? ''))
    return [altersTree(known('.'))];
  return hasAny(call, '--write', '--fix', '--apply', '--apply-unsafe')
    ? files.map(altersTree)
    : [readsHere, ...(namesPaths.test(textOf(action) ?? '') ? paths.map(readsTree) : [])];
}

/** Of these what stands behind is paths, of which lines are shown. */
const namesPaths = /^(?:check|ci|format|lint|search)$/;
