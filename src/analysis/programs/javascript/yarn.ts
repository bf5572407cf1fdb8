import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { isTrial } from '../acting-words.ts';
import { altersTree, changes, discloses, replacesTree, runsCommand, runsShell, sendsTo } from '../effects.ts';
import { inDirectory, specialValue } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  listed,
  readBy,
  readsHere,
  receives,
  runsProject,
  switches,
  values,
} from '../shorthand.ts';
import { runsNamedScript, scriptsBut } from './named-scripts.ts';
import {
  asksRegistry,
  changesRegistry,
  hasOnlyVersion,
  installs,
  readsPackages,
  readsSettings,
  runsPackage,
  runsScript,
  unabbreviated,
} from './npm.ts';

const yarnOptions = {
  ...switches(
    '--json, --silent -s, --verbose, --offline, --prefer-offline, --frozen-lockfile, --pure-lockfile, --production --prod',
  ),
  ...switches(
    '--ignore-scripts, --ignore-engines, --ignore-platform, --ignore-optional, --non-interactive, --no-progress',
  ),
  ...switches(
    '--no-lockfile, --force, --flat, --har, --check-files, --link-duplicates, --no-bin-links, --no-default-rc',
  ),
  ...switches(
    '--immutable, --immutable-cache, --check-cache, --inline-builds, --refresh-lockfile, --no-node-version-check',
  ),
  ...switches(
    '-D --dev, -P --peer, -O --optional, -E --exact, -T --tilde, -C --caret, --prefer-dev, -A --all, -R --recursive',
  ),
  ...switches(
    '-W --ignore-workspace-root-check, --audit, -i --interactive, --latest -L, --pattern, --check, --emoji',
  ),
  ...values(
    '--registry, --network-timeout, --network-concurrency, --mutex, --mode, --scope, --depth, --level, --groups, --tag',
  ),
  ...listed(inDirectory, '--cwd'),
  ...listed(
    { takes: 'value', effects: ({ value }) => [replacesTree(value)] },
    '--modules-folder, --cache-folder, --global-folder',
  ),
  ...listed(specialValue('a program that yarn runs'), '--use-yarnrc, --script-shell'),
  ...flags('-v --version, --help'),
};

const yarnSubcommands: Readonly<Record<string, Command>> = {
  'install add remove upgrade up upgrade-interactive dedupe link unlink import autoclean rebuild': {
    effects: installs('yarn.lock'),
  },
  run: { order: 'options-first', style: 'none', effects: runsScript },
  'test start': runsNamedScript,
  exec: {
    order: 'options-first',
    style: 'none',
    effects: ({ operands: [text, ...parameters] }) => {
      if (text === undefined) return [];
      const isText = parameters.length === 0 && /\s/.test(textOf(text) ?? '');
      return [isText ? runsShell(text) : runsCommand([text, ...parameters])];
    },
  },
  'dlx create': { order: 'options-first', options: values('-p --package'), effects: runsPackage },
  node: { style: 'none', effects: ({ operands }) => [runsCommand([known('node'), ...operands])] },
  'list why licenses bin versions help check': readsPackages,
  'info outdated audit search': asksRegistry,
  npm: {
    order: 'options-first',
    style: 'none',
    effects: ({ operands }) =>
      /^(?:audit|info|whoami)$/.test(textOf(operands[0]) ?? '') || isTrial(operands)
        ? [receives]
        : [...runsProject('package.json'), sendsTo(null), changes('remote')],
  },
  config: { effects: readsOrChangesSettings },
  cache: {
    effects: ({ operands }) => (/^(dir|list)$/.test(textOf(operands[0]) ?? '') ? [] : [changesPackages]),
  },
  global: {
    effects: ({ operands }) =>
      /^(list|bin|dir)$/.test(textOf(operands[0]) ?? '')
        ? []
        : [receives, changesPackages, ...runsProject('node_modules')],
  },
  workspace: {
    order: 'options-first',
    style: 'none',
    effects: ({ operands }) =>
      operands.length < 2 ? [] : [runsCommand([known('yarn'), ...operands.slice(1)])],
  },
  workspaces: {
    order: 'options-first',
    style: 'none',
    effects: ({ operands }) =>
      /^(info|list)$/.test(textOf(operands[0]) ?? '')
        ? [readsHere]
        : [...runsProject('package.json'), ...runsInEach(operands)],
  },
  init: { effects: always(receives, altersTree(known('.'))) },
  'set plugin patch patch-commit version stage constraints policies': {
    effects: always(receives, altersTree(known('.')), changesSettings),
  },
  pack: { effects: always(...runsProject('package.json')) },
  publish: { effects: always(...runsProject('package.json'), sendsTo(null), changes('remote')) },
  'login logout owner tag team': changesRegistry,
};

/** Yarn. */
export const programs: readonly Program[] = [
  {
    names: ['yarn', 'yarnpkg'],
    ...unabbreviated,
    globalOptions: yarnOptions,
    subcommands: readBy(unabbreviated, { ...yarnSubcommands, ...scriptsBut(['start', 'test']) }),
    effects: (call) => (hasOnlyVersion(call) ? [] : installs('yarn.lock')(call)),
  },
];

/** `workspaces foreach -A exec …` and `workspaces run …`: the words behind the options are those of Yarn itself. */
function runsInEach([action, ...words]: readonly Word[]): readonly Effect[] {
  const start = words.findIndex((word, at) => {
    const isValue = /^(?:--(?:from|include|exclude|jobs)|-j)$/.test(textOf(words[at - 1]) ?? '');
    return !isValue && !prefixOf(word).startsWith('-');
  });
  const inner = start === -1 ? [] : words.slice(start);
  if (inner.length === 0) return [];
  const isRun = textOf(action) === 'run';
  return [runsCommand([known('yarn'), ...(isRun ? [known('run')] : []), ...inner], { isOwnName: true })];
}

/** The older one lists all settings with the tokens in them; without a word it is the newer one, which hides them. */
function readsOrChangesSettings({ operands }: Call): readonly Effect[] {
  if (operands.length === 0) return [];
  const [action, ...names] = operands;
  if (textOf(action) === 'list') return [discloses('credentials')];
  return textOf(action) === 'get' ? readsSettings(names) : [changesSettings];
}
