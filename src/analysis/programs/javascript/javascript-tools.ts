import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersFile, altersTree, interactive, listens, readsFile, replacesTree } from '../effects.ts';
import { has, readsValue, replacesValue, specialValue, valueWith } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
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

const unabbreviated = { abbreviates: false, isNegatable: true } as const;
const information = flags('-h --help, -v --version, -V');

function isInformation(call: Call): boolean {
  return hasAny(call, '--help', '--version', '-V');
}

/** A tool that loads the settings of the project, which are code, and does what else the function says. */
function runsSettings(effects: (call: Call) => readonly Effect[]): (call: Call) => readonly Effect[] {
  return (call) => (isInformation(call) ? [] : [...runsProject('.'), ...effects(call)]);
}

const testRunner = {
  ...information,
  ...flags(
    '-u --update --updateSnapshot, --coverage, -w --watch, --watchAll, --run, -i --runInBand, -b --bail, --verbose, --silent, --ci, -o --onlyChanged',
  ),
  ...flags(
    '--passWithNoTests, --forceExit, --detectOpenHandles, --json, --listTests, --showConfig, --clearCache, --no-cache, --expand, -f --onlyFailures',
  ),
  ...flags(
    '--globals, --isolate, --no-isolate, --dom, --ui, --open, --inspect, --hideSkippedTests, --typecheck, --no-file-parallelism, --file-parallelism',
  ),
  ...flags(
    '--errorOnDeprecated, --findRelatedTests, --notify, --noStackTrace, --colors, --logHeapUsage, --debug, --lastCommit, --no-color, --color',
  ),
  ...flags(
    '--headed, --list, --forbid-only, --fully-parallel, --pass-with-no-tests, --last-failed, --only-changed, --ignore-snapshots, -x, --quiet, --standalone',
  ),
  ...flags(
    '--exit, --parallel, --recursive, --check-leaks, --diff, --full-trace, --inline-diffs, --allow-uncaught, --delay, --watch-files',
  ),
  ...optionals(
    '--coverage, --bail, --changed, --sequence, --maxWorkers, --changedSince, --cache, --poolOptions, --api, --browser, --allowOnly, --inspect-brk',
  ),
  ...values(
    '-t --testNamePattern, -w --maxWorkers, --testPathPattern, --testPathPatterns, --testPathIgnorePatterns, --testTimeout, --reporter, --reporters, --project',
  ),
  ...values(
    '--selectProjects, --shard, --seed, --retry, --pool, --environment, --dir, --exclude, --mode, --coverageReporters, --rootDir, --env, --retries',
  ),
  ...values(
    '-g --grep, -G --grep-invert, -j --workers, --timeout, --max-failures, --repeat-each, --trace, -R, --slow, --spec, --extension, -s, --grepInvert',
  ),
  ...values(
    '--sort, --ignore, --testTimeout, --hookTimeout, --slowTestThreshold, --minWorkers, --tsconfig, --only-changed-base, --update-snapshots, --test-timeout',
  ),
  ...listed(replacesValue, '--outputFile, --output, -O'),
  ...listed(valueWith(replacesTree), '--coverageDirectory, --output-dir, --cacheDirectory'),
  ...listed(
    specialValue('code that is loaded'),
    '-c --config, -r --root, --require, --globalSetup, --globalTeardown, --setupFiles, --setupFilesAfterEnv, --import',
  ),
  ...listed(
    specialValue('code that is loaded'),
    '--file, --testRunner, --runner, --transform, --resolver, --testEnvironment, --env-file',
  ),
};

const bundler = {
  ...information,
  ...flags(
    '--watch, -w, --minify, --sourcemap, --ssr, --manifest, --emptyOutDir, --force, --cors, --strictPort, --open, --debug, --clearScreen, --silent, -d',
  ),
  ...flags(
    '--bundle, --splitting, --keep-names, --progress, --profile, --json, --hot, --no-lint, --turbo, --turbopack, --experimental-https, --experimental-debug',
  ),
  ...flags(
    '--preview, --analyze, --verbose, --no-mangling, --clean, --dts, --no-dts, --stats, --fail-on-warnings, -b, --no-cache, --https, --no-open',
  ),
  ...optionals(
    '--host, --open, --sourcemap, --minify, --format, --platform, --target, --external, --loader, --define, --tree-shaking, --log-level, --jsx, --packages',
  ),
  ...values(
    '--port, -p, --base, --assetsDir, --mode, -m, -l --logLevel, -f --filter, -H --hostname, -t, --entry, -i --input, -n --name, --env, --node-env, --devtool',
  ),
  ...listed(valueWith(replacesTree), '--outDir, --outdir, -o --output-path, --out-dir, --dist-dir'),
  ...listed({ takes: 'optional', effects: ({ values }) => values.map(replacesTree) }, '--outfile, --outbase'),
  ...listed(specialValue('code that is loaded'), '-c --config, --plugin'),
};

/** Serves or builds, by its first word. */
function bundles(call: Call): readonly Effect[] {
  const action = textOf(call.operands[0]);
  if (action === 'info' || action === 'version' || action === 'help') return [readsHere];
  if (['dev', 'serve', 'start', 'preview', null].includes(action) && call.operands.length <= 2)
    return [listens, replacesTree(known('.'))];
  return [replacesTree(known('.'))];
}

const typescriptFlags =
  '-h --help, -v --version, --all, -w --watch, --init, --showConfig, --listFilesOnly, --listFiles, --listEmittedFiles, --noEmit, --strict, ' +
  '--pretty, --skipLibCheck, --incremental, -i, --declaration, -d, --emitDeclarationOnly, --noImplicitAny, --strictNullChecks, --allowJs, --checkJs, ' +
  '--esModuleInterop, --resolveJsonModule, --isolatedModules, --noUnusedLocals, --noUnusedParameters, --noErrorTruncation, --traceResolution, ' +
  '--diagnostics, --extendedDiagnostics, --explainFiles, --noEmitOnError, --sourceMap, --declarationMap, --inlineSourceMap, --removeComments, ' +
  '--preserveWatchOutput, --assumeChangesOnlyAffectDirectDependencies, --noResolve, --noLib, --experimentalDecorators, --downlevelIteration, ' +
  '--importHelpers, --allowSyntheticDefaultImports, --forceConsistentCasingInFileNames, --noImplicitReturns, --noFallthroughCasesInSwitch, ' +
  '--allowImportingTsExtensions, --verbatimModuleSyntax, --erasableSyntaxOnly, --noUncheckedIndexedAccess, --exactOptionalPropertyTypes, ' +
  '--allowArbitraryExtensions, --composite, --verbose, --dry, -f --force, --clean, --quiet, --noCheck, --stopBuildOnErrors';

const formatsWhenTold = (fix: readonly string[]) => (call: Call) =>
  hasAny(call, ...fix) ? orHere(call.operands).map(altersTree) : orHere(call.operands).map(() => readsHere);

const serving: Command['effects'] = runsSettings(() => [listens, readsHere]);

/** Checkers, test runners and bundlers of JavaScript. Most load settings that are code. */
export const programs: readonly Program[] = [
  {
    names: ['tsc', 'tsgo', 'vue-tsc', 'svelte-check'],
    style: 'single-dash',
    options: {
      ...flags(typescriptFlags),
      ...listed(readsValue, '-p -project --project'),
      ...values(
        '-t --target, -m --module, --moduleResolution, --lib, --jsx, --types, --rootDir, --baseUrl, --paths, --plugins, --typeRoots, --locale, --customConditions',
      ),
      ...values(
        '--maxNodeModuleJsDepth, --moduleDetection, --newLine, --ignoreDeprecations, --jsxImportSource, --fail-on-warnings, --output, --threshold, --workspace, --tsconfig',
      ),
      ...listed(valueWith(replacesTree), '--outDir, --declarationDir, --outFile, --tsBuildInfoFile'),
      ...listed(replacesValue, '--generateCpuProfile, --generateTrace'),
      '-b -build --build': { takes: 'nothing' },
    },
    effects: compiles,
  },
  {
    names: [
      'eslint',
      'eslint_d',
      'oxlint',
      'standard',
      'xo',
      'tslint',
      'stylelint',
      'markdownlint',
      'markdownlint-cli2',
      'jshint',
      'knip',
      'depcheck',
      'madge',
      'commitlint',
      'lint-staged',
    ],
    ...unabbreviated,
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
    ...unabbreviated,
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
    ...unabbreviated,
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
  {
    names: [
      'vitest',
      'jest',
      'mocha',
      'ava',
      'tap',
      'c8',
      'nyc',
      'karma',
      'cypress',
      'wdio',
      'web-test-runner',
      'jasmine',
    ],
    ...unabbreviated,
    options: testRunner,
    effects: runsSettings(() => [altersTree(known('.'))]),
  },
  {
    names: ['playwright'],
    ...unabbreviated,
    options: {
      ...testRunner,
      ...flags('--with-deps, --force, --only-shell, --dry-run, --host'),
      ...values('-b --browser, --device, --port'),
    },
    effects: playwrights,
  },
  {
    names: [
      'webpack',
      'webpack-cli',
      'vite',
      'next',
      'nuxt',
      'nuxi',
      'astro',
      'remix',
      'rollup',
      'rolldown',
      'esbuild',
      'parcel',
      'tsup',
      'tsdown',
      'swc',
      'babel',
      'turbopack',
      'snowpack',
      'gatsby',
      'svelte-kit',
      'react-scripts',
      'vue-cli-service',
      'storybook',
      'expo',
      'microbundle',
      'unbuild',
      'gulp',
      'grunt',
    ],
    ...unabbreviated,
    options: bundler,
    effects: runsSettings(bundles),
  },
  {
    names: ['http-server', 'serve', 'live-server', 'json-server', 'servor'],
    ...unabbreviated,
    options: {
      ...bundler,
      ...values('-a, -c, -P, --watch-dir, --listen'),
      ...flags('-s --single, -L, -u, --cors'),
    },
    effects: serving,
  },
  {
    names: ['concurrently', 'npm-run-all', 'run-s', 'run-p'],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '-k --kill-others, --kill-others-on-fail, -r --raw, -s, -p, -l, -c, -n, --silent, --parallel, --sequential',
      ),
      ...values('--names, --prefix, --prefix-colors, --success, -m --max-processes'),
    },
    effects: runsSettings(() => []),
  },
  {
    names: ['husky', 'simple-git-hooks', 'lefthook'],
    ...unabbreviated,
    options: information,
    effects: always(
      { kind: 'changes', subject: 'settings', isDestructive: false, target: null },
      altersTree(known('.husky')),
      ...runsProject('.'),
    ),
  },
  {
    names: ['prisma', 'drizzle-kit', 'typeorm', 'knex', 'sequelize', 'sequelize-cli', 'supabase-cli'],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '--force -f, --accept-data-loss, --skip-generate, --skip-seed, --create-only, --force-reset, --preview-feature, --watch, --no-engine, --from-empty, --script, --exit-code',
      ),
      ...values('--name -n, --url, --provider, --generator'),
      ...listed(readsValue, '--schema, --file, --from-schema-datamodel, --to-schema-datamodel'),
      ...listed(specialValue('code that is loaded'), '--config, -d --dataSource'),
    },
    effects: runsSettings(databases),
  },
];

function compiles(call: Call): readonly Effect[] {
  if (isInformation(call) || hasAny(call, '--showConfig', '--listFilesOnly')) return [readsHere];
  if (has(call, '--init')) return [altersFile(known('tsconfig.json'))];
  // Without output it still keeps what it found, if the project is an incremental one.
  const isChecking = has(call, '--noEmit') && !hasAny(call, '-b');
  return [readsHere, isChecking ? altersFile(known('tsconfig.tsbuildinfo')) : replacesTree(known('.'))];
}

function biomes(call: Call): readonly Effect[] {
  if (isInformation(call)) return [];
  const [action, ...paths] = call.operands;
  const files = orHere(paths);
  if (/^(init|migrate|start|stop|upgrade|lsp-proxy|fmt)$/.test(textOf(action) ?? ''))
    return [altersTree(known('.'))];
  return hasAny(call, '--write', '--fix', '--apply', '--apply-unsafe')
    ? files.map(altersTree)
    : files.map(() => readsHere);
}

function playwrights(call: Call): readonly Effect[] {
  if (isInformation(call)) return [];
  const action = textOf(call.operands[0]);
  if (action === 'install' || action === 'install-deps')
    return [receives, { kind: 'changes', subject: 'package', isDestructive: false, target: null }];
  if (action === 'show-report' || action === 'show-trace') return [listens, interactive];
  if (action === 'codegen' || action === 'open') return [receives, interactive];
  return [...runsProject('.'), altersTree(known('.'))];
}

/** What changes a database by its naming; what may lose data besides. */
function databases(call: Call): readonly Effect[] {
  const words = call.operands.map((word) => textOf(word) ?? '').join(' ');
  const isLost =
    /reset|drop|rollback|undo|push|:down|revert|delete/.test(words) ||
    hasAny(call, '--accept-data-loss', '--force-reset');
  const isReading = /^(generate|validate|format|version|studio|migrate status|introspect|check)/.test(words);
  const database: Effect = { kind: 'changes', subject: 'database', isDestructive: isLost, target: null };
  return isReading && !isLost ? [replacesTree(known('.'))] : [database, altersTree(known('.'))];
}
