import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf } from '../../words.ts';
import {
  altersTree,
  interactive,
  readsFile,
  runsCommand,
  runsFile,
  runsForeign,
  runsInput,
  unknownEffect,
} from '../effects.ts';
import {
  allValues,
  has,
  inDirectory,
  lastValue,
  readsValue,
  replacesValue,
  rest,
  runsValue,
  specialValue,
} from '../options.ts';
import { isInput } from '../places.ts';
import type { Call, Program } from '../program.ts';
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
import { builds, buildsTasks, information, isCode, runsBuild } from './builds.ts';

/** Its tools that show are used when the files are read, before anything is brought up to date. */
function usesNinja(call: Call): readonly Effect[] {
  const tool = textOf(lastValue(call, '-t') ?? undefined) ?? '';
  if (['clean', 'restat', 'recompact'].includes(tool)) return [altersTree(known('.'))];
  if (['list', 'targets', 'query', 'graph', 'commands', 'inputs', 'compdb', 'rules'].includes(tool))
    return [readsHere, ...allValues(call, '-f').map(readsFile)];
  return builds('build.ninja', '-f')(call);
}

/** With its list as JSON, go-task says of each task whether it is done, and for that runs what the file has for it. */
function runsChecks(call: Call): boolean {
  return ['task', 'go-task'].includes(call.name) && has(call, '--json') && !has(call, '--no-status');
}

/** A variable that is given to make, which runs `$(shell …)` in a value. What is no shell makes something else of each line of a recipe. */
function setsMakeVariable(word: Word): readonly Effect[] {
  const [, name, value = ''] = /^([^=\s:?+!]+)\s*[:?+!]*=([\s\S]*)$/.exec(textOf(word) ?? '') ?? [];
  if (name === undefined) return [];
  const isShell =
    name !== 'SHELL' || /^(?:\/(?:usr\/(?:local\/)?)?bin\/)?(?:(?:ba|da|k|z)?sh)$/.test(value.trim());
  return [
    ...(isShell ? [] : [unknownEffect('unparsed-code', `SHELL=${value}`)]),
    ...(value.includes('$') ? [runsForeign('make', known(value))] : []),
  ];
}

/** Programs that build by a file of the project. */
export const programs: readonly Program[] = [
  {
    names: ['make', 'gmake', 'mingw32-make', 'remake'],
    options: {
      ...flags(
        '-b, -m, -B --always-make, -d, -e --environment-overrides, -h --help, -i --ignore-errors, -k --keep-going, -L --check-symlink-times, -n --just-print --dry-run --recon, -p --print-data-base, -q --question, -r --no-builtin-rules',
      ),
      ...flags(
        '-R --no-builtin-variables, -s --silent --quiet, --no-silent, -S --no-keep-going --stop, -t --touch, --trace, -v --version, -w --print-directory, --no-print-directory, --warn-undefined-variables',
      ),
      ...optionals('--debug, -l --load-average --max-load, -O --output-sync, -j --jobs, --shuffle'),
      ...values('-o --old-file --assume-old, -W --what-if --new-file --assume-new'),
      '-E --eval': {
        takes: 'value',
        effects: ({ value }) => [
          unknownEffect('program-specific', 'text that make evaluates'),
          runsForeign('make', value),
        ],
      },
      ...listed(readsValue, '-I --include-dir'),
      '-f --file --makefile': { takes: 'value' },
      '-C --directory': inDirectory,
    },
    // A dry run still runs what `$(shell …)` and lines with a `+` say.
    effects: (call) => [
      ...builds('Makefile', '--makefile')(call),
      ...call.operands.flatMap(setsMakeVariable),
      ...(allValues(call, '--makefile').some(isInput) ? [runsInput('make')] : []),
    ],
  },
  {
    names: ['bmake'],
    options: {
      ...flags('-B, -e, -i, -k, -N, -n, -q, -r, -S, -s, -t, -W, -w, -X'),
      // A variable is told, for which the commands in the file are run.
      ...values('-D, -d, -J, -j, -V, -v'),
      ...listed(readsValue, '-I, -m'),
      '-T': replacesValue,
      '-f': { takes: 'value' },
      '-C': inDirectory,
    },
    effects: (call) => [
      ...runsBuild(call, 'Makefile', '-f'),
      ...call.operands.flatMap(setsMakeVariable),
      ...(allValues(call, '-f').some(isInput) ? [runsInput('make')] : []),
    ],
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
    effects: usesNinja,
  },
  {
    names: ['meson'],
    ...unabbreviated,
    options: {
      ...information,
      ...flags(
        '--wipe, --reconfigure, --clearcache, --fatal-meson-warnings, --verbose, --no-rebuild, --print-errorlogs, --benchmark, --list, --quiet, --targets, --tests, --projectinfo, --installed, --benchmarks, --buildsystem-files, --scan-dependencies, --ast, --machines, --compilers, -f --force-object-output, -i --indent, --buildoptions, --dependencies, -a --all, --strip, --clean, -n',
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
        '-l --list, --list-all -a, -n --dry-run, -q --quiet, -y --yes, --summary, --dump, --evaluate, --variables, --groups, -u --unsorted, --force -f, --parallel -p, --silent -s, --watch -w, --status, --verbose, --init, --unstable, --no-deps, --json, --no-status',
      ),
      ...values('--output -o, --concurrency -C, --shell-arg, --color, --list-heading, --interval'),
      '-d --working-directory --dir': inDirectory,
      '--justfile --taskfile -t': { takes: 'value', effects: ({ value }) => [runsFile(value)] },
      ...listed(runsValue, '--shell, --chooser'),
      '--set': { takes: 'pair' },
      '--show': { takes: 'value' },
      // The variables of the file are set for it, and what they take from commands is run.
      '-c --command': {
        ...rest,
        effects: ({ values }) => (values.length === 0 ? [] : [runsCommand(values)]),
      },
      '--edit -e': { takes: 'nothing', effects: always(interactive) },
    },
    effects: (call) =>
      hasAny(call, '--list', '--summary', '--dump', '--variables', '--groups', '--list-all', '--show') &&
      !isCode.has(call.name) &&
      !runsChecks(call)
        ? [readsHere]
        : builds('justfile')(call),
  },
  {
    names: ['autoreconf', 'autoconf', 'autoheader', 'automake', 'aclocal', 'libtoolize'],
    options: {
      ...flags('-h --help, -V --version, -v --verbose, -d --debug, -f --force, -i --install --ignore-deps'),
      ...flags('-s --symlink, -m --make, -n --dry-run, -q --quiet --silent, -a --add-missing, -c --copy'),
      ...flags('--foreign, --gnu, --gnits, --no-force, --include-deps, --force-missing, --no-recursive'),
      ...flags('--recursive, --subproject, --nonrecursive, --ltdl, --diff, --overwrite, --print-ac-dir'),
      ...values(
        '-W --warnings, -t --trace, -p --preselect, --acdir, --automake-acdir, --system-acdir, --libdir',
      ),
      ...listed(readsValue, '-B --prepend-include, -I --include'),
      '-o --output': replacesValue,
    },
    effects: builds('configure.ac'),
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
];
