import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, textOf } from '../../words.ts';
import { altersTree, listens, readsTree, replacesTree, unknownEffect } from '../effects.ts';
import { readsValue, replacesValue, specialValue, valueWith } from '../options.ts';
import type { Call, Program } from '../program.ts';
import {
  always,
  changesPackages,
  flags,
  hasAny,
  listed,
  optionals,
  orHere,
  readsHere,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { managesDjango } from './python.ts';

const information = flags('-h --help, -V --version, -v --verbose, -q --quiet');

/** Settings in a text, which may be those of a file with more. What is no setting in it is shown. */
function extendsSettings(settings: Word): readonly Effect[] {
  const others = textOf(settings)?.replace(
    /\bextends["']?:\s*["']?(?:default|relaxed|empty)(?=["'\s,}]|$)/g,
    '',
  );
  return others === undefined || /\b(?:extends|from-file)\b|\\/.test(others)
    ? [unknownEffect('program-specific', describeWord(settings))]
    : [];
}

/** Checks files, and mends them where one of the options says so. */
function checks(...fixing: readonly string[]): (call: Call) => readonly Effect[] {
  return (call) => {
    if (hasAny(call, '--help', '--version')) return [];
    const files = orHere(call.operands);
    return hasAny(call, ...fixing) ? files.map(altersTree) : [...files.map(readsTree), ...keepsCache];
  };
}

/** Formats files in their place, unless one of the options says only to look. */
function formats(...looking: readonly string[]): (call: Call) => readonly Effect[] {
  return (call) => {
    if (hasAny(call, '--help', '--version')) return [];
    const files = orHere(call.operands);
    return hasAny(call, ...looking) ? [...files.map(readsTree), ...keepsCache] : files.map(altersTree);
  };
}

/** What checkers leave behind for their next run. */
const keepsCache: readonly Effect[] = [altersTree(known('.cache'))];

/** Checkers and formatters of Python, and what comes with its frameworks. */
export const programs: readonly Program[] = [
  {
    names: ['ruff'],
    ...unabbreviated,
    globalOptions: {
      ...information,
      ...flags(
        '-s --silent, --isolated, --no-cache, --fix, --unsafe-fixes, --fix-only, --show-fixes, --diff, -w --watch, --add-noqa, --statistics, --exit-zero, --exit-non-zero-on-fix, --preview, --no-preview, --check, --show-files, --show-settings',
      ),
      ...flags('--respect-gitignore, --force-exclude, --all, --no-fix, --ignore-noqa, -e'),
      ...values(
        '--select, --ignore, --extend-select, --extend-ignore, --per-file-ignores, --exclude, --extend-exclude, --target-version, --line-length, --output-format, --stdin-filename, --range, --color, --fixable, --unfixable, --extension',
      ),
      ...listed(readsValue, '--config'),
      ...listed(replacesValue, '-o --output-file'),
      ...listed(valueWith(replacesTree), '--cache-dir'),
    },
    subcommands: {
      check: { ...unabbreviated, effects: checks('--fix', '--fix-only', '--add-noqa') },
      format: { ...unabbreviated, effects: formats('--check', '--diff') },
      'rule config linter version analyze help': { ...unabbreviated, effects: always(readsHere) },
      clean: { ...unabbreviated, effects: always(altersTree(known('.'))) },
      server: { ...unabbreviated, effects: always(readsHere) },
    },
  },
  {
    names: ['black', 'isort', 'yapf', 'autopep8', 'autoflake', 'pyupgrade', 'docformatter'],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '--check, --diff, --check-only, --show-files, --color, --no-color, --fast, --safe, -S --skip-string-normalization, -C --skip-magic-trailing-comma, --preview, --pyi, --ipynb, --unstable, -i --in-place, -r --recursive, -a --aggressive',
      ),
      ...flags(
        '--atomic, --float-to-top, --combine-as, --remove-all-unused-imports, --remove-unused-variables, --py3-plus, --py38-plus, --py39-plus, --py310-plus, --py311-plus, --trailing-comma, -p --parallel',
      ),
      ...values(
        '-l --line-length, -t --target-version, --include, --exclude, --extend-exclude, --force-exclude, --profile, --line-width, --skip, --skip-glob, --stdin-filename, -W --workers, -e, --style, --max-line-length, --select, --ignore',
      ),
      ...listed(readsValue, '--config, --settings-path --sp, --src'),
      '-c --code': { takes: 'value' },
    },
    effects: formats('--check', '--diff', '--check-only', '--show-files', '-c'),
  },
  {
    names: [
      'flake8',
      'pycodestyle',
      'pydocstyle',
      'bandit',
      'vulture',
      'codespell',
      'pyright',
      'basedpyright',
      'pyre',
      'radon',
      'mccabe',
      'djlint',
      'sqlfluff',
      'pip-audit',
      'safety',
    ],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '--count, --show-source, --statistics, --benchmark, --exit-zero, --disable-noqa, -r --recursive, -l --level, -ll, -iii, -i, -n, -s, --strict, --outputjson, --stats, --dependencies, --warnings, --skip-unannotated',
      ),
      ...flags('-f, -w --watch, --lib, --no-bandit, --desc, --local'),
      ...values(
        '--select, --ignore, --extend-ignore, --extend-select, --exclude, --extend-exclude, --max-line-length, --max-complexity, --filename, --format, --per-file-ignores, -j --jobs, -t --tests, --min-confidence, -L, -S --skip, --pythonversion, --pythonplatform, --level',
      ),
      ...values('-x, --severity-level, --confidence-level, -d --dialect'),
      ...listed(replacesValue, '-o --output, --output-file'),
      ...listed(readsValue, '-p --project, -b --baseline'),
      ...listed(
        specialValue('code that is loaded'),
        '--config, --append-config, --isolated-plugins, -c --configfile, --custom-plugin',
      ),
      ...listed({ takes: 'nothing' }, '--isolated'),
    },
    effects: checks('-w', '--fix'),
  },
  {
    // These read and keep nothing.
    names: ['yamllint', 'pyflakes'],
    ...unabbreviated,
    options: {
      ...information,
      ...flags('-s --strict, --no-warnings, --list-files'),
      ...values('-f --format'),
      '-d --config-data': { takes: 'value', effects: ({ value }) => extendsSettings(value) },
      '-c --config-file': readsValue,
    },
    effects: (call) => (hasAny(call, '--help', '--version') ? [] : orHere(call.operands).map(readsTree)),
  },
  {
    names: ['pylint', 'mypy', 'dmypy'],
    abbreviates: false,
    options: {
      ...information,
      ...flags(
        '--strict, --ignore-missing-imports, --no-error-summary, --pretty, --show-error-codes, --show-error-context, --show-column-numbers, --no-incremental, --incremental, --namespace-packages, --explicit-package-bases',
      ),
      ...flags(
        '--disallow-untyped-defs, --disallow-incomplete-defs, --disallow-any-generics, --check-untyped-defs, --no-implicit-optional, --warn-unused-ignores, --warn-return-any, --warn-redundant-casts, --warn-unreachable, --no-color-output',
      ),
      ...flags(
        '--errors-only -E, --recursive, --list-msgs, --generate-toml-config, --exit-zero, --no-site-packages, --sqlite-cache, --skip-version-check, --scripts-are-modules, --allow-redefinition, --warn-unused-configs',
      ),
      ...optionals(
        '--recursive, --reports, --score, --follow-imports, --python-version, --platform, --exclude, --disable, --enable, --fail-under, --fail-on, --output-format, --jobs, --max-line-length, --ignore, --ignore-patterns, --ignore-paths, --disable-error-code, --enable-error-code, --msg-template',
      ),
      ...values('-j, -d, -e, -f, -m --module, -p --package'),
      ...listed(
        { takes: 'nothing', effects: always(receives, changesPackages) },
        '--install-types, --non-interactive',
      ),
      ...listed(
        { takes: 'optional', effects: ({ values }) => values.map(replacesTree) },
        '--cache-dir, --junit-xml, --html-report, --txt-report, --linecount-report, --output, --any-exprs-report',
      ),
      ...listed(
        specialValue('code that is loaded'),
        '--config-file, --rcfile, --load-plugins, --python-executable, --init-hook, --custom-typeshed-dir',
      ),
      '-c --command': { takes: 'value' },
    },
    effects: (call) =>
      hasAny(call, '--help', '--version')
        ? []
        : [...orHere(call.operands).map(readsTree), ...runsProject('pyproject.toml'), ...keepsCache],
  },
  {
    names: ['django-admin', 'flask', 'alembic', 'celery', 'scrapy', 'airflow', 'dbt'],
    ...unabbreviated,
    order: 'options-first',
    options: {
      ...information,
      ...values('-A --app, --settings'),
      ...listed(specialValue('code that is loaded'), '-c --config, -x, --pythonpath'),
    },
    effects: ({ operands, stdin }) => [
      ...runsProject('.'),
      ...managesDjango(operands, stdin),
      ...migrates(operands.map((word) => textOf(word) ?? '')),
    ],
  },
  {
    names: [
      'uvicorn',
      'gunicorn',
      'hypercorn',
      'daphne',
      'waitress-serve',
      'streamlit',
      'jupyter',
      'jupyter-lab',
      'jupyter-notebook',
      'mkdocs',
      'sphinx-build',
      'sphinx-autobuild',
      'pyproject-build',
      'cookiecutter',
      'nbconvert',
      'papermill',
    ],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '--reload, --no-access-log, --debug, --no-browser, --strict, --sdist -s, --wheel -w, --clean -c, -x --no-isolation -n, --no-input, -a, -E, -W, -N, -T',
      ),
      ...values(
        '--host, --port -p, --workers, --bind, --log-level, --timeout, -b, -d, -D, -j, --ip, --to, --outdir -o, --site-dir',
      ),
    },
    effects: (call) =>
      hasAny(call, '--help', '--version') ? [] : [...runsProject('.'), listens, altersTree(known('.'))],
  },
];

function migrates(words: readonly string[]): readonly Effect[] {
  const text = words.join(' ');
  if (!/^(upgrade|downgrade|stamp|db (upgrade|downgrade|reset|init|migrate)|run|seed|build)/.test(text))
    return [];
  const isDestructive = /downgrade|reset/.test(text);
  return [{ kind: 'changes', subject: 'database', isDestructive, target: null }];
}
