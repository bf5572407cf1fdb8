import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { mayNameOutput } from '../acting-words.ts';
import { buildsTree, changes, replacesTree, runsFile, runsShell, unknownEffect } from '../effects.ts';
import { inDirectory, readsValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import {
  changesPackages,
  flags,
  hasAny,
  listed,
  optionals,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';
import { joinedText } from '../wrapped.ts';
import { inline, loads } from './javascript.ts';
import { installs, runsPackage, runsScript } from './npm.ts';

/** Bun, which runs JavaScript and installs packages. */
export const programs: readonly Program[] = [
  {
    names: ['bun', 'bunx'],
    order: 'options-first',
    abbreviates: false,
    isNegatable: true,
    options: {
      ...flags(
        '-v --version, -h --help, --revision, --hot, --watch, --smol, --bun, -b, --silent, --if-present, -i, --no-install',
      ),
      ...optionals('--install, --inspect, --port, --define, --conditions, --elide-lines'),
      ...values('-F --filter'),
      ...listed(inline, '-e --eval, -p --print'),
      ...listed(loads, '-r --preload, --import'),
      ...listed(readsValue, '--env-file, -c --config, --tsconfig-override'),
      '--cwd': inDirectory,
    },
    effects: runsBun,
  },
];

const bunInstalls = [
  'install',
  'i',
  'add',
  'a',
  'remove',
  'rm',
  'update',
  'link',
  'unlink',
  'patch',
  'upgrade',
  'create',
  'c',
  'init',
];

/** The first word is a subcommand, a script of the package or a file. */
function runsBun(call: Call): readonly Effect[] {
  if (hasAny(call, '--version', '--help', '--revision', '--eval', '--print')) return [];
  if (call.name === 'bunx') return runsPackage(call);
  const [first, ...others] = call.operands;
  const action = textOf(first);
  const inner = { ...call, operands: others };
  if (first === undefined) return [];
  if (action === null) return [unknownEffect('unknown-subcommand', prefixOf(first))];
  if (bunInstalls.includes(action)) return installs('bun.lock')(inner);
  if (action === 'x') return runsPackage(inner);
  if (action === 'run') return runsScript(inner);
  if (action === 'exec') return [runsShell(joinedText(others))];
  return handlesPackages(action, others) ?? [...runsProject('.'), runsFile(first, others)];
}

/** What bun does with the package and those that it depends on; `null` for other words. */
function handlesPackages(action: string, others: Call['operands']): readonly Effect[] | null {
  if (action === 'pm' && /^(?:ls|bin|hash|cache)?$/.test(textOf(others[0]) ?? ''))
    return textOf(others[1]) === 'rm' ? [changesPackages] : [readsHere];
  if (['outdated', 'info', 'why', 'audit'].includes(action)) return [readsHere, receives];
  if (action === 'publish')
    return [
      { kind: 'network', host: null, direction: 'sends' },
      changes('remote'),
      ...runsProject('package.json'),
    ];
  if (!['build', 'pm', 'repl'].includes(action)) return null;
  const isBuild = action === 'build' && !others.some(mayNameOutput);
  return [...runsProject('.'), isBuild ? buildsTree(known('.')) : replacesTree(known('.'))];
}
