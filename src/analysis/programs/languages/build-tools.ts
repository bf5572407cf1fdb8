import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  createsFile,
  deletesTree,
  interactive,
  readsFile,
  replacesFile,
  replacesTree,
  runsCommand,
  runsFile,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import {
  allValues,
  inDirectory,
  readsValue,
  replacesValue,
  rest,
  runsValue,
  specialValue,
  valueWith,
} from '../options.ts';
import type { Call, Program } from '../program.ts';
import { plain, scanWords, type WordPattern, withValue } from '../scanned-options.ts';
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
  values,
} from '../shorthand.ts';
import { changesDatabase } from './languages.ts';

const unabbreviated = { abbreviates: false } as const;
const information = flags('-h --help, -v --version, -V');

/** A tool that runs what a file of the project says, and writes what comes of it. */
function builds(file: string, option?: string): (call: Call) => readonly Effect[] {
  return (call) => {
    if (hasAny(call, '--help', '--version', '-V')) return [];
    const given = option === undefined ? [] : allValues(call, option);
    const files = given.length > 0 ? given.map((word) => runsFile(word)) : runsProject(file);
    return [...files, altersTree(known('.'))];
  };
}

/** The tasks of a build, of which some are known by their names to send something away. */
function buildsTasks(file: string, option?: string): (call: Call) => readonly Effect[] {
  return (call) => {
    const isPublishing = call.operands.some((word) =>
      /^(deploy|publish|release|upload)|:(publish|deploy|release)/i.test(prefixOf(word)),
    );
    return [
      ...builds(file, option)(call),
      receives,
      ...changesDatabase(call),
      ...(isPublishing ? [sendsTo(null), changes('remote')] : []),
    ];
  };
}

const jvmBuild = {
  ...information,
  ...flags(
    '-q --quiet, -i --info, -d --debug, -s --stacktrace, -S --full-stacktrace, --offline, --no-daemon, --daemon, --parallel, --no-parallel, --build-cache, --no-build-cache, --configuration-cache, --no-configuration-cache, --continue, --scan, --no-scan, --stop, --status',
  ),
  ...flags(
    '--refresh-dependencies, --rerun-tasks, --dry-run -m, --profile, --warning-mode-all, -w --warn, -t --continuous, --no-rebuild -a, --configure-on-demand, --no-watch-fs, --write-locks, --full, --refresh-keys, --all',
  ),
  ...values(
    '-x --exclude-task, --console, --max-workers, --warning-mode, --priority, --tests, --configuration, --dependency, --task',
  ),
  ...listed(inDirectory, '-p --project-dir'),
  ...listed({ takes: 'value' }, '-D --system-prop, -P --project-prop'),
  ...listed(
    specialValue('code that is loaded'),
    '-I --init-script, -b --build-file, -c --settings-file, --include-build, -g --gradle-user-home, --project-cache-dir',
  ),
};

const loads = (): readonly Effect[] => [
  unknownEffect('program-specific', 'settings and code that are loaded'),
];

const mavenOptions: readonly WordPattern[] = [
  ...plain(
    '-h, --help, -v, --version, -q, --quiet, -X, --debug, -e, --errors, -o, --offline, -U, --update-snapshots, -B, --batch-mode, -ntp, --no-transfer-progress, -N, --non-recursive, -am, --also-make, -amd, --also-make-dependents, -fae, --fail-at-end, -ff, --fail-fast, -fn, --fail-never, -C, -c, -V, --show-version, -nsu, --no-snapshot-updates, -llr',
  ),
  { is: /^-[PT][\w,!?.+-]+$/ },
  { is: /^-D(?!exec\.|maven\.ext)[\w.-]+(=.*)?$/ },
  ...withValue(
    always(),
    '-pl, --projects, -rf, --resume-from, -P, --activate-profiles, -T, --threads, -D, --define, -b, --builder, --color',
  ),
  ...withValue((value) => [replacesFile(value)], '-l, --log-file'),
  ...withValue((value) => [runsFile(value)], '-f, --file'),
  ...withValue(loads, '-s, --settings, -gs, --global-settings, -t, --toolchains, -gt'),
  { is: /^-D.*$/, effects: loads },
];

const antOptions: readonly WordPattern[] = [
  ...plain(
    '-h, -help, -p, -projecthelp, -version, -diagnostics, -q, -quiet, -S, -silent, -v, -verbose, -d, -debug, -e, -emacs, -k, -keep-going, -noinput, -noclasspath',
  ),
  { is: /^-D[\w.-]+=.*$/ },
  ...withValue((value) => [replacesFile(value)], '-l, -logfile'),
  ...withValue((value) => [runsFile(value)], '-f, -file, -buildfile'),
  ...withValue(loads, '-lib, -logger, -listener, -inputhandler, -main, -propertyfile'),
];

/** A build whose options follow no common rule. */
function scanned(call: Call, patterns: readonly WordPattern[], file: string): readonly Effect[] {
  const { operands, effects } = scanWords(call.argv.slice(1), patterns);
  return operands.length === 0 ? effects : [...effects, ...buildsTasks(file)({ ...call, operands })];
}

/** Programs that build by a file of the project. */
export const programs: readonly Program[] = [
  {
    names: ['make', 'gmake', 'bmake', 'mingw32-make', 'remake'],
    options: {
      ...flags(
        '-b, -m, -B --always-make, -d, -e --environment-overrides, -h --help, -i --ignore-errors, -k --keep-going, -L --check-symlink-times, -n --just-print --dry-run --recon, -p --print-data-base, -q --question, -r --no-builtin-rules',
      ),
      ...flags(
        '-R --no-builtin-variables, -s --silent --quiet, --no-silent, -S --no-keep-going --stop, -t --touch, --trace, -v --version, -w --print-directory, --no-print-directory, --warn-undefined-variables',
      ),
      ...optionals('--debug, -l --load-average --max-load, -O --output-sync, -j --jobs, --shuffle'),
      ...values('-o --old-file --assume-old, -W --what-if --new-file --assume-new'),
      ...listed(specialValue('text that make evaluates'), '-E --eval'),
      ...listed(readsValue, '-I --include-dir'),
      '-f --file --makefile': { takes: 'value' },
      '-C --directory': inDirectory,
    },
    // A dry run still runs what `$(shell …)` and lines with a `+` say.
    effects: (call) => [...builds('Makefile', '--makefile')(call)],
  },
  {
    names: ['cmake'],
    abbreviates: false,
    options: {
      ...flags(
        '--fresh, -L, -H, -N, --trace, --trace-expand, --debug-output, --debug-find, --warn-uninitialized, --no-warn-unused-cli, --check-system-vars',
      ),
      ...flags(
        '--clean-first, -v --verbose, -h --help, --version -V, --list-presets, --strip, --workflow, --help-full, --help-command-list, --help-variable-list, --help-module-list',
      ),
      ...values(
        '-G, -T, -A, -W, -j --parallel, -t --target, --config, --preset, --log-level, --prefix, --component, --help-command, --help-variable, --help-module, --help-property, --help-policy, --build-config, --default-directory-permissions',
      ),
      ...listed({ takes: 'value' }, '-D, -U'),
      ...listed(readsValue, '-S, --toolchain, --open'),
      ...listed(valueWith(replacesTree), '-B, --install-prefix'),
      ...listed(replacesValue, '--graphviz, --trace-redirect, --profiling-output'),
      ...listed(specialValue('code that is loaded'), '-C, --trace-source, --debugger-pipe, --project-file'),
      '-P': { takes: 'value', effects: ({ value }) => [runsFile(value)] },
      '-E': { ...rest, effects: ({ values }) => cmakeCommand(values) },
      '--build': { takes: 'value', effects: ({ value }) => [runsFile(value), altersTree(value)] },
      '--install': { takes: 'value', effects: ({ value }) => [runsFile(value), changesPackages] },
    },
    effects: configures,
  },
  {
    names: ['ctest', 'cpack'],
    abbreviates: false,
    options: {
      ...flags(
        '-V --verbose, -N --show-only, -Q --quiet, --output-on-failure, --rerun-failed, --progress, -h --help, --version, -F, --stop-on-failure, --schedule-random',
      ),
      ...values(
        '-C --build-config, -R --tests-regex, -E --exclude-regex, -L, -LE, -j --parallel, --timeout, --repeat, --preset, -G',
      ),
      ...listed(inDirectory, '--test-dir'),
      ...listed(replacesValue, '-O --output-log, --output-junit'),
      ...listed(specialValue('code that is loaded'), '-S --script, -D, --config'),
    },
    effects: builds('CTestTestfile.cmake'),
  },
  {
    names: ['ninja', 'ninja-build', 'samu'],
    ...unabbreviated,
    options: {
      ...flags('-v --verbose, --quiet, -n, --version, -h --help'),
      ...values('-j, -k, -l, -d, -t, -w'),
      '-f': { takes: 'value' },
      '-C': inDirectory,
    },
    effects: (call) =>
      ['clean', 'restat', 'recompact'].includes(textOf(allValues(call, '-t')[0]) ?? '')
        ? [altersTree(known('.'))]
        : builds('build.ninja', '-f')(call),
  },
  {
    names: ['meson'],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '--wipe, --reconfigure, --clearcache, --fatal-meson-warnings, --verbose, --no-rebuild, --print-errorlogs, --benchmark, --list, --quiet, --targets, --tests, --buildoptions, --dependencies, -a --all, --strip, --clean, -n',
      ),
      ...values(
        '--buildtype, --prefix, -D, --backend, --default-library, --suite, -j, --repeat, --num-processes, --destdir, --gdb-path, --wrap-mode, --warnlevel, -t',
      ),
      ...listed(readsValue, '--cross-file, --native-file'),
      '-C': inDirectory,
      ...listed(runsValue, '--wrapper, --wrap'),
    },
    effects: (call) =>
      textOf(call.operands[0]) === 'introspect'
        ? [readsHere]
        : [
            ...builds('meson.build')(call),
            ...(textOf(call.operands[0]) === 'install' ? [changesPackages] : []),
          ],
  },
  {
    names: ['bazel', 'bazelisk', 'buck', 'buck2', 'pants', 'please'],
    ...unabbreviated,
    order: 'options-first',
    options: {
      ...information,
      ...optionals('--output_base, --output_user_root, --host_jvm_args, --max_idle_secs'),
    },
    effects: ({ operands }) => {
      const action = textOf(operands[0]);
      if (['query', 'cquery', 'aquery', 'info', 'version', 'help', 'dump'].includes(action ?? ''))
        return [...runsProject('BUILD'), receives];
      return [...runsProject('BUILD'), receives, altersTree(known('.'))];
    },
  },
  {
    names: [
      'just',
      'task',
      'go-task',
      'mage',
      'invoke',
      'inv',
      'doit',
      'fab',
      'cargo-make',
      'makers',
      'mask',
      'earthly',
      'dagger',
      'tusk',
    ],
    ...unabbreviated,
    order: 'any',
    options: {
      ...information,
      ...flags(
        '-l --list, --list-all -a, -n --dry-run, -q --quiet, -y --yes, --summary, --dump, --evaluate, --variables, --groups, -u --unsorted, --force -f, --parallel -p, --silent -s, --watch -w, --status, --verbose, --init, --unstable, --no-deps, --json',
      ),
      ...values('--output -o, --concurrency -C, --shell-arg, --color, --list-heading, --interval'),
      '-d --working-directory --dir': inDirectory,
      '--justfile --taskfile -t': { takes: 'value', effects: ({ value }) => [runsFile(value)] },
      ...listed(runsValue, '--shell, --chooser'),
      '--set': { takes: 'pair' },
      '-c --command': {
        ...rest,
        effects: ({ values }) => (values.length === 0 ? [] : [runsCommand(values)]),
      },
      '--edit -e': { takes: 'nothing', effects: always(interactive) },
    },
    effects: (call) =>
      hasAny(call, '--list', '--summary', '--dump', '--variables', '--groups', '--list-all')
        ? [readsHere]
        : hasAny(call, '-c', '--help', '--version')
          ? []
          : builds('justfile')(call),
  },
  {
    names: [
      'rake',
      'thor',
      'scons',
      'waf',
      'xmake',
      'premake5',
      'gn',
      'qmake',
      'autoreconf',
      'autoconf',
      'automake',
      'aclocal',
      'libtoolize',
      'redo',
      'tup',
      'snakemake',
      'nextflow',
      'b2',
      'bjam',
      'conan',
      'vcpkg',
    ],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '-T --tasks, -P --prereqs, -n --dry-run, -s --silent, -q --quiet, -t --trace, -A --all, -W, -m, -f --force, -i --install, -p, -D --describe, -k, --warnings, --verbose',
      ),
      ...values('-j --jobs, --build, --profile -pr, --cores, -c'),
      ...listed(readsValue, '-I --libdir'),
      ...listed(
        specialValue('code that is loaded'),
        '-r --require, -R --rakelib, -e --execute, -E --execute-continue, --execute-print, --rakefile, --snakefile, --file',
      ),
    },
    effects: buildsTasks('Rakefile'),
  },
  {
    names: ['gradle', 'gradlew', 'kotlinc-gradle'],
    ...unabbreviated,
    options: jvmBuild,
    effects: buildsTasks('build.gradle'),
  },
  {
    names: ['mvn', 'mvnw', 'mvnd'],
    style: 'none',
    effects: (call) => scanned(call, mavenOptions, 'pom.xml'),
  },
  { names: ['ant'], style: 'none', effects: (call) => scanned(call, antOptions, 'build.xml') },
  {
    names: ['sbt', 'mill', 'bloop', 'lein', 'clj', 'clojure', 'boot', 'leiningen'],
    style: 'none',
    effects: (call) =>
      call.operands.length === 0
        ? [interactive, ...runsProject('build.sbt')]
        : [...runsProject('build.sbt'), receives, altersTree(known('.'))],
  },
];

function configures(call: Call): readonly Effect[] {
  const isInformation = hasAny(
    call,
    '--help',
    '--version',
    '-N',
    '--list-presets',
    '--help-full',
    '--help-command',
    '--help-variable',
    '--help-module',
  );
  if (isInformation || hasAny(call, '-P', '-E', '--build', '--install', '--open')) return [];
  const binary = allValues(call, '-B').length > 0 ? [] : [replacesTree(known('.'))];
  return [
    ...orHere(call.operands).map((word) => runsFile(word)),
    ...allValues(call, '-S').map((word) => runsFile(word)),
    ...binary,
  ];
}

/** `cmake -E`: small commands that go everywhere. */
function cmakeCommand([action, ...words]: readonly Word[]): readonly Effect[] {
  const targets = words.slice(-1);
  switch (textOf(action)) {
    case 'copy':
    case 'copy_if_different':
    case 'copy_directory':
      return [...words.slice(0, -1).map(readsFile), ...targets.map(replacesTree)];
    case 'rename':
      return [...words.slice(0, 1).map(deletesTree), ...targets.map(replacesTree)];
    case 'rm':
    case 'remove':
    case 'remove_directory':
      return words.map(deletesTree);
    case 'make_directory':
    case 'touch':
    case 'touch_nocreate':
      return words.map(createsFile);
    case 'create_symlink':
    case 'create_hardlink':
      return targets.map(replacesFile);
    case 'cat':
    case 'md5sum':
    case 'sha256sum':
    case 'compare_files':
      return words.map(readsFile);
    case 'echo':
    case 'true':
    case 'false':
    case 'sleep':
    case 'capabilities':
      return [];
    case 'chdir':
      return words.length < 2 ? [] : [runsCommand(words.slice(1), { cwd: words[0] ?? known('.') })];
    case 'time':
      return words.length === 0 ? [] : [runsCommand(words)];
    case 'env':
      return [runsCommand([known('env'), ...words])];
    default:
      return [{ kind: 'unknown', code: 'unknown-subcommand', subject: `cmake -E ${textOf(action) ?? '…'}` }];
  }
}
