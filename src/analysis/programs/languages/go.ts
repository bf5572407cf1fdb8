import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, mayStartWith, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  altersTree,
  buildsTree,
  interactive,
  listens,
  readsFile,
  readsTree,
  replacesTree,
  runsFile,
  unknownEffect,
} from '../effects.ts';
import {
  buildsValue,
  has,
  inDirectory,
  readsValue,
  replacesValue,
  runsValue,
  specialValue,
  valueWith,
} from '../options.ts';
import type { Call, Command, OptionTable, Program } from '../program.ts';
import {
  always,
  changesPackages,
  changesSettings,
  flags,
  hasAny,
  listed,
  readBy,
  readsHere,
  receives,
  runsProject,
  values,
} from '../shorthand.ts';

const single = { style: 'single-dash' } as const;

/** What is missing in `go.mod` is added, and fetched. */
const updatesModule = [receives, altersFile(known('go.mod')), altersFile(known('go.sum'))];

const building: OptionTable = {
  ...flags(
    '-a, -n, -race, -msan, -asan, -cover, -v, -work, -x, -i, -linkshared, -modcacherw, -trimpath, -json, -buildvcs=false, -buildvcs=true, -buildvcs=auto, -h, -help --help',
  ),
  ...values(
    '-p, -covermode, -coverpkg, -asmflags, -buildmode, -buildvcs, -compiler, -gccgoflags, -installsuffix, -tags, -pkgdir',
  ),
  '-mod': {
    takes: 'value',
    effects: ({ value }) => (/^(?:readonly|vendor)$/.test(textOf(value) ?? '') ? [] : updatesModule),
  },
  ...listed(specialValue('flags that may name programs'), '-overlay'),
  // A linker may be named among its flags.
  '-ldflags': {
    takes: 'value',
    effects: ({ value }) =>
      value.kind === 'known' && !/-ext(ld|ldflags)|-linkmode/.test(value.text)
        ? []
        : [{ kind: 'unknown', code: 'program-specific', subject: '-ldflags' }],
  },
  '-gcflags': { takes: 'value' },
  ...listed(readsValue, '-modfile, -pgo'),
  ...listed(runsValue, '-toolexec'),
  '-C': inDirectory,
};

const testing: OptionTable = {
  ...flags('-c, -short, -failfast, -benchmem, -fullpath, -test.v, -artifacts'),
  ...values(
    '-run, -skip, -bench, -benchtime, -count, -cpu, -parallel, -timeout, -fuzz, -fuzztime, -fuzzminimizetime, -list, -shuffle, -vet, -blockprofilerate, -memprofilerate, -mutexprofilefraction',
  ),
  ...listed(buildsValue, '-o, -coverprofile, -cpuprofile, -memprofile, -blockprofile, -mutexprofile, -trace'),
  ...listed(valueWith(replacesTree), '-outputdir'),
  ...listed(runsValue, '-exec'),
};

/** Compiling fetches what is missing. It runs no code of the project, but the C compiler and linker with its flags. */
function builds(call: Call): readonly Effect[] {
  return hasAny(call, '-help', '-h')
    ? []
    : [...runsProject('go.mod'), receives, ...(has(call, '-o') ? [] : [buildsTree(known('.'))])];
}

const subcommands: Readonly<Record<string, Command>> = {
  build: { options: { ...building, '-o': buildsValue }, effects: builds },
  install: { options: building, effects: () => [receives, changesPackages, ...runsProject('go.mod')] },
  run: {
    order: 'options-first',
    options: { ...building, ...listed(runsValue, '-exec') },
    effects: (call) => [
      receives,
      ...call.operands.slice(0, 1).map((word) => runsFile(word, call.operands.slice(1))),
    ],
  },
  test: {
    options: { ...building, ...testing, '-args': { takes: 'rest' } },
    effects: () => [...runsProject('.'), receives, altersTree(known('.'))],
  },
  vet: {
    options: {
      ...building,
      ...flags('-all, -atomic, -bool, -printf, -shadow, -unusedresult, -copylocks, -fix, -diff'),
      ...values('-c'),
      ...listed(runsValue, '-vettool'),
    },
    effects: () => [...runsProject('go.mod'), receives],
  },
  list: {
    options: {
      ...building,
      ...flags('-m, -u, -e, -deps, -test, -compiled, -export, -find, -versions, -retracted'),
      ...values('-f, -reuse'),
      '-json': { takes: 'optional' },
    },
    effects: (call) => [readsHere, ...(asksForModules(call) ? [receives] : [])],
  },
  'version help': {
    options: flags('-m, -v, -json'),
    effects: ({ operands }) => operands.filter((word) => /[./]/.test(prefixOf(word))).map(readsFile),
  },
  doc: {
    options: {
      ...flags('-all, -c, -cmd, -short, -src, -u, -ex'),
      '-http': { takes: 'nothing', effects: always(listens) },
    },
    effects: always(readsHere),
  },
  env: {
    options: {
      ...flags('-json, -changed'),
      ...listed({ takes: 'nothing', effects: always(changesSettings) }, '-w, -u'),
    },
    effects: always(),
  },
  fmt: {
    options: { ...flags('-n, -x'), ...values('-mod') },
    effects: (call) => (has(call, '-n') ? [readsHere] : [altersTree(known('.'))]),
  },
  fix: { options: building, effects: always(altersTree(known('.'))) },
  get: {
    options: { ...building, ...flags('-t, -u, -d, -tool'), ...values('-u') },
    effects: always(receives, changesPackages, altersFile(known('go.mod')), altersFile(known('go.sum'))),
  },
  clean: {
    options: { ...building, ...flags('-cache, -testcache, -modcache, -fuzzcache, -r, -i') },
    effects: (call) => cleans(call),
  },
  generate: {
    options: { ...building, ...values('-run, -skip') },
    effects: () => [...runsProject('.'), altersTree(known('.'))],
  },
  mod: {
    subcommands: {
      'tidy init edit vendor': {
        options: {
          ...building,
          ...flags('-e, -fmt, -print, -diff'),
          ...values(
            '-go, -compat, -require, -droprequire, -replace, -dropreplace, -exclude, -module, -toolchain, -o',
          ),
        },
        effects: (call) => [
          receives,
          ...(hasAny(call, '-print', '-diff')
            ? []
            : [altersFile(known('go.mod')), altersFile(known('go.sum'))]),
        ],
      },
      'graph why verify': {
        options: { ...building, ...flags('-m, -vendor') },
        effects: always(readsHere, receives),
      },
      download: { options: { ...building, ...flags('-reuse') }, effects: always(receives, changesPackages) },
    },
  },
  work: { options: {}, effects: always(altersFile(known('go.work'))) },
  tool: { order: 'options-first', options: flags('-n'), effects: (call) => tool(call) },
  'bug telemetry': { effects: always(interactive) },
};

function cleans(call: Call): readonly Effect[] {
  if (has(call, '-n')) return [readsHere];
  const isOfCaches = hasAny(call, '-cache', '-testcache', '-modcache', '-fuzzcache');
  return isOfCaches ? [changesPackages] : [altersTree(known('.'))];
}

/** Tools of Go, by name. Those that only show are known. */
function tool({ operands }: Call): readonly Effect[] {
  const name = textOf(operands[0]);
  if (name === null || operands.length === 0) return [];
  const words = operands.slice(1);
  const files = words.filter((word) => !prefixOf(word).startsWith('-'));
  if (name === 'pprof' && !printsProfile(words)) return [unknownEffect('program-specific', 'go tool pprof')];
  if (name === 'cover' && printsCover(words)) return [readsHere];
  if (name === 'dist' && /^(?:env|list|version)$/.test(textOf(words[0]) ?? '')) return [];
  const options = Object.hasOwn(readers, name) ? readers[name] : undefined;
  const isKnown = words.every((word) => !mayStartWith(word, '-') || options?.test(textOf(word) ?? ''));
  if (options !== undefined && isKnown) return files.map(readsFile);
  return [{ kind: 'unknown', code: 'unknown-subcommand', subject: `go tool ${name}` }];
}

/** Tools that show a file, and the options with which they do no more: `buildid -w` writes. */
const readers: Readonly<Record<string, RegExp>> = {
  nm: /^--?(?:n|size|type|sort(?:=\w+)?)$/,
  objdump: /^--?(?:S|gnu|s(?:=.*)?)$/,
  buildid: /^$/,
  pprof: /^-/,
};

/** Whether the coverage of functions is told, and not written to a file. */
function printsCover([option, file, ...more]: readonly Word[]): boolean {
  const text = textOf(option) ?? '';
  if (file === undefined) return /^--?func=/.test(text);
  return /^--?func$/.test(text) && more.length === 0;
}

/** Whether profiles, none of which is fetched, are told as text. Without a kind of report it asks what to do. */
function printsProfile(words: readonly Word[]): boolean {
  const texts = words.map((word) => textOf(word) ?? 'http:');
  const isKnown = (text: string) =>
    /^-(?:top|text|tree|raw|traces|tags|list=.*|peek=.*|cum|flat|lines|functions|files|addresses|nodecount=\d+|sample_index=\w+|unit=\w+|focus=.*|ignore=.*|(?:diff_)?base=(?!https?:).*)$/.test(
      text,
    );
  return (
    texts.some((text) => /^-(?:top|text|tree|raw|traces|tags|list=|peek=)/.test(text)) &&
    texts.every((text) => (text.startsWith('-') ? isKnown(text) : !/:/.test(text)))
  );
}

/** The tools of Go. */
export const programs: readonly Program[] = [
  {
    names: ['go'],
    ...single,
    options: flags('-h --help -help, -version'),
    subcommands: readBy(single, subcommands),
  },
  {
    names: ['gofmt', 'goimports', 'gofumpt', 'golines'],
    ...single,
    options: {
      ...flags('-d, -e, -l, -s, -h, -v, -extra'),
      ...values('-r, -local, -lang, -m'),
      ...listed(replacesValue, '-cpuprofile'),
      '-w': { takes: 'nothing', effects: (_, call) => call.operands.map(altersTree) },
    },
    effects: ({ operands }) => operands.map(readsTree),
  },
  {
    names: [
      'golangci-lint',
      'staticcheck',
      'govulncheck',
      'revive',
      'errcheck',
      'gosec',
      'gotestsum',
      'ginkgo',
      'dlv',
      'air',
      'goreleaser',
      'mockgen',
      'buf',
      'protoc',
      'sqlc',
      'swag',
      'wire',
    ],
    ...single,
    options: {
      ...flags('-h -help --help, -version --version, -v, -r, -race, -json, -q, --verbose, --no-config'),
      ...values(
        '-checks, -tags, --timeout, -E, -D, --enable, --disable, -format, --format, -run, --out-format',
      ),
    },
    effects: (call) =>
      hasAny(call, '-help', '-version', '--help', '--version')
        ? []
        : [...runsProject('.'), receives, altersTree(known('.'))],
  },
];

/** Of the module that is here `go list -m` tells what `go.mod` has; all else it may have to fetch. */
function asksForModules(call: Call): boolean {
  if (hasAny(call, '-u', '-versions', '-retracted', '-export', '-compiled')) return true;
  return hasAny(call, '-m') && call.operands.length > 0;
}
