import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  buildsTree,
  createsFile,
  deletesTree,
  disclosesVariable,
  interactive,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
  runsCommand,
  runsFile,
} from '../effects.ts';
import {
  allValues,
  has,
  inDirectory,
  optional,
  readsValue,
  replacesValue,
  rest,
  specialValue,
  valueWith,
} from '../options.ts';
import type { Call, Program } from '../program.ts';
import { changesPackages, flags, hasAny, listed, orHere, values } from '../shorthand.ts';
import { builds } from './builds.ts';

/** CMake, and what belongs to it. */
export const programs: readonly Program[] = [
  {
    names: ['cmake'],
    abbreviates: false,
    options: {
      ...flags(
        '--fresh, -H, -N, --trace, --trace-expand, --debug-output, --debug-find, --warn-uninitialized, --no-warn-unused-cli, --check-system-vars',
      ),
      ...flags(
        '--clean-first, -v --verbose, -h --help, --version -V, --list-presets, --strip, --workflow, --help-full, --help-command-list, --help-variable-list, --help-module-list',
      ),
      ...values(
        '-G, -T, -A, -W, -j --parallel, -t --target, --config, --preset, --log-level, --prefix, --component, --help-command, --help-variable, --help-module, --help-property, --help-policy, --build-config, --default-directory-permissions',
      ),
      // Letters behind it say how much is listed.
      '-L': optional,
      ...listed({ takes: 'value' }, '-D, -U'),
      ...listed(readsValue, '-S, --toolchain'),
      // The program that opens a project is not in the arguments, and waits for somebody.
      '--open': { takes: 'value', effects: ({ value }) => [readsFile(value), interactive] },
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
    effects: (call) => (has(call, '--version') ? writesAbout(call) : builds('CTestTestfile.cmake')(call)),
  },
];

function configures(call: Call): readonly Effect[] {
  if (hasAny(call, ...informing)) return writesAbout(call);
  if (hasAny(call, '--help', '-N', '--list-presets', '-P', '-E', '--build', '--install', '--open')) return [];
  const binary = allValues(call, '-B').length > 0 ? [] : [buildsTree(known('.'))];
  return [
    ...orHere(call.operands).map((word) => runsFile(word)),
    ...allValues(call, '-S').map((word) => runsFile(word)),
    ...binary,
  ];
}

/** Options that tell something, on the output or into the file that is named behind them. */
const informing = ['--version', '--help-full', '--help-command', '--help-variable', '--help-module'];

function writesAbout({ operands }: Call): readonly Effect[] {
  return operands.map(replacesFile);
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
    case 'environment':
      return [disclosesVariable(null)];
    case 'tar':
      return [
        ...words.slice(1, 2).map(/c/.test(prefixOf(words[0] ?? known(''))) ? replacesFile : readsFile),
        ...words.slice(2).map((word) => readsTree(word)),
        ...(/x/.test(prefixOf(words[0] ?? known(''))) ? [altersTree(known('.'))] : []),
      ];
    case 'env':
      return [runsCommand([known('env'), ...words])];
    default:
      return [{ kind: 'unknown', code: 'unknown-subcommand', subject: `cmake -E ${textOf(action) ?? '…'}` }];
  }
}
