import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { isTrial } from '../acting-words.ts';
import {
  altersFile,
  altersTree,
  buildsTree,
  changes,
  createsFile,
  deletesTree,
  destroys,
  discloses,
  interactive,
  readsFile,
  replacesTree,
  runsCommand,
  runsShell,
  sendsTo,
} from '../effects.ts';
import { allValues, has, lastValue, runsValue } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  isOn,
  isSurelyOn,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';
import { matching } from '../text/search-globs.ts';
import { runsBehindExec } from '../wrapped.ts';
import { npmOptions } from './npm-options.ts';

/** What changes the installed packages, and with them runs their scripts. `null`: it goes by the lock file, and changes what is written of them nowhere. */
export function installs(lockFile: string | null): (call: Call) => readonly Effect[] {
  return (call) => {
    if (isSurelyOn(call, '--dry-run')) return [readsHere, receives];
    const scripts = isSurelyOn(call, '--ignore-scripts') ? [] : runsProject('package.json', 'node_modules');
    const isGlobal = isOn(call, '-g') || isOn(call, '--global');
    const lists = lockFile === null ? [] : ['package.json', lockFile].map((name) => altersFile(known(name)));
    const files = isGlobal ? [] : [...lists, buildsTree(known('node_modules'))];
    return [receives, changesPackages, ...files, ...scripts];
  };
}

/** Runs a script of `package.json`; without a name they are listed. */
export function runsScript({ operands }: Call): readonly Effect[] {
  return operands.length === 0 ? [readsFile(known('package.json'))] : runsProject('package.json');
}

/** Runs a program of a package, which is fetched if it is not there. */
export function runsPackage(call: Call): readonly Effect[] {
  const texts = allValues(call, '--call');
  const [name] = call.operands;
  if (name === undefined) return texts.length > 0 ? [receives] : [receives, interactive];
  const text = textOf(name);
  const plain = text?.replace(/(?<=.)@(latest|next|[\d.^~x*]+)$/, '');
  // A word without a version stays the one that is written.
  const program = plain === undefined || plain === text ? name : known(plain);
  return [receives, runsCommand([program, ...call.operands.slice(1)])];
}

export const readsPackages: Command = { effects: always(readsHere) };

export const asksRegistry: Command = { effects: always(readsHere, receives) };

export const changesRegistry: Command = { effects: always(sendsTo(null), changes('remote')) };

/** A program that makes a project asks nothing of whoever says where it is to be, and from which template: `npm create vite app -- --template react`. */
function tellsTemplate({ operands }: Call): boolean {
  return (
    operands.length > 2 && operands.slice(2).some((word) => /^(?:--template|-t)(?:=|$)/.test(prefixOf(word)))
  );
}

/** The address of a page is printed where no browser is to show it. */
const showsPage: Command = {
  effects: (call) => {
    const isShown =
      has(call, '--no-browser') || textOf(lastValue(call, '--browser') ?? undefined) === 'false';
    return isShown ? [receives] : [receives, interactive];
  },
};

const execOptions = { '-c --call': runsValue, ...values('-p --package') };

const npmSubcommands: Readonly<Record<string, Command>> = {
  'install i in ins inst insta instal isnt isnta isntal add': { effects: installs('package-lock.json') },
  'ci clean-install ic install-clean isntall-clean': { effects: installs(null) },
  'uninstall un unlink remove rm r update up upgrade udpate dedupe ddp prune rebuild rb link ln': {
    effects: installs('package-lock.json'),
  },
  'install-test it': {
    effects: (call) => [...installs('package-lock.json')(call), ...runsProject('package.json')],
  },
  'install-ci-test cit': { effects: (call) => [...installs(null)(call), ...runsProject('package.json')] },
  'run run-script rum urn': { effects: runsScript },
  'test t tst start stop restart': { effects: always(...runsProject('package.json')) },
  'exec x': { order: 'options-first', options: execOptions, effects: runsPackage },
  'ls list ll la root prefix bin query explain why sbom completion': readsPackages,
  config: { effects: readsOrChangesSettings },
  get: { effects: ({ operands }) => readsSettings(operands) },
  set: { effects: always(changesSettings) },
  'view info show v search s se find outdated ping fund doctor whoami diff stars audit': {
    effects: (call) =>
      textOf(call.operands[0]) === 'fix' ? installs('package-lock.json')(call) : [readsHere, receives],
  },
  'docs home bugs issues repo': showsPage,
  'help hlep help-search': {},
  edit: { effects: always(interactive, altersTree(known('node_modules'))) },
  explore: {
    order: 'options-first',
    effects: ({ operands }) =>
      operands.length > 1 ? operands.slice(1).map((word) => runsShell(word)) : [interactive],
  },
  'init create innit': {
    effects: (call) => [
      createsFile(known('package.json')),
      ...(call.operands.length === 0 ? [] : [receives, changesPackages, ...runsProject('node_modules')]),
      ...(isOn(call, '-y') || isOn(call, '--yes') || tellsTemplate(call) ? [] : [interactive]),
    ],
  },
  pkg: {
    effects: ({ operands }) =>
      textOf(operands[0]) === 'get' ? [readsHere] : [altersFile(known('package.json'))],
  },
  'set-script shrinkwrap': { effects: always(altersFile(known('package.json'))) },
  version: {
    effects: ({ operands }) =>
      operands.length === 0
        ? []
        : [altersFile(known('package.json')), changes('repository'), ...runsProject('package.json')],
  },
  // Without writing a package it runs the scripts of one all the same: `prepack`, `prepare`, `postpack`.
  pack: {
    effects: (call) => [
      readsHere,
      ...(isSurelyOn(call, '--ignore-scripts') ? [] : runsProject('package.json')),
      ...(isSurelyOn(call, '--dry-run') ? [] : [replacesTree(known('.'))]),
    ],
  },
  publish: {
    effects: (call) => [
      ...runsProject('package.json'),
      sendsTo(null),
      ...(isSurelyOn(call, '--dry-run') ? [] : [changes('remote')]),
    ],
  },
  'unpublish deprecate undeprecate': { effects: always(sendsTo(null), destroys('remote')) },
  'dist-tag dist-tags owner author access team org hook star unstar profile stage': changesRegistry,
  token: { effects: always(sendsTo(null), changes('remote'), discloses('credentials')) },
  'login adduser add-user logout trust': { effects: always(sendsTo(null), changesSettings, interactive) },
  cache: {
    effects: ({ operands }) => {
      const action = textOf(operands[0]);
      if (action === 'ls') return [];
      return [changesPackages];
    },
  },
};

export const unabbreviated = { abbreviates: false, isNegatable: true } as const;

/** Npm, and what belongs to every package manager of JavaScript. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['npm'],
    isNegatable: true,
    globalOptions: { ...npmOptions, '-v': { takes: 'nothing' } },
    subcommands: readBy({ isNegatable: true }, npmSubcommands),
  }),
  {
    names: ['npx', 'pnpx'],
    order: 'options-first',
    ...unabbreviated,
    options: { ...npmOptions, ...execOptions, ...flags('-v, --no-install, --ignore-existing') },
    effects: runsPackage,
  },
  {
    names: ['corepack'],
    ...unabbreviated,
    subcommands: {
      'enable disable prepare install use up pack hydrate cache': {
        effects: always(receives, changesPackages),
      },
    },
  },
  {
    names: ['lerna', 'nx', 'turbo', 'rush', 'rushx', 'ng'],
    ...unabbreviated,
    options: {
      ...flags('--parallel, --verbose, --version, -v, --help, -h, --force, --no-cache'),
      ...values('--filter, --scope, --target, -t, --projects, -p, --concurrency'),
    },
    effects: (call) =>
      hasOnlyVersion(call)
        ? []
        : [
            ...runsProject('package.json'),
            altersTree(known('.')),
            ...runsBehindExec(call),
            ...(/^(?:publish|release)$/.test(textOf(call.operands[0]) ?? '') && !isTrial(call.argv)
              ? [sendsTo(null), changes('remote')]
              : []),
          ],
  },
  {
    names: ['rimraf', 'del-cli', 'del'],
    ...unabbreviated,
    options: flags(
      '-g --glob, -v --verbose, --preserve-root, --no-preserve-root, -i --interactive, -f --force, -d --dry-run',
    ),
    effects: (call) => call.operands.map((word) => deletesTree(hasGlobs(call) ? asGlob(word) : word)),
  },
];

/** `**` stands for directories at any depth, and none. */
function asGlob(word: Word): Word {
  return word.kind === 'known' ? matching(word.text.replace(/^(\.\/)?(?:\*\*\/)+/, '$1')) : word;
}

/** These match their words themselves, `rimraf` where it is told to. */
function hasGlobs(call: Call): boolean {
  return call.name !== 'rimraf' || has(call, '--glob');
}

export function hasOnlyVersion(call: Call): boolean {
  return has(call, '--version') || has(call, '--help') || has(call, '-v');
}

function readsOrChangesSettings({ operands }: Call): readonly Effect[] {
  const [action, ...names] = operands;
  return /^(get|list|ls)$/.test(textOf(action) ?? '') ? readsSettings(names) : [changesSettings];
}

/** Tokens are hidden in a list of all settings. One that is asked for by its name may be shown. */
export function readsSettings(names: readonly Word[]): readonly Effect[] {
  const isSecret = names
    .map(textOf)
    .some((name) => name === null || /auth|token|password|key|cert/i.test(name));
  return isSecret ? [discloses('credentials')] : [];
}
