import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
  runsFile,
  runsInput,
  unknownEffect,
} from '../effects.ts';
import type { Call, Program } from '../program.ts';
import { plain, scanWords, type WordPattern, withValue } from '../scanned-options.ts';
import { flags, hasAny, values } from '../shorthand.ts';
import { showsClasses } from './class-files.ts';

const loads = (what: string) => (): readonly Effect[] => [unknownEffect('program-specific', what)];
const nothing = (): readonly Effect[] => [];

/** Each part of a class path. */
function readsClassPath(value: Word): readonly Effect[] {
  const parts = prefixOf(value).split(':');
  return parts.filter((part) => part !== '').map((part) => readsFile(known(part)));
}

const javaOptions: readonly WordPattern[] = [
  ...plain(
    '-version, --version, -showversion, --show-version, -help, --help, -h, -?, -X, --help-extra, -server, -client, -verbose, -ea, -esa, -da, -enableassertions, --enable-preview, --list-modules, --dry-run, -Xint, -XshowSettings, -XshowSettings:all, -XshowSettings:properties, -XshowSettings:vm, -XshowSettings:locale, -XshowSettings:system, -XshowSettings:security, -Xshare:auto, -Xshare:off, -d64',
  ),
  // Some properties say which classes and libraries are loaded before it does anything.
  {
    is: /^-(X(ms|mx|ss|mn)\w+|D(?!java\.(?:security\.manager|ext\.dirs|endorsed|system\.class\.loader|home|nio\.file\.spi)|sun\.boot\.)[\w.-]+(=.*)?|ea:.*|verbose:\w+|Xlog:\w+|Xdiag|Xcheck:\w+)$/,
  },
  // A number or a switch is no file. What is recorded, dumped, saved or logged is written to one that has a name of its own.
  {
    is: /^-XX:(?!\w*(?:File|Path|List|Archive|CRaC))\w+=\d+(?:\.\d+)?[kKmMgGtT]?$/,
  },
  {
    is: /^-XX:[+-](?!\w*(?:Dump|Record|Save|Archive|Log|Replay|CRaC|Trace|Profile))[A-Z]\w+$/,
  },
  {
    is: /^--(?:add-opens|add-exports|add-modules|add-reads|module-path|class-path|limit-modules|source|enable-native-access|illegal-access|release)=.*$/,
  },
  ...withValue(readsClassPath, '-cp, -classpath, --class-path, -p, --module-path'),
  ...withValue(
    nothing,
    '--add-opens, --add-exports, --add-modules, --add-reads, --source, --limit-modules, --release',
  ),
  ...withValue((value) => [runsFile(value)], '-jar'),
  {
    is: /^-(?:javaagent|agentlib|agentpath|Xbootclasspath|XX:On|XX:Flags|Xrun).*$/,
    effects: loads('code that is loaded into the machine'),
  },
];

/** With `-jar` or a source file that is what runs; else a class of the class path, or `-m module`. */
function runsJava({ argv }: Call): readonly Effect[] {
  const { operands, effects } = scanWords(argv.slice(1), javaOptions, true);
  const isJar = argv.some((word) => prefixOf(word) === '-jar');
  const [main] = operands;
  return [...effects, ...(main === undefined || isJar ? [] : [runsFile(main, operands.slice(1))])];
}

const javacOptions: readonly WordPattern[] = [
  ...plain(
    '-g, -g:none, -nowarn, -verbose, -deprecation, -parameters, -version, --version, -help, --help, -Werror, -Xlint, --enable-preview, -proc:none, -X, -include-runtime, -nowarn, -progressive, -no-stdlib, -no-reflect, -implicit:none, -d64, -explain, -feature, -unchecked',
  ),
  { is: /^-(Xlint:.*|J-X\w+|g:.*|Xmaxerrs|Xdiags:\w+|Xdoclint.*)$/ },
  ...withValue(
    nothing,
    '-source, -target, --release, -encoding, --source, --target, --add-modules, --add-exports, --module, -jvm-target, -language-version, -api-version, -module-name, -link, -windowtitle, -doctitle, -A',
  ),
  ...withValue(
    readsClassPath,
    '-cp, -classpath, --class-path, -p, --module-path, -sourcepath, --source-path',
  ),
  ...withValue((value) => [replacesTree(value)], '-d, -s, -h'),
  ...withValue(
    loads('a processor or plugin of the compiler'),
    '-processor, -processorpath, --processor-path, -Xplugin, -bootclasspath, -extdirs, -kotlin-home, -P',
  ),
  { is: /^-(?:A.*|Xplugin.*)$/, effects: loads('a processor or plugin of the compiler') },
];

function compilesJava({ argv }: Call): readonly Effect[] {
  const { operands, effects } = scanWords(argv.slice(1), javacOptions);
  const hasDirectory = argv.some((word) => prefixOf(word) === '-d');
  const written = operands.length > 0 && !hasDirectory ? [replacesTree(known('.'))] : [];
  // Processors on the class path run while it compiles.
  return [...effects, ...operands.map(readsFile), ...written];
}

/** Java: its compilers, what runs their classes, and what packs and shows them. */
export const programs: readonly Program[] = [
  { names: ['java'], style: 'none', effects: runsJava },
  {
    names: ['javac', 'kotlinc', 'kotlinc-jvm', 'scalac', 'groovyc', 'javadoc'],
    style: 'none',
    effects: compilesJava,
  },
  {
    names: ['jar'],
    isFirstCluster: true,
    options: {
      ...flags(
        '-c --create, -t --list, -x --extract, -u --update, -v --verbose, -0, -M, --help, --version, -d, -i',
      ),
      ...values('-m, -e --main-class, --release'),
      '-f --file': { takes: 'value' },
    },
    effects: jars,
  },
  {
    names: [
      'javap',
      'jps',
      'jstack',
      'jmap',
      'jstat',
      'jcmd',
      'jinfo',
      'jdeps',
      'jlink',
      'jshell',
      'keytool',
      'jarsigner',
    ],
    style: 'none',
    effects: (call) =>
      ['javap', 'jdeps', 'jps'].includes(call.name)
        ? showsClasses(call)
        : [...loads(call.name)(), ...runsSnippets(call)],
  },
];

/** `jshell -`, and what comes in to it. */
function runsSnippets({ name, operands, stdin }: Call): readonly Effect[] {
  const isInput = operands.length === 0 || operands.some((word) => textOf(word) === '-');
  return name === 'jshell' && isInput && stdin.kind !== 'inherited' ? [runsInput('java')] : [];
}

function jars(call: Call): readonly Effect[] {
  const archives = call.given.filter(({ names }) => names.includes('-f')).map(({ value }) => value);
  const lists = call.operands.filter((word) => prefixOf(word).startsWith('@'));
  if (lists.length > 0) return lists.map((word) => unknownEffect('loaded-code', describeWord(word)));
  // An index is put into each archive that is named.
  if (hasAny(call, '-i')) return call.operands.map(altersFile);
  if (hasAny(call, '--list')) return archives.map(readsFile);
  if (hasAny(call, '--extract')) return [...archives.map(readsFile), replacesTree(known('.'))];
  return [...call.operands.map((word: Word) => readsTree(word)), ...archives.map(replacesFile)];
}
