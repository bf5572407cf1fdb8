import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  altersTree,
  buildsTree,
  changes,
  deletesTree,
  discloses,
  interactive,
  readsFile,
  replacesTree,
  runsCommand,
  runsFile,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { flagWith, inDirectory, readsValue, replacesValue, specialValue, valueWith } from '../options.ts';
import type { Call, Command, Given, OptionRule, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  optionals,
  orHelp,
  readBy,
  readsHere,
  receives,
  runsProject,
  unabbreviated,
  values,
} from '../shorthand.ts';
import { showsOrWrites, target, treeOptions } from './rust-options.ts';

/** `+nightly`: the toolchain, which is fetched if it is not there. */
const toolchain: OptionRule = {
  takes: 'value',
  effects: ({ value }) => [unknownEffect('program-specific', `the toolchain ${prefixOf(value)}`)],
};

const starting = /^[^=]*(?:runner|linker|wrapper|rustc|rustdoc)["'\s]*=\s*["']([^"']+)["']\s*$/;

/** `--config 'target.x.runner="…"'`: a program, with its words. */
function appliesSetting({ value }: Given): readonly Effect[] {
  const command = starting.exec(textOf(value) ?? '')?.[1];
  const run = command === undefined ? [] : [runsShell(known(command))];
  return [unknownEffect('program-specific', 'settings for this one call'), ...run];
}

const global = {
  ...flags('-h --help, -v --verbose, -q --quiet, --locked, --offline, --frozen, -V --version, --list, -vv'),
  ...values('--color, --message-format, -Z, --explain'),
  ...listed({ takes: 'value', effects: appliesSetting }, '--config'),
  '-C': inDirectory,
};

const compiling = {
  ...flags(
    '-r --release, --lib, --bins, --examples, --tests, --benches, --all-targets, --all-features, --no-default-features, --workspace --all, --keep-going, --future-incompat-report, --no-run, --no-fail-fast, --doc, --ignore-rust-version, --unit-graph, --build-plan, --no-deps, --open',
  ),
  ...flags(
    '--fix, --allow-dirty, --allow-staged, --allow-no-vcs, --broken-code, --edition, --edition-idioms, --document-private-items, --dry-run -n, --no-verify',
  ),
  ...values(
    '-p --package, --exclude, --bin, --example, --test, --bench, -F --features, --profile, -j --jobs, --lockfile-path',
  ),
  ...optionals('--timings, --example, --bin, --test, --bench, -p'),
  '--target': target,
  ...listed(readsValue, '--manifest-path'),
  ...listed(valueWith(replacesTree), '--target-dir, --artifact-dir, --out-dir'),
};

/** Whether a subcommand is asked for its version, and nothing else: `cargo clippy --version`. */
function asksForVersion({ argv, operands }: Call): boolean {
  return operands.length === 0 && /^(?:-V|--version)$/.test(textOf(argv.at(-1)) ?? '');
}

/** Compiling runs the build scripts and macros of the project and of what it depends on. */
function compiles(call: Call): readonly Effect[] {
  if (asksForVersion(call)) return [];
  return [
    ...runsProject('Cargo.toml'),
    receives,
    buildsTree(known('target')),
    ...(hasAny(call, '--fix') ? [altersTree(known('.'))] : []),
  ];
}

/** What stands behind `--` is for `rustfmt`. */
function formats(call: Call): readonly Effect[] {
  if (asksForVersion(call)) return [];
  const isCheck = hasAny(call, '--check') || textOf(call.operands[0]) === '--check';
  const words = call.operands.length === 0 ? [] : [known('rustfmt'), known('--check'), ...call.operands];
  return [
    isCheck ? readsHere : altersTree(known('.')),
    ...(words.length === 0 ? [] : [runsCommand(words, { isOwnName: true })]),
  ];
}

const building: Command = { options: compiling, effects: compiles };
const readingProject: Command = { options: { ...compiling, ...treeOptions() }, effects: always(readsHere) };
const changingProject: Command = {
  options: {
    ...compiling,
    ...flags(
      '--dev, --build, --optional, --no-optional, --default-features, --public, --recursive, --aggressive, -w, --breaking',
    ),
    ...values('--rename, --git, --branch, --tag, --rev, --registry, --precise'),
    ...listed(readsValue, '--path'),
  },
  effects: always(receives, altersFile(known('Cargo.toml')), altersFile(known('Cargo.lock'))),
};

const asking: Command = {
  options: { ...values('--limit, --registry, --index'), ...flags('--all') },
  effects: always(receives),
};

const subcommands: Readonly<Record<string, Command>> = {
  'build b check c test t bench doc d rustc rustdoc clippy': {
    ...building,
    options: { ...compiling, ...values('--crate-type, --print') },
  },
  'run r': building,
  'nextest llvm-cov tarpaulin miri criterion expand hack insta udeps machete deny audit outdated bloat geiger semver-checks mutants make leptos tauri shuttle lambda':
    {
      order: 'options-first',
      options: compiling,
      effects: compiles,
    },
  watch: {
    order: 'options-first',
    options: compiling,
    effects: (call) => [
      ...compiles(call),
      ...(call.operands.length === 0 ? [] : [runsCommand(call.operands)]),
    ],
  },
  fix: { options: compiling, effects: (call) => [...compiles(call), altersTree(known('.'))] },
  fmt: {
    options: {
      ...flags('--check, --all'),
      ...values('-p --package, --manifest-path, --message-format'),
    },
    effects: formats,
  },
  'tree metadata pkgid locate-project verify-project read-manifest version help report': {
    ...readingProject,
    options: { ...readingProject.options },
  },
  'generate-lockfile fetch': {
    options: compiling,
    effects: always(receives, altersFile(known('Cargo.lock'))),
  },
  'update add remove rm': changingProject,
  vendor: {
    options: {
      ...flags('--no-delete, --respect-source-config, --versioned-dirs'),
      ...listed(readsValue, '-s --sync, --manifest-path'),
    },
    effects: ({ operands }) => [receives, replacesTree(operands[0] ?? known('vendor'))],
  },
  'new init': {
    options: { ...flags('--bin, --lib'), ...values('--name, --vcs, --edition, --registry') },
    effects: ({ operands }) => [altersTree(operands[0] ?? known('.'))],
  },
  clean: {
    options: compiling,
    effects: (call) => (hasAny(call, '--dry-run') ? [readsHere] : [deletesTree(known('target'))]),
  },
  'search info': asking,
  install: {
    options: {
      ...compiling,
      ...flags('-f --force, --no-track, --list, --debug'),
      ...values('--version --vers, --git, --branch, --tag, --rev, --index, --registry'),
      ...listed(valueWith(replacesTree), '--root'),
      ...listed(readsValue, '--path'),
    },
    effects: (call) =>
      hasAny(call, '--list') ? [] : [receives, changesPackages, ...runsProject('Cargo.toml')],
  },
  uninstall: { options: values('-p --package, --bin, --root'), effects: always(changesPackages) },
  package: {
    options: { ...compiling, ...flags('-l --list, --no-metadata, --exclude-lockfile') },
    effects: (call) => (hasAny(call, '-l') ? [readsHere] : compiles(call)),
  },
  publish: {
    options: { ...compiling, ...values('--index, --registry, --token') },
    effects: (call) => [
      ...compiles(call),
      ...(hasAny(call, '--dry-run') ? [] : [sendsTo(null), changes('remote')]),
    ],
  },
  'yank owner': {
    options: {
      ...values('--vers --version, --index, --registry, --token, -a --add, -r --remove'),
      ...flags('--undo, -l --list'),
    },
    effects: always(sendsTo(null), changes('remote')),
  },
  'login logout': {
    options: values('--registry'),
    effects: always(sendsTo(null), changesSettings, discloses('credentials')),
  },
};

/** The tools of Rust. */
export const programs: readonly Program[] = [
  orHelp({
    names: ['cargo'],
    ...unabbreviated,
    globalOptions: global,
    plus: toolchain,
    subcommands: readBy(unabbreviated, subcommands),
  }),
  {
    names: ['rustc', 'rustdoc'],
    ...unabbreviated,
    options: {
      ...flags('-h --help, -V --version, -v --verbose, -g, -O, --test, --document-private-items, -vV'),
      ...values(
        '--cfg, --check-cfg, -L, -l, --crate-type, --crate-name, --edition, --explain, -A --allow, -W --warn, -D --deny, -F --forbid, --cap-lints, --error-format, --color, --json, --extern, --sysroot, --remap-path-prefix',
      ),
      ...listed(showsOrWrites, '--emit, --print'),
      '--target': target,
      ...listed(specialValue('how code is generated, with which linker'), '-C --codegen, -Z'),
      ...listed(replacesValue, '-o'),
      ...listed(valueWith(replacesTree), '--out-dir'),
    },
    plus: toolchain,
    effects: (call) =>
      call.operands.length === 0
        ? []
        : [
            ...call.operands.map(readsFile),
            ...(hasAny(call, '-o', '--out-dir') ? [] : [replacesTree(known('.'))]),
          ],
  },
  {
    names: ['rustfmt'],
    ...unabbreviated,
    options: {
      ...flags('--check, -l --files-with-diff, -q --quiet, -v --verbose, -V --version, -h --help, --backup'),
      ...values('--edition, --emit, --color, --style-edition'),
      ...listed(readsValue, '--config-path'),
      '--config': { takes: 'value' },
    },
    effects: (call) =>
      hasAny(call, '--check') ? call.operands.map(readsFile) : call.operands.map(altersFile),
  },
  orHelp({
    names: ['rustup'],
    ...unabbreviated,
    globalOptions: {
      ...flags(
        '-v --verbose, -q --quiet, -h --help, -V --version, --installed, --no-self-update, --force, --path',
      ),
      ...values('--toolchain, --profile, -c --component, -t --target'),
    },
    plus: toolchain,
    subcommands: readBy(unabbreviated, {
      'show which completions help version': {},
      check: { effects: always(receives) },
      default: { effects: ({ operands }) => (operands.length === 0 ? [] : [receives, changesPackages]) },
      'toolchain component target override': {
        effects: ({ operands }) =>
          textOf(operands[0]) === 'list' || operands.length === 0 ? [] : [receives, changesPackages],
      },
      'update install uninstall set self upgrade': { effects: always(receives, changesPackages) },
      run: {
        order: 'options-first',
        options: { '--install': flagWith(() => [receives, changesPackages]) },
        effects: ({ operands }) =>
          operands.length < 2 ? [] : [...runsToolchain(operands[0]), runsCommand(operands.slice(1))],
      },
      'doc man': { effects: always(interactive) },
    }),
  }),
];

/** A toolchain by its name is one that was installed; one by its path is any directory, the programs of which come before all others. */
function runsToolchain(word: Word | undefined): readonly Effect[] {
  if (word === undefined || /^[^/]*$/.test(textOf(word) ?? '/')) return [];
  return [runsFile(word)];
}
