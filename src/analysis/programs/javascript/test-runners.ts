import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersTree, interactive, listens, replacesTree } from '../effects.ts';
import { replacesValue, specialValue, valueWith } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, listed, optionals, receives, runsProject, values } from '../shorthand.ts';
import { information, isInformation, negatable, runsSettings } from './configured-tools.ts';

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

/** Programs that run the tests of a project. */
export const programs: readonly Program[] = [
  {
    names: 'vitest jest mocha ava tap c8 nyc karma cypress wdio web-test-runner jasmine'.split(' '),
    ...negatable,
    options: testRunner,
    effects: runsSettings(() => [altersTree(known('.'))]),
  },
  {
    names: ['playwright'],
    ...negatable,
    options: {
      ...testRunner,
      ...flags('--with-deps, --force, --only-shell, --dry-run, --host'),
      ...values('-b --browser, --device, --port'),
    },
    effects: playwrights,
  },
];

function playwrights(call: Call): readonly Effect[] {
  if (isInformation(call)) return [];
  const action = textOf(call.operands[0]);
  if (action === 'install' || action === 'install-deps')
    return [receives, { kind: 'changes', subject: 'package', isDestructive: false, target: null }];
  if (action === 'show-report' || action === 'show-trace') return [listens, interactive];
  if (action === 'codegen' || action === 'open') return [receives, interactive];
  return [...runsProject('.'), altersTree(known('.'))];
}
