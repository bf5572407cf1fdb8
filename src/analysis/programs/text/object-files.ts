import type { Effect } from '../../../model/effect.ts';
import { describeWord, mayStartWith } from '../../words.ts';
import { readsFile, unknownEffect } from '../effects.ts';
import { withoutDash } from '../operands.ts';
import type { Call, Program } from '../program.ts';
import { flags, optionals, values } from '../shorthand.ts';

/** Programs that show what compilers have made. */
export const programs: readonly Program[] = [
  {
    names: ['nm', 'gnm'],
    options: {
      ...flags('-a --debug-syms, -A -o --print-file-name, -B, -D --dynamic, -g --extern-only, -l'),
      ...flags('-n -v --numeric-sort, -p --no-sort, -P --portability, -r --reverse-sort, -S --print-size'),
      ...flags('-s --print-armap, --size-sort, --special-syms, -u --undefined-only, -U --defined-only'),
      ...flags('-V --version, -W --no-weak, -h --help, --no-demangle, --quiet, -j --just-symbols, -e, -X'),
      ...flags('--line-numbers, --synthetic, --with-symbol-versions, --recurse-limit, --no-recurse-limit'),
      ...optionals('-C --demangle'),
      ...values('-f --format, -t --radix, --target'),
    },
    effects: readsObjects,
  },
  {
    names: ['objdump', 'gobjdump'],
    options: {
      ...flags(
        '-a --archive-headers, -f --file-headers, -p --private-headers, -h --headers --section-headers',
      ),
      ...flags('-x --all-headers, -d, -D --disassemble-all, -S --source'),
      ...flags('-s --full-contents, -g --debugging, -e --debugging-tags, -G --stabs, -t --syms'),
      ...flags('-T --dynamic-syms, -r --reloc, -R --dynamic-reloc, -l --line-numbers, -F --file-offsets'),
      ...flags('-w --wide, -z --disassemble-zeroes, -i --info, -V -v --version, -H --help, --inlines'),
      ...flags(
        '--file-start-context, --no-demangle, --no-recurse-limit, --recurse-limit, --prefix-addresses',
      ),
      ...flags('--no-show-raw-insn, --show-raw-insn, --no-addresses, --special-syms, --show-all-symbols'),
      ...optionals('--disassemble, -C --demangle, --visualize-jumps, --source-comment, -W --dwarf'),
      ...values('-j --section, -M --disassembler-options, --start-address, --stop-address, -b --target'),
      ...values('-m --architecture, -P --private, --insn-width, --adjust-vma, -U --unicode, --dwarf-depth'),
      ...values('--disassembler-color, --dwarf-start'),
    },
    effects: readsObjects,
  },
  {
    names: ['readelf', 'greadelf'],
    options: {
      ...flags(
        '-a --all, -h --file-header, -l --program-headers --segments, -S --section-headers --sections',
      ),
      ...flags('-g --section-groups, -t --section-details, -e --headers, -s --syms --symbols, --dyn-syms'),
      ...flags('-n --notes, -r --relocs, -u --unwind, -d --dynamic, -V --version-info, -A --arch-specific'),
      ...flags('-c --archive-index, -D --use-dynamic, -L --lint --enable-checks, -I --histogram'),
      ...flags('-W --wide, -T --silent-truncation, -H --help, -v --version, -z --decompress, -C'),
      ...flags('--lto-syms, --no-demangle, --recurse-limit, --no-recurse-limit'),
      ...optionals('-w --debug-dump, --demangle'),
      ...values('-x --hex-dump, -p --string-dump, -R --relocated-dump, -U --unicode, --sym-base'),
      ...values('--dwarf-depth, --dwarf-start'),
    },
    effects: readsObjects,
  },
  {
    names: ['size', 'gsize'],
    options: {
      ...flags('-A -B -G, -d, -o, -x, -t --totals, --common, -h --help, -v -V --version, -f'),
      ...values('--format, --radix, --target'),
    },
    effects: readsObjects,
  },
];

/** The tools of GNU take the words in the file of `@file` for their own, and a plugin may be named among them. */
export function readsObjects({ operands }: Call): readonly Effect[] {
  return withoutDash(operands).flatMap((word) =>
    word.kind === 'known' && mayStartWith(word, '@')
      ? [readsFile(word), unknownEffect('loaded-code', describeWord(word))]
      : [readsFile(word)],
  );
}
