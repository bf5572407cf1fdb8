import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersTree, interactive, replacesTree } from '../effects.ts';
import { flagWith, inDirectory, replacesValue, specialValue, valueWith } from '../options.ts';
import type { Call, Given, Program } from '../program.ts';
import {
  always,
  changesPackages,
  flags,
  hasAny,
  listed,
  optionals,
  readsHere,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { runsBehindExec } from '../wrapped.ts';

const information = flags('-h --help, -V --version, -v --verbose, -q --quiet');

/** Test runners of Python. */
export const programs: readonly Program[] = [
  {
    names: ['pytest', 'py.test'],
    abbreviates: false,
    options: {
      ...information,
      // They tell of the options that the project adds in its `conftest.py`.
      '-h --help': flagWith(() => runsProject('conftest.py')),
      '-V --version': { takes: 'nothing', effects: tellsPlugins },
      ...flags(
        '-x --exitfirst, -s, -l --showlocals, --lf --last-failed, --ff --failed-first, --nf --new-first, --sw --stepwise, --stepwise-skip, --co --collect-only, --setup-only, --setup-show',
      ),
      ...flags(
        '--setup-plan, --no-header, --no-summary, --fixtures --funcargs, --fixtures-per-test, --markers, --strict, --strict-markers, --strict-config, --cache-clear, --doctest-modules, --keep-duplicates',
      ),
      ...flags(
        '--disable-warnings --disable-pytest-warnings, --runxfail, --full-trace, --no-cov, --cov-append, --cov-branch, --no-showlocals, --new-first, --continue-on-collection-errors, --xfail-tb, --snapshot-update',
      ),
      ...flags(
        '--noconftest, --benchmark-only, --benchmark-skip, --asyncio-mode=auto, --doctest-continue-on-failure, --runslow, --reuse-db, --create-db, --migrations, --no-migrations, --durations-verbose',
      ),
      ...optionals('--cov, --cache-show, --cov-fail-under, --color, --asyncio-mode, --import-mode'),
      ...values(
        '-k, -m, -r, -n --numprocesses, --maxfail, --tb, --durations, --durations-min, --ignore, --ignore-glob, --deselect, --capture, --show-capture, --verbosity, -W --pythonwarnings, --cov-report',
      ),
      ...values(
        '--log-level, --log-cli-level, --log-format, --log-date-format, --timeout, --timeout-method, --dist, --reruns, --reruns-delay, --junit-prefix, --code-highlight, --lfnf, --last-failed-no-failures, --doctest-glob',
      ),
      ...values(
        '--log-cli-format, --log-file-level, --assert, --count, --seed, --random-order-seed, -p:no, --ds, --dc',
      ),
      ...listed(
        replacesValue,
        '--junitxml --junit-xml, --log-file, --pastebin-file, --report-log, --html, --debug-file',
      ),
      ...listed(valueWith(replacesTree), '--basetemp'),
      ...listed(inDirectory, '--rootdir'),
      ...listed({ takes: 'nothing', effects: always(interactive) }, '--pdb, --trace'),
      ...listed(
        specialValue('code that is loaded'),
        '-p, -c --config-file, -o --override-ini, --pdbcls, --confcutdir, --cov-config, --pyargs-plugin',
      ),
      ...flags('--pyargs'),
    },
    effects: runsTests,
  },
  {
    names: ['tox', 'nox'],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '-r --recreate, -l --list, -a --listenvs-all, -p, --parallel-live, --notest, --skip-pkg-install, --develop, -R --reuse-existing-virtualenvs, -N, --no-venv, --no-install',
      ),
      ...values('-e, -s --session --sessions, -k --keywords, -t --tags, --parallel, --python, --pythons, -m'),
      ...listed(specialValue('code that is loaded'), '-c --conf, -x --override, -f --noxfile'),
    },
    effects: (call) =>
      hasAny(call, '--list', '--listenvs-all')
        ? runsProject('.')
        : [receives, changesPackages, ...runsTests(call), ...runsBehindExec(call)],
  },
  {
    names: ['coverage'],
    ...unabbreviated,
    order: 'options-first',
    options: information,
    effects: ({ operands }) =>
      ['report', 'html', 'xml', 'json', 'lcov', 'combine', 'erase', 'annotate', 'debug'].includes(
        textOf(operands[0]) ?? '',
      )
        ? [readsHere, altersTree(known('.'))]
        : [...runsProject('.'), altersTree(known('.'))],
  },
];

/** Asked for its version twice, it tells of plugins, which it has loaded by then. */
function tellsPlugins(_: Given, { given }: Call): readonly Effect[] {
  const count = given.filter(({ names }) => names.includes('--version')).length;
  return count > 1 ? runsProject('conftest.py') : [];
}

/** Loads the settings and tests of the project, which are code. */
function runsTests(call: Call): readonly Effect[] {
  return hasAny(call, '--help', '--version') ? [] : [...runsProject('.'), altersTree(known('.'))];
}
