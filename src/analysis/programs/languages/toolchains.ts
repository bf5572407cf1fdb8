import type { Effect } from '../../../model/effect.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { isTrial, mayNameOutput } from '../acting-words.ts';
import {
  altersTree,
  buildsTree,
  changes,
  readsTree,
  replacesTree,
  runsFile,
  runsForeign,
  runsInput,
  sendsTo,
} from '../effects.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, receives, unabbreviated } from '../shorthand.ts';

/** Compilers that also run, test and fetch what they compile. */
export const programs: readonly Program[] = [
  {
    names: [
      'wasm-pack',
      'wasm-opt',
      'zig',
      'nim',
      'dmd',
      'v',
      'odin',
      'crystal',
      'swift',
      'swiftc',
      'xcodebuild',
      'kotlin',
      'scala',
      'scala-cli',
      'groovy',
      'jbang',
      'kscript',
      'flutter',
      'dart',
      'haxe',
    ],
    ...unabbreviated,
    order: 'options-first',
    options: flags('-h --help, -v --version, -version'),
    effects: buildsOrRuns,
  },
];

/** Names of files to those that run what they are given. */
const runners: ReadonlySet<string> = new Set(['kotlin', 'scala', 'groovy', 'jbang', 'kscript']);

function isQuestion(name: string, action: string): boolean {
  if (runners.has(name)) return name === 'jbang' && /^(?:version|help)$/.test(action);
  return ['version', 'help', 'env', 'targets', 'doctor', 'devices', '-showsdks'].includes(action);
}

/** Compilers that also run, test and fetch what they compile: the first word says which. */
function buildsOrRuns(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--version', '-version')) return [];
  const [first] = call.operands;
  const action = first === undefined ? '' : prefixOf(first);
  if (isQuestion(call.name, action)) return call.name === 'flutter' && action === 'doctor' ? [receives] : [];
  const formatted = formatsSources(call);
  if (formatted !== null) return formatted;
  const evaluated =
    action === 'eval' ? call.operands.slice(1, 2).map((text) => runsForeign(call.name, text)) : [];
  const isComingIn = call.operands.some((word) => textOf(word) === '-');
  const isFile = /\.\w+$/.test(action) && first !== undefined;
  return [
    ...(isFile ? [runsFile(first)] : [runsFile(known('.'))]),
    receives,
    isBuild(call) ? buildsTree(known('.')) : replacesTree(known('.')),
    ...evaluated,
    ...(action === 'pub' && textOf(call.operands[1]) === 'publish' && !isTrial(call.argv)
      ? [sendsTo(null), changes('remote')]
      : []),
    ...(isComingIn ? [runsInput(call.name)] : []),
  ];
}

/** Whether it is one of the words with which they build, and nothing else: by others they make and change sources (`create`, `fix`). */
function isBuild({ operands: [action, ...words] }: Call): boolean {
  const isOne = ['analyze', 'build', 'check', 'pub', 'test'].includes(textOf(action) ?? '');
  return isOne && !words.some(mayNameOutput);
}

/** `zig fmt` and `dart format`, which run nothing; `null` where it is another subcommand, or a word is not known. */
function formatsSources({ name, operands: [action, ...words] }: Call): readonly Effect[] | null {
  if (!['zig fmt', 'dart format'].includes(`${name} ${textOf(action)}`)) return null;
  const texts = words.map(textOf);
  const options = texts.filter((text) => text === null || text.startsWith('-'));
  const isKnown = options.every((text) => text !== null && harmlessOfFormats.test(text));
  if (!isKnown) return null;
  const files = words.filter((word) => !prefixOf(word).startsWith('-'));
  return files.map(
    options.some((text) => text === '--check' || text === '--output=none') ? readsTree : altersTree,
  );
}

const harmlessOfFormats =
  /^--(?:check|stdin|ast-check|output=none|output=write|set-exit-if-changed|line-length=\d+)$/;
