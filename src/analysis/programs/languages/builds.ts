import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf } from '../../words.ts';
import { commandsIn, found } from '../commands-in-text.ts';
import { altersTree, changes, runsFile, runsShell, sendsTo } from '../effects.ts';
import { allValues, has } from '../options.ts';
import { isInput } from '../places.ts';
import type { Call } from '../program.ts';
import { flags, hasAny, receives, runsProject } from '../shorthand.ts';
import { changesDatabase } from './language-tools.ts';

/** What tools that build have in common. */
export const information = flags('-h --help, --version, -v, -V');

/** By which of its letters a tool tells its version. To the others, and with a task to all, `-v` is to say more as they build. */
const versionLetters: readonly (readonly [letter: '-v' | '-V', names: string])[] = [
  ['-v', 'b2 bjam conan earthly gradle gradlew meson nextflow qmake scons snakemake thor'],
  ['-V', 'cargo-make fab inv invoke just makers mask rake tusk'],
];

/** Whether a tool does nothing but tell of itself. */
function tellsOfItself(call: Call): boolean {
  // Of a task it is told what its code says of it.
  if (hasAny(call, '--help', '--version')) return call.operands.length === 0 || !isCode.has(call.name);
  const known = versionLetters.filter(([, names]) => names.split(' ').includes(call.name));
  return call.operands.length === 0 && known.some(([letter]) => has(call, letter));
}

/** The file that a tool goes by, where the one that stands for all of its kind is none that it knows. */
const fileOf: Readonly<Record<string, string>> = {
  ...{ task: 'Taskfile.yml', 'go-task': 'Taskfile.yml', mage: 'magefile.go' },
  ...{ invoke: 'tasks.py', inv: 'tasks.py' },
  ...{ doit: 'dodo.py', fab: 'fabfile.py', 'cargo-make': 'Makefile.toml', makers: 'Makefile.toml' },
  ...{ mask: 'maskfile.md', earthly: 'Earthfile', dagger: 'dagger.json', tusk: 'tusk.yml' },
  ...{ thor: 'Thorfile', scons: 'SConstruct', waf: 'wscript', xmake: 'xmake.lua', premake5: 'premake5.lua' },
  ...{ gn: '.gn', redo: 'all.do', tup: 'Tupfile' },
  ...{ snakemake: 'Snakefile', nextflow: 'main.nf', b2: 'Jamroot', bjam: 'Jamroot', conan: 'conanfile.py' },
  vcpkg: 'vcpkg.json',
};

/** A tool that runs what a file of the project says, and writes what comes of it. */
export function builds(file: string, option?: string): (call: Call) => readonly Effect[] {
  return (call) => (tellsOfItself(call) ? [] : runsBuild(call, file, option));
}

/** The same, of a call that does build. */
export function runsBuild(call: Call, file: string, option?: string): readonly Effect[] {
  const given = option === undefined ? [] : allValues(call, option);
  const named = given.map((word) => runsFile(isInput(word) ? known('-') : word));
  const files = named.length > 0 ? named : runsProject(fileOf[call.name] ?? file);
  return [...files, altersTree(known('.')), ...call.operands.flatMap(setsVariable)];
}

/** The tasks of a build, of which some are known by their names to send something away. */
export function buildsTasks(file: string, option?: string): (call: Call) => readonly Effect[] {
  return (call) => {
    if (tellsOfItself(call)) return [];
    const isPublishing = call.operands.some((word) =>
      /^(deploy|publish|release|upload)|:(publish|deploy|release)/i.test(prefixOf(word)),
    );
    return [
      ...builds(file, option)(call),
      receives,
      ...changesDatabase(call),
      ...(isPublishing ? [sendsTo(null), changes('remote')] : []),
    ];
  };
}

/** The tasks of these are functions of a program, which has to run before they can be listed. */
export const isCode: ReadonlySet<string> = new Set(['invoke', 'inv', 'fab', 'doit', 'mage', 'dagger']);

/** `NAME=value`: what is put into the commands of a task can be one itself, or end the one it stands in. */
function setsVariable(word: Word): readonly Effect[] {
  const [, value = ''] = /^[^=\s]+=([\s\S]*)$/.exec(textOf(word) ?? '') ?? [];
  return commandsIn(value).map((command) => runsShell(known(command), [], found));
}
