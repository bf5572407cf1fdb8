import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  destroys,
  interactive,
  replacesTree,
  runsFile,
  runsInput,
  sendsTo,
} from '../effects.ts';
import { specialValue } from '../options.ts';
import type { Command, OptionTable, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { scripts } from './interpreters.ts';
import { buildsBy, common } from './language-tools.ts';

const dotnetOptions: OptionTable = {
  ...common,
  ...flags(
    '--no-restore, --no-build, --no-incremental, --self-contained, --nologo, --force, --interactive, --info, --list-sdks, --list-runtimes, --verify-no-changes, --blame, --no-cache, --outdated, --include-transitive, --vulnerable, --deprecated, --global -g, --local, --list-tests -t, --no-self-contained, --list, --no-launch-profile, --use-current-runtime, --ucr, --prerelease',
  ),
  ...values(
    '-c --configuration, -f --framework, -r --runtime, --filter, -l --logger, --verbosity, -p --project, --os, --arch -a, --launch-profile, --collect, --results-directory, -s --source --api-key -k, --format, --severity, -m, -n --name, --context, --startup-project, --version',
  ),
  ...listed(
    { takes: 'value', effects: ({ value }) => [replacesTree(value)] },
    '-o --output, --artifacts-path',
  ),
  ...listed(specialValue('code that is loaded'), '--settings, --test-adapter-path, --property, --configfile'),
};

const dotnet: Readonly<Record<string, Command>> = {
  'build test run watch publish pack msbuild clean restore vstest': buildsBy('.'),
  format: {
    effects: (call) => [
      ...runsProject('.'),
      ...(hasAny(call, '--verify-no-changes') ? [readsHere] : [altersTree(known('.'))]),
    ],
  },
  'add remove new sln solution tool workload package reference': {
    effects: ({ operands }) =>
      textOf(operands[0]) === 'list' ? [readsHere] : [receives, changesPackages, altersTree(known('.'))],
  },
  'list help sdk': { effects: always(readsHere, receives) },
  nuget: {
    effects: ({ operands }) =>
      textOf(operands[0]) === 'push' ? [sendsTo(null), changes('remote')] : [changesSettings],
  },
  ef: {
    effects: ({ operands }) => [
      ...runsProject('.'),
      /drop|remove/.test(operands.map((word) => textOf(word) ?? '').join(' '))
        ? destroys('database')
        : changes('database'),
    ],
  },
  fsi: {
    ...scripts,
    style: 'none',
    effects: ({ operands, stdin }) => {
      const file = operands.find((word) => !prefixOf(word).startsWith('-'));
      if (file !== undefined) return [runsFile(file)];
      return [runsInput('csharp'), ...(stdin.kind === 'inherited' ? [interactive] : [])];
    },
  },
  exec: {
    ...scripts,
    style: 'none',
    effects: ({ operands }) => operands.slice(0, 1).map((word) => runsFile(word)),
  },
};

/** The program of .NET. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['dotnet'],
    ...unabbreviated,
    options: flags('-d, --diagnostics, --version'),
    globalOptions: dotnetOptions,
    subcommands: readBy(unabbreviated, dotnet),
  }),
];
