import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  interactive,
  listens,
  readsFile,
  readsTree,
  receivesFrom,
  replacesFile,
  replacesTree,
  runsFile,
  runsForeign,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { has, readsValue, specialValue } from '../options.ts';
import { isInput } from '../places.ts';
import type { Call, Given, OptionRule, Program } from '../program.ts';
import {
  always,
  changesPackages,
  flags,
  hasAny,
  listed,
  optionals,
  orHere,
  readBy,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';

/** A module that is loaded before the program: a file, or a name that is looked up. */
export const loads: OptionRule = { takes: 'value', effects: loadsModule };
export const inline: OptionRule = {
  takes: 'value',
  effects: ({ value }) => (isAboutNode(value) ? [] : [runsForeign('javascript', value)]),
};

/** Whether nothing but what node is, and where it runs, is asked of it. */
function isAboutNode(code: Word): boolean {
  const [, object, name = ''] =
    /^(?:console\.log\()?(\w+)\.(\w+)(?:\.\w+)?\)?;?$/.exec(textOf(code) ?? '') ?? [];
  return object === 'process' && ['version', 'versions', 'platform', 'arch', 'execPath'].includes(name);
}

const listensOn: OptionRule = { takes: 'optional', effects: always(listens) };

const nodeOptions = {
  ...flags(
    '-v --version, -h --help, -c --check, -i --interactive, --v8-options, --experimental-strip-types, --watch-preserve-output',
  ),
  ...flags(
    '--experimental-transform-types, --experimental-vm-modules, --experimental-modules, --experimental-json-modules',
  ),
  ...flags(
    '--experimental-wasm-modules, --experimental-import-meta-resolve, --experimental-fetch, --experimental-sqlite',
  ),
  ...flags(
    '--experimental-test-coverage, --experimental-test-module-mocks, --experimental-permission, --permission',
  ),
  ...flags(
    '--experimental-global-navigator, --experimental-websocket, --experimental-require-module, --experimental-repl-await',
  ),
  ...flags(
    '--no-warnings, --no-deprecation, --trace-warnings, --trace-deprecation, --trace-uncaught, --trace-exit, --trace-sync-io',
  ),
  ...flags(
    '--throw-deprecation, --pending-deprecation, --enable-source-maps, --expose-gc, --expose_gc, --test, --test-only, --watch',
  ),
  ...flags(
    '--test-force-exit, --test-update-snapshots, --preserve-symlinks, --preserve-symlinks-main, --abort-on-uncaught-exception',
  ),
  ...flags(
    '--no-addons, --no-global-search-paths, --frozen-intrinsics, --force-fips, --enable-fips, --insecure-http-parser',
  ),
  ...flags(
    '--allow-addons, --allow-child-process, --allow-wasi, --allow-worker, --no-experimental-strip-types, --jitless',
  ),
  ...flags(
    '--use-system-ca, --use-openssl-ca, --use-bundled-ca, --no-experimental-fetch, --no-experimental-require-module',
  ),
  ...flags(
    '--zero-fill-buffers, --verify-base-objects, --interpreted-frames-native-stack, --report-uncaught-exception, --lite-mode',
  ),
  ...optionals(
    '--max-old-space-size, --max_old_space_size, --max-semi-space-size, --stack-size, --stack-trace-limit',
  ),
  ...optionals(
    '--unhandled-rejections, --dns-result-order, --max-http-header-size, --icu-data-dir, --secure-heap, --tls-min-v1.2',
  ),
  ...optionals(
    '--disable-warning, --input-type, -C --conditions, --title, --test-concurrency, --test-name-pattern, --test-reporter',
  ),
  ...optionals(
    '--test-skip-pattern, --test-timeout, --test-shard, --test-coverage-include, --test-coverage-exclude, --test-isolation',
  ),
  ...optionals(
    '--watch-path, --allow-fs-read, --allow-fs-write, --experimental-default-type, --network-family-autoselection-attempt-timeout',
  ),
  ...values('--stack-trace-limit-value, --env'),
  ...listed(
    { takes: 'optional', effects: ({ values }) => values.map(readsFile) },
    '--env-file, --env-file-if-exists',
  ),
  // It can name libraries that are loaded.
  ...listed(loads, '--openssl-config'),
  ...listed(
    { takes: 'optional', effects: ({ values }) => values.map(replacesFile) },
    '--test-reporter-destination',
  ),
  ...listed(
    {
      takes: 'optional',
      effects: ({ values }) => (values.length > 0 ? values : [known('.')]).map(replacesTree),
    },
    '--cpu-prof, --heap-prof, --prof, --cpu-prof-dir, --diagnostic-dir, --report-dir, --trace-events-enabled',
  ),
  ...listed(listensOn, '--inspect, --inspect-brk, --inspect-port, --inspect-wait'),
  ...listed(loads, '-r --require, --import, --loader --experimental-loader'),
  ...listed(inline, '-e --eval, -p --print, -pe'),
  '--run': { takes: 'value', effects: () => runsProject('package.json') } satisfies OptionRule,
  ...listed({ takes: 'nothing', effects: () => [replacesTree(known('.'))] }, '--build-snapshot'),
};

const denoPermissions = {
  ...optionals(
    '-R --allow-read, -W --allow-write, -N --allow-net, -E --allow-env, --allow-run, --allow-ffi, --allow-sys, -S',
  ),
  ...optionals(
    '--deny-read, --deny-write, --deny-net, --deny-env, --deny-run, --deny-ffi, --deny-sys, --allow-import, --inspect',
  ),
  ...optionals(
    '--watch, -r --reload, --lock, --coverage, --check, --node-modules-dir, --vendor, --v8-flags, --unsafely-ignore-certificate-errors',
  ),
  ...flags(
    '-A --allow-all, --no-prompt, -q --quiet, --no-check, --no-remote, --no-npm, --no-lock, --cached-only, --frozen, --unstable',
  ),
  ...flags(
    '--no-config, --json, -h --help, -V --version, --allow-scripts, --no-clear-screen, --fail-fast, --doc, --parallel, --no-run',
  ),
  ...values(
    '--ext, --filter, --seed, --location, --log-level -L, --ignore, --include, --exclude, --reporter, --shuffle, --output',
  ),
  ...listed(specialValue('the settings of deno'), '-c --config, --import-map, --cert, --preload, --env-file'),
};

/** Programs that run JavaScript. */
export const programs: readonly Program[] = [
  {
    names: ['node', 'nodejs'],
    order: 'options-first',
    abbreviates: false,
    isNegatable: true,
    options: nodeOptions,
    effects: runsNode,
  },
  {
    names: ['tsx', 'ts-node', 'ts-node-esm', 'ts-node-dev', 'babel-node', 'esno', 'nodemon', 'swc-node'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...nodeOptions,
      ...flags(
        '-T --transpile-only, --transpileOnly, --files, --esm, --swc, --respawn, --no-cache, --type-check, -q, -V',
      ),
      ...optionals('-O --compiler-options, --tsconfig, --ignore, --clear-screen, --ext, --delay'),
      ...listed(readsValue, '-P --project, -w'),
      ...listed(specialValue('a program that is run'), '--compiler -C'),
      '-x --exec': { takes: 'value', effects: ({ value }) => runsWithMore(value) },
    },
    effects: (call) =>
      isWatching(call) ? [...runsNode({ ...call, operands: call.operands.slice(1) })] : runsNode(call),
  },
  {
    names: ['deno'],
    abbreviates: false,
    globalOptions: denoPermissions,
    options: flags('-v'),
    effects: always(interactive, runsInput('javascript')),
    subcommands: readBy(
      { abbreviates: false, order: 'options-first' },
      {
        'run serve': { effects: ({ operands }) => [receives, ...runsFirst(operands)] },
        eval: {
          options: flags('-p --print, --ts'),
          effects: ({ operands }) => operands.slice(0, 1).map((word) => runsForeign('javascript', word)),
        },
        repl: { options: { '--eval': inline }, effects: always(interactive) },
        'test bench': { order: 'any', effects: () => [receives, ...runsProject('.')] },
        task: { effects: ({ operands }) => (operands.length === 0 ? [readsHere] : runsProject('deno.json')) },
        'check info doc lint types completions help': { order: 'any', effects: always(readsHere, receives) },
        fmt: {
          order: 'any',
          options: flags('--check'),
          effects: (call) =>
            has(call, '--check') ? orHere(call.operands).map(readsTree) : [altersTree(known('.'))],
        },
        'cache install add remove uninstall update outdated upgrade compile bundle init vendor clean': {
          order: 'any',
          options: {
            ...flags('-g --global, -f --force, -n, -D --dev, -e'),
            ...values('--name, --root, -o, --target'),
          },
          effects: always(receives, changesPackages, altersTree(known('.'))),
        },
        'publish deploy': {
          effects: always(readsHere, { kind: 'network', host: null, direction: 'sends' }, changes('remote')),
        },
      },
    ),
  },
];

function runsNode(call: Call): readonly Effect[] {
  if (hasAny(call, '--version', '--help', '--v8-options', '--run')) return [];
  const [script] = call.operands;
  if (has(call, '--check')) return call.operands.map(readsFile);
  if (hasAny(call, '--eval', '--print', '-pe')) return [];
  if (has(call, '--test')) return [...runsProject('.'), ...call.operands.map((word) => runsFile(word))];
  if (script === undefined)
    return textOf(script) === null && call.stdin.kind === 'inherited'
      ? [runsInput('javascript'), interactive]
      : [runsInput('javascript')];
  if (isInput(script)) return [runsInput('javascript')];
  if (textOf(script) === 'inspect') return [interactive, listens, ...runsFirst(call.operands.slice(1))];
  return runsFirst(call.operands);
}

function isWatching(call: Call): boolean {
  return textOf(call.operands[0]) === 'watch';
}

function runsFirst(words: Call['operands']): readonly Effect[] {
  const [script, ...parameters] = words;
  if (script === undefined) return [];
  return /^(https?|jsr|npm):/.test(prefixOf(script))
    ? [receivesFrom(script), unknownEffect('loaded-code', prefixOf(script))]
    : [runsFile(script, parameters)];
}

/** A text for a shell, behind which the script is put. */
function runsWithMore(text: Word): readonly Effect[] {
  return [unknownEffect('program-specific', 'a program that is run'), runsShell(text)];
}

function loadsModule({ value }: Given): readonly Effect[] {
  const text = textOf(value);
  const [, code] = /^data:[^,]{0,80}javascript[^,]{0,80},([\s\S]*)$/.exec(text ?? '') ?? [];
  if (code !== undefined) return [runsForeign('javascript', known(code))];
  return text !== null && /^(\.{0,2}\/)/.test(text)
    ? [runsFile(value)]
    : [unknownEffect('loaded-code', text ?? prefixOf(value))];
}
