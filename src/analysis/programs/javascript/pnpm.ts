import { known, textOf } from '../../words.ts';
import { altersTree, changes, createsFile, discloses, runsCommand, runsShell, sendsTo } from '../effects.ts';
import { has, inDirectory } from '../options.ts';
import type { Command, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  listed,
  readBy,
  receives,
  runsProject,
  switches,
  values,
} from '../shorthand.ts';
import { runsNamedScript, scriptsBut } from './named-scripts.ts';
import {
  asksRegistry,
  installs,
  readsPackages,
  readsSettings,
  runsPackage,
  runsScript,
  unabbreviated,
} from './npm.ts';
import { npmOptions } from './npm-options.ts';

const pnpmOptions = {
  ...npmOptions,
  ...switches(
    '-r --recursive, --frozen-lockfile, --lockfile-only, --fix-lockfile, --shamefully-hoist, --stream, --parallel',
  ),
  ...switches(
    '--aggregate-output, --workspace-root, --ignore-workspace, --latest, -i --interactive, --no-bail, --bail, --sort',
  ),
  ...switches(
    '--prod, --no-optional, --resume-from, --reverse, --use-stderr, --no-frozen-lockfile, --lockfile, --hoist, --compatible',
  ),
  ...switches(
    '--fail-if-no-match, --merge-git-branch-lockfiles, --ignore-workspace-root-check, --save-catalog',
  ),
  ...values(
    '-F --filter, --filter-prod, --reporter, --workspace-concurrency, --changed-files-ignore-pattern, --test-pattern',
  ),
  ...values(
    '--store-dir, --virtual-store-dir, --modules-dir, --lockfile-dir, --child-concurrency, --network-concurrency',
  ),
  ...listed(inDirectory, '-C --dir'),
  ...flags('-w, -v, -c --shell-mode'),
};

const pnpmSubcommands: Readonly<Record<string, Command>> = {
  'install i add remove rm uninstall un update up upgrade dedupe prune rebuild rb link ln unlink import fetch approve-builds':
    {
      effects: installs('pnpm-lock.yaml'),
    },
  'install-test it': {
    effects: (call) => [...installs('pnpm-lock.yaml')(call), ...runsProject('package.json')],
  },
  'run run-script': { order: 'options-first', effects: runsScript },
  'test t tst start restart stop': runsNamedScript,
  exec: {
    order: 'options-first',
    effects: (call) =>
      has(call, '--shell-mode')
        ? call.operands.slice(0, 1).map((word) => runsShell(word))
        : call.operands.length === 0
          ? []
          : [runsCommand(call.operands)],
  },
  dlx: { order: 'options-first', options: values('--package'), effects: runsPackage },
  'create init': {
    effects: always(createsFile(known('package.json')), receives, ...runsProject('node_modules')),
  },
  'list ls ll la why root bin licenses cat-file cat-index find-hash': readsPackages,
  'outdated audit view info show search doctor ping whoami': asksRegistry,
  'config c': {
    effects: ({ operands }) => {
      const [action, ...names] = operands;
      // Tokens for registries are among the settings.
      if (/^(list|ls)$/.test(textOf(action) ?? '')) return [discloses('credentials')];
      return textOf(action) === 'get' ? readsSettings(names) : [changesSettings];
    },
  },
  get: { effects: ({ operands }) => readsSettings(operands) },
  help: {},
  store: {
    effects: ({ operands }) => (/^(path|status)$/.test(textOf(operands[0]) ?? '') ? [] : [changesPackages]),
  },
  env: {
    effects: ({ operands }) =>
      /^(list|ls)$/.test(textOf(operands[0]) ?? '') ? [] : [receives, changesPackages],
  },
  'patch patch-commit patch-remove deploy pack setup self-update server': {
    effects: always(receives, changesPackages, altersTree(known('.'))),
  },
  publish: { effects: always(...runsProject('package.json'), sendsTo(null), changes('remote')) },
};

/** Pnpm. */
export const programs: readonly Program[] = [
  {
    names: ['pnpm'],
    ...unabbreviated,
    globalOptions: pnpmOptions,
    subcommands: readBy(unabbreviated, { ...pnpmSubcommands, ...scriptsBut(['start', 'test']) }),
  },
];
