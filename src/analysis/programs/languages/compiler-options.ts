import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersTree, readsFile, replacesFile, runsCommandWithMore, unknownEffect } from '../effects.ts';
import { plain, type WordPattern, withValue } from '../scanned-options.ts';

const loads = (what: string) => (): readonly Effect[] => [unknownEffect('program-specific', what)];
const nothing = (): readonly Effect[] => [];

/** What `-fname=value` can be that only says how code is read, made and complained of. */
const told =
  'visibility sanitize no-sanitize sanitize-recover sanitize-trap no-sanitize-recover max-errors error-limit message-length diagnostics-color diagnostics-urls diagnostics-show-location diagnostics-column-unit diagnostics-column-origin diagnostics-path-format diagnostics-show-category diagnostics-minimum-margin-width diagnostics-text-art-charset diagnostics-escape-format abi-version abi-compat-version tls-model excess-precision fp-contract fp-model lto lto-partition lto-compression-level cf-protection align-functions align-loops align-jumps align-labels inline-limit max-inline-insns pack-struct template-depth template-backtrace-limit constexpr-depth constexpr-loop-limit constexpr-ops-limit constexpr-steps constexpr-cache-depth macro-backtrace-limit constexpr-backtrace-limit bracket-depth caret-diagnostics-max-lines spell-checking-limit tabstop exec-charset wide-exec-charset input-charset random-seed stack-reuse tree-parallelize-loops vect-cost-model simd-cost-model zero-call-used-regs trivial-auto-var-init strict-flex-arrays patchable-function-entry gnuc-version ms-compatibility-version ms-runtime-lib denormal-fp-math veclib openmp openmp-version openmp-simd permitted-flt-eval-methods live-patching implements-inlines track-macro-expansion sched-verbose profile-update'.split(
    ' ',
  );

/** What C compilers take, and GNU's linker and assembler. Plugins, wrappers, specs, linker scripts and `@files` are unknown. */
export const compilerOptions: readonly WordPattern[] = [
  ...plain(
    '-c, -S, -E, -v, -w, -s, -g, -pg, -pipe, -static, -shared, -pie, -no-pie, -rdynamic, -pthread, -ansi, -pedantic, -pedantic-errors, -nostdlib, -nostdinc, -nostartfiles, -nodefaultlibs, -P, -C, -M, -MM, -MD, -MMD, -MP, -MG, -H, -Q',
  ),
  ...plain(
    '--version, --help, -dumpversion, -dumpmachine, -dumpfullversion, -dumpspecs, -print-search-dirs, -print-libgcc-file-name, -print-multi-lib, -print-sysroot, -###, -undef, -traditional, -remap, -fsyntax-only, -dM, -dD, -dI',
  ),
  {
    is: /^-(O([0-3sgz]|fast)?|g[0-3]|ggdb[0-3]?|gdwarf(-\d)?|gz|std=[\w+:]+|W(?!l,|a,|p,|rapper|rite)[\w+=.-]*|m(?!llvm)[\w.,=+-]+|l[\w.+:-]+|print-(prog|file)-name=.*|x[\w+-]+|arch=.*)$/,
  },
  {
    is: /^-f(?!plugin|use-ld|profile-use|dump|save-|lto-wrapper|auto-profile|callgraph-info|compare-debug|pre-include|stack-usage|test-coverage|modul|time-trace|depscan)[\w.:+-]+$/,
  },
  // Of those with a value many name a file that is written.
  { is: new RegExp(`^-f(?:${told.join('|')})=[\\w,.:+-]+$`) },
  { is: /^-f(?:diagnostics-format=(?:text|json|json-stderr|sarif|sarif-stderr|msvc|clang|vi))$/ },
  {
    is: /^-(?:f(?:stack-usage|test-coverage|modules|modules-ts|time-trace|diagnostics-format=(?:json|sarif)-file)|-coverage|gsplit-dwarf)$/,
    effects: () => [altersTree(known('.'))],
  },
  { is: /^--help=[\w,^]+$/ },
  { is: /^--?print-(?:resource-dir|targets|target-triple|effective-triple|runtime-dir|supported-cpus)$/ },
  { is: /^-[DUA].+$/ },
  { is: /^-(?:I|L|isystem|iquote|F)(.+)$/ },
  { is: /^-Wl,(?!.*(-plugin|--plugin|-T,|--script|@))[\w,.=/$:+-]+$/ },
  { is: /^--(?:sysroot|target|param)=.+$/ },
  { is: /^-o(.+)$/, effects: (value) => [replacesFile(value)] },
  ...withValue((value) => [replacesFile(value)], '-o', '-MF', '-dumpbase', '-aux-info'),
  ...withValue(
    nothing,
    '-D, -U, -I, -L, -l, -x, -isystem, -iquote, -idirafter, -MT, -MQ, -framework, -arch, -target, -F, --param, -u, -z, -current_version, -install_name, -isysroot',
  ),
  ...withValue((value) => [readsFile(value)], '-include, -imacros'),
  ...withValue(
    (value) => [
      ...loads('a program around the compiler')(),
      runsCommandWithMore((textOf(value) ?? '').split(',').map((word) => known(word))),
    ],
    '-wrapper',
  ),
  ...withValue(
    loads('a program or plugin of the compiler'),
    '-specs, -B, -T, -Xlinker, -Xassembler, -Xpreprocessor, -Xclang, -load',
  ),
  {
    is: /^-(?:specs=|B|fplugin|fuse-ld|T).*$/,
    effects: loads('a program or plugin of the compiler'),
  },
];
