import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { dropStart, known, prefixOf, textOf, unknown } from '../../words.ts';
import { altersFile, readsFile, replacesFile, unknownEffect } from '../effects.ts';
import { includesOf } from '../included.ts';
import { withoutDash } from '../operands.ts';
import { flagWith, replacesValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { scanWords, type WordPattern } from '../scanned-options.ts';
import { flags, listed, values } from '../shorthand.ts';
import { readsObjects } from '../text/object-files.ts';
import { nasmOptions, yasmOptions } from './assembler-options.ts';
import { compilerOptions } from './compiler-options.ts';
import { checksSources, readsStyle } from './source-checks.ts';

/** Options of linkers and assemblers with which they only tell. */
const tells = /^(?:--?(?:version|help|target-help|print-.*|verbose)|-[vVh])$/;

/** What a program takes, and makes of its files and all of its words, if `hasOwnOutput` is in none of these. */
interface Family {
  readonly options: readonly WordPattern[];
  readonly hasOwnOutput: RegExp;
  readonly made: (files: readonly Word[], words: readonly string[]) => readonly Word[];
}

const program = known('a.out');

const compiler: Family = {
  options: compilerOptions,
  hasOwnOutput: /^-(o|E|fsyntax-only|M|MM|dM|###)/,
  made: (files, words) => {
    if (words.some((word) => /^-[cS]$/.test(word))) return files.map((file) => madeOf(file, '.o'));
    // Of libraries alone it makes a program too.
    return files.length > 0 || words.some((word) => /^-(?:l|Wl,)/.test(word)) ? [program] : [];
  },
};

/** The result is printed, or written to the second file. */
const preprocessor: Family = {
  options: compilerOptions,
  hasOwnOutput: /^-o/,
  made: (files) => withoutDash(files.slice(1, 2)),
};

/** A linker goes by libraries and orders of its own. */
const linker: Family = {
  options: compilerOptions,
  hasOwnOutput: /^-o/,
  made: (files, words) => (files.length > 0 || words.some((word) => !tells.test(word)) ? [program] : []),
};

/** An assembler reads what comes in, with `-v` too. */
const assembler: Family = {
  options: compilerOptions,
  hasOwnOutput: /^-o/,
  made: (files, words) =>
    files.length > 0 || !words.some((word) => word !== '-v' && tells.test(word)) ? [program] : [],
};

/** What NASM and Yasm make, if they do not only preprocess or tell what is depended on. */
const madeByNasm = (files: readonly Word[]): readonly Word[] => files.map((file) => madeOf(file, '.o'));
const nasm: Family = { options: nasmOptions, hasOwnOutput: /^-(?:[oEe]|MG?$)/, made: madeByNasm };
const yasm: Family = { options: yasmOptions, hasOwnOutput: /^-(?:[oeM]|-preproc-only)/, made: madeByNasm };

function compiles(call: Call, family: Family): readonly Effect[] {
  const { argv } = call;
  const words = argv.slice(1).map(prefixOf);
  const { operands, effects } = scanWords(argv.slice(1), family.options);
  const files = operands.filter((word) => !prefixOf(word).startsWith('@'));
  // It tells what in it is no option.
  const lists = operands.filter((word) => prefixOf(word).startsWith('@'));
  const included = lists.flatMap((word) => [
    unknownEffect('program-specific', 'options in a file'),
    readsFile(dropStart(word, 1)),
  ]);
  const written = words.some((word) => family.hasOwnOutput.test(word)) ? [] : family.made(files, words);
  const depended = dependencies(argv, files).map(replacesFile);
  return [
    ...effects,
    // `-` is what comes in.
    ...files.filter((file) => textOf(file) !== '-').map(readsFile),
    ...included,
    ...written.map(replacesFile),
    ...depended,
    ...includes(call, files),
    ...filesIncluded(call),
  ];
}

/** Files that a source names which comes in. */
const named = /^[ \t]*(?:#[ \t]*(?:include|embed)|\.(?:include|incbin))[ \t]*"([^"\n]+)"/gm;
const maxNamed = 64;

function filesIncluded({ stdin }: Call): readonly Effect[] {
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? (textOf(stdin.text) ?? '') : '';
  return [...text.matchAll(named)].slice(0, maxNamed).map(([, path = '']) => readsFile(known(path)));
}

/** Where `-MD` writes what a source depends on: beside the output, if one is named. */
function dependencies(argv: readonly Word[], files: readonly Word[]): readonly Word[] {
  if (!argv.some((word) => /^-MM?D$/.test(prefixOf(word)))) return [];
  if (argv.some((word) => /^-MF/.test(prefixOf(word)))) return [];
  const at = argv.findLastIndex((word) => /^-o/.test(prefixOf(word)));
  if (at < 0) return files.map((file) => madeOf(file, '.d'));
  const option = argv[at];
  const output = textOf(option) === '-o' ? argv[at + 1] : dropStart(option ?? known(''), 2);
  return output === undefined ? [] : [withEnding(output, '.d')];
}

/** Line ends that the preprocessor takes out, and lines that include a header of the system. */
const joinedLines = /\\\r?\n/g;
const header = /^[ \t]*#[ \t]*include[ \t]*<[A-Za-z_]\w*(?:\/\w+)*(\.h(?:pp)?)?>[ \t]*$/gm;

/** Words with which other files are read, and marks that say of which file a line is: a message shows that. */
const including = /include|import|embed|incbin|pragma|line\b|(?:#|%:|\?\?=)[^\n\w]*\d/;

function includes(call: Call, files: readonly Word[]): readonly Effect[] {
  const { argv, name } = call;
  // Without an ending a header may be any file of the directories that are named.
  const hasDirectories = argv.some((word) => /^-(?:I|i|F|-)/.test(prefixOf(word)));
  const texts = name === 'cpp' && files.length === 0 ? [null] : files;
  return includesOf(call, texts, (text) => {
    const rest = text
      .replace(joinedLines, '')
      .replace(header, (line, ending) => (ending === undefined && hasDirectories ? line : ''));
    return including.test(rest);
  });
}

/** What is made of a source file, in the working directory. */
function madeOf(source: Word, ending: string): Word {
  const text = textOf(source);
  return text === null ? unknown('', ending) : withEnding(known(text.replace(/^.*\//, '')), ending);
}

/** The path with another ending. */
function withEnding(path: Word, ending: string): Word {
  const text = textOf(path);
  return text === null ? unknown('', ending) : known(`${text.replace(/\.\w+$/, '')}${ending}`);
}

/** Compilers, linkers and what shows what they make. */
export const programs: readonly Program[] = [
  {
    names: [
      'gcc',
      'g++',
      'cc',
      'c++',
      'clang',
      'clang++',
      'gfortran',
      'gcc-11',
      'gcc-12',
      'gcc-13',
      'gcc-14',
      'g++-11',
      'g++-12',
      'g++-13',
      'g++-14',
      'clang-14',
      'clang-15',
      'clang-16',
      'clang-17',
      'clang-18',
      'emcc',
      'em++',
      'nvcc',
      'tcc',
      'icc',
      'c99',
      'c89',
    ],
    style: 'none',
    effects: (call) => compiles(call, compiler),
  },
  {
    names: ['ld', 'lld', 'gold', 'mold'],
    style: 'none',
    effects: (call) => compiles(call, linker),
  },
  { names: ['as'], style: 'none', effects: (call) => compiles(call, assembler) },
  { names: ['nasm'], style: 'none', effects: (call) => compiles(call, nasm) },
  { names: ['yasm'], style: 'none', effects: (call) => compiles(call, yasm) },
  { names: ['cpp'], style: 'none', effects: (call) => compiles(call, preprocessor) },
  {
    names: ['c++filt', 'addr2line', 'otool', 'dwarfdump', 'llvm-nm', 'llvm-objdump'],
    options: {
      ...flags(
        '-a, -A, -C --demangle, -D --dynamic, -g, -u, -n, -p, -r, -s, -S, -x, -d --disassemble, -t, -T, -h, -f, -l, -w, -W, -e, -R, -L, -V, -i, -c, -v, --help, --version, --no-show-raw-insn, --defined-only, --undefined-only, --all-headers, --syms, --symbols, --headers, --section-headers, --program-headers',
      ),
      ...values(
        '-j --section, -M --disassembler-options, -m --architecture, --start-address, --stop-address',
      ),
      // Of LLVM's it is the file that is written.
      '-o': flagWith(({ name }) =>
        name === 'dwarfdump' ? [unknownEffect('program-specific', 'a file that is written')] : [],
      ),
    },
    effects: readsObjects,
  },
  {
    names: ['patchelf', 'install_name_tool'],
    options: {
      ...flags(
        '--help, --version, --print-rpath, --print-interpreter, --print-needed, --remove-rpath, --shrink-rpath',
      ),
      ...values('--set-rpath, --set-interpreter, --add-needed, --remove-needed, --set-soname'),
      ...listed(replacesValue, '--output'),
    },
    effects: ({ operands }) => operands.map(altersFile),
  },
  {
    names: [
      'clang-format',
      'clang-tidy',
      'cppcheck',
      'astyle',
      'uncrustify',
      'ktlint',
      'google-java-format',
      'scalafmt',
      'detekt',
      'checkstyle',
    ],
    style: 'single-dash',
    options: {
      ...flags(
        '-n --dry-run, -Werror --Werror, -verbose --verbose, -version --version -h -help --help, --quiet, --inconclusive, --force, -q, --sort-includes, --check, --test, --list, -dump-config --dump-config',
      ),
      ...values(
        '--enable, --std, --suppress, -j, --language, -checks, -lines --lines, -p, --platform, --error-exitcode, --fallback-style',
      ),
      '-style --style': { takes: 'value', effects: ({ value }) => readsStyle(value) },
      ...listed(
        { takes: 'nothing', effects: (_, call) => call.operands.map(altersFile) },
        '-i, --fix, -fix, --replace, -F, -r',
      ),
    },
    effects: checksSources,
  },
];
