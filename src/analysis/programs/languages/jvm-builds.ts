import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, textOf } from '../../words.ts';
import {
  altersTree,
  interactive,
  replacesFile,
  runsFile,
  runsForeign,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { inDirectory, specialValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { plain, scanWords, type WordPattern, withValue } from '../scanned-options.ts';
import { always, flags, listed, receives, runsProject, unabbreviated, values } from '../shorthand.ts';
import { buildsTasks, information } from './builds.ts';

const jvmBuild = {
  ...information,
  ...flags(
    '-q --quiet, -i --info, -d --debug, -s --stacktrace, -S --full-stacktrace, --offline, --no-daemon, --daemon, --parallel, --no-parallel, --build-cache, --no-build-cache, --configuration-cache, --no-configuration-cache, --continue, --scan, --no-scan, --stop, --status',
  ),
  ...flags(
    '--refresh-dependencies, --rerun-tasks, --dry-run -m, --profile, --warning-mode-all, -w --warn, -t --continuous, --no-rebuild -a, --configure-on-demand, --no-watch-fs, --write-locks, --full, --refresh-keys, --all',
  ),
  ...values(
    '-x --exclude-task, --console, --max-workers, --warning-mode, --priority, --tests, --configuration, --dependency, --task, --args',
  ),
  ...listed(inDirectory, '-p --project-dir'),
  ...listed({ takes: 'value' }, '-D --system-prop, -P --project-prop'),
  ...listed(
    specialValue('code that is loaded'),
    '-I --init-script, -b --build-file, -c --settings-file, --include-build, -g --gradle-user-home, --project-cache-dir',
  ),
};

const loads = (): readonly Effect[] => [
  unknownEffect('program-specific', 'settings and code that are loaded'),
];

const mavenOptions: readonly WordPattern[] = [
  ...plain(
    '-h, --help, -v, --version, -q, --quiet, -X, --debug, -e, --errors, -o, --offline, -U, --update-snapshots, -B, --batch-mode, -ntp, --no-transfer-progress, -N, --non-recursive, -am, --also-make, -amd, --also-make-dependents, -fae, --fail-at-end, -ff, --fail-fast, -fn, --fail-never, -C, -c, -V, --show-version, -nsu, --no-snapshot-updates, -llr',
  ),
  { is: /^-[PT][\w,!?.+-]+$/ },
  { is: /^-D(?!exec\.|maven\.ext)[\w.-]+(=.*)?$/ },
  ...withValue(
    always(),
    '-pl, --projects, -rf, --resume-from, -P, --activate-profiles, -T, --threads, -D, --define, -b, --builder, --color',
  ),
  ...withValue((value) => [replacesFile(value)], '-l, --log-file'),
  ...withValue((value) => [runsFile(value)], '-f, --file'),
  ...withValue(loads, '-s, --settings, -gs, --global-settings, -t, --toolchains, -gt'),
  { is: /^-D.*$/, effects: loads },
];

const antOptions: readonly WordPattern[] = [
  ...plain(
    '-h, -help, -version, -diagnostics, -q, -quiet, -S, -silent, -v, -verbose, -d, -debug, -e, -emacs, -k, -keep-going, -noinput, -noclasspath',
  ),
  { is: /^-D[\w.-]+=.*$/ },
  ...withValue((value) => [replacesFile(value)], '-l, -logfile'),
  ...withValue((value) => [runsFile(value)], '-f, -file, -buildfile'),
  ...withValue(loads, '-lib, -logger, -listener, -inputhandler, -main, -propertyfile'),
];

/** A build whose options follow no common rule. Without a target it builds the one that its file names, unless it only tells of itself. */
function scanned(
  call: Call,
  patterns: readonly WordPattern[],
  tellsOfItself: RegExp,
  file: string,
): readonly Effect[] {
  const words = call.argv.slice(1);
  const { operands, effects } = scanWords(words, patterns);
  const builds = operands.length > 0 || !words.some((word) => tellsOfItself.test(textOf(word) ?? ''));
  return builds ? [...effects, ...buildsTasks(file)({ ...call, operands })] : effects;
}

/** `mvn exec:exec -Dexec.executable=program -Dexec.args=words`. */
function runsExecutable({ argv }: Call): readonly Effect[] {
  const propertyOf = (name: string) => {
    const given = argv.map(textOf).findLast((text) => text?.replace(/^-D/, '').startsWith(`${name}=`));
    return given?.slice(given.indexOf('=') + 1);
  };
  const program = propertyOf('exec.executable');
  const words = propertyOf('exec.args') ?? propertyOf('exec.commandlineArgs') ?? '';
  return program === undefined ? [] : [runsShell(known(`${program} ${words}`.trim()))];
}

/** An order for sbt that has code in it: an expression, a setting, or a line for a shell. */
function runsOrder(word: Word): readonly Effect[] {
  const [, code, line] =
    /^\s*;?\s*(?:(?:eval|set)\s+([\s\S]+)|!\s*([^!:].*))$/.exec(textOf(word) ?? '') ?? [];
  return [
    ...(code === undefined ? [] : [runsForeign('scala', known(code)), ...startedIn(code)]),
    ...(line === undefined ? [] : [runsShell(known(line))]),
  ];
}

/** With `scala.sys.process` a text is run by a `!` behind it. */
function startedIn(code: string): readonly Effect[] {
  const texts = code.matchAll(/(?<!\\)"((?:[^"\\]|\\.)*)"\s{0,8}\.?\s{0,8}(?:!!?|lazyLines|run\b)/g);
  return [...texts].map(([, text = '']) => runsShell(known(text)));
}

function isEval(word: Word | undefined): boolean {
  return /^(?:-e|--eval)$/.test(textOf(word) ?? '');
}

/** Programs that build for the JVM by a file of the project. */
export const programs: readonly Program[] = [
  {
    names: ['gradle', 'gradlew', 'kotlinc-gradle'],
    ...unabbreviated,
    options: jvmBuild,
    effects: buildsTasks('build.gradle'),
  },
  {
    names: ['mvn', 'mvnw', 'mvnd'],
    style: 'none',
    effects: (call) => [
      ...scanned(call, mavenOptions, /^(?:-h|--help|-v|--version)$/, 'pom.xml'),
      ...runsExecutable(call),
    ],
  },
  {
    names: ['ant'],
    style: 'none',
    effects: (call) => scanned(call, antOptions, /^-(?:h|help|version|diagnostics)$/, 'build.xml'),
  },
  {
    names: ['sbt', 'mill', 'bloop', 'lein', 'clj', 'clojure', 'boot', 'leiningen'],
    style: 'none',
    effects: (call) =>
      call.operands.length === 0
        ? [interactive, ...runsProject('build.sbt')]
        : [
            ...runsProject('build.sbt'),
            receives,
            altersTree(known('.')),
            ...(call.name === 'sbt' ? call.operands.flatMap(runsOrder) : []),
            ...call.operands
              .filter((_, at) => isEval(call.operands[at - 1]))
              .map((text) => runsForeign('clojure', text)),
          ],
  },
];
