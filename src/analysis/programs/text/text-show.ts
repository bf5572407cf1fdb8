import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { readsFile, replacesFile } from '../effects.ts';
import { mayStandAt, withoutDash } from '../operands.ts';
import { readsValue, replacesValue, value } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, optionals, values } from '../shorthand.ts';

const about = flags('--help, --version');
/** `-5`, and `-5` with letters behind it. */
const digits: OptionTable = flags('-0, -1, -2, -3, -4, -5, -6, -7, -8, -9');

/** Programs that show files as they are, in part, or in another notation. */
export const programs: readonly Program[] = [
  {
    names: ['cat', 'gcat'],
    options: {
      ...about,
      ...flags('-A --show-all, -b --number-nonblank, -e, -E --show-ends, -n --number, -s --squeeze-blank'),
      ...flags('-t, -T --show-tabs, -u, -v --show-nonprinting'),
    },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['tac', 'gtac'],
    options: { ...about, ...flags('-b --before, -r --regex'), '-s --separator': value },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['nl'],
    options: {
      ...about,
      ...flags('-p --no-renumber'),
      ...values('-b --body-numbering, -d --section-delimiter, -f --footer-numbering, -h --header-numbering'),
      ...values('-i --line-increment, -l --join-blank-lines, -n --number-format, -s --number-separator'),
      ...values('-v --starting-line-number, -w --number-width'),
    },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['head', 'ghead'],
    options: {
      ...about,
      ...digits,
      ...flags('-q --quiet --silent, -v --verbose, -z --zero-terminated'),
      ...values('-c --bytes, -n --lines'),
    },
    number: value,
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['tail', 'gtail'],
    options: {
      ...about,
      ...digits,
      ...flags('-F, -q --quiet --silent, -v --verbose, -z --zero-terminated, --retry, --debug, -f, -r'),
      ...optionals('--follow'),
      ...values('-c --bytes, -n --lines, --max-unchanged-stats, --pid, -s --sleep-interval'),
    },
    number: value,
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['wc', 'gwc'],
    options: {
      ...about,
      ...flags('-c --bytes, -m --chars, -l --lines, -L --max-line-length, -w --words, --debug'),
      '--files0-from': readsValue,
      '--total': value,
    },
    effects: readsOperands,
  },
  {
    names: ['od', 'god'],
    options: {
      ...about,
      ...flags('-v --output-duplicates, --traditional, -a, -b, -c, -d, -f, -i, -l, -o, -s, -x, -h, -B'),
      ...flags('-D, -e, -F, -H, -I, -L, -O, -X'),
      ...values('-A --address-radix, --endian, -j --skip-bytes, -N --read-bytes, -t --format'),
      ...optionals('-S --strings, -w --width'),
    },
    optionsAreHarmless: true,
    effects: readsOperands,
  },
  {
    names: ['hexdump', 'hd'],
    options: {
      ...flags('-b --one-byte-octal, -c --one-byte-char, -C --canonical, -d --two-bytes-decimal'),
      ...flags('-o --two-bytes-octal, -x --two-bytes-hex, -X --one-byte-hex, -v --no-squeezing'),
      ...flags('-h --help, -V --version'),
      ...optionals('-L --color'),
      ...values('-e --format, -n --length, -s --skip'),
      '-f --format-file': readsValue,
    },
    effects: readsOperands,
  },
  {
    names: ['hexyl'],
    options: {
      ...flags('-v --no-squeezing, -P --no-position, --characters, -C --no-characters, -p --plain'),
      ...flags('-h --help, -V --version'),
      ...values('-n -l --length, -c --bytes, -s --skip, --block-size, --color, --border, --panels'),
      ...values('-g --group-size, -b --base, --endianness, -o --display-offset, --terminal-width'),
    },
    abbreviates: false,
    effects: readsOperands,
  },
  {
    // The first letter decides, and what is behind it is a value or does not count: `-ps`, `-c16`.
    names: ['xxd'],
    options: {
      ...optionals('-a, -b, -C, -d, -e, -E, -h, -i, -p, -r, -u, -v, -t'),
      ...values('-c, -g, -l, -n, -o, -R, -s'),
      ...flags('--help, --version'),
    },
    effects: readsFirstWritesSecond,
  },
  {
    names: ['strings', 'gstrings'],
    options: {
      ...flags('-a --all, -d --data, -f --print-file-name, -o, -w --include-all-whitespace'),
      ...flags('-h --help, -v -V --version'),
      ...values('-n --bytes, -t --radix, -T --target, -e --encoding, -U --unicode'),
      ...values('-s --output-separator'),
    },
    number: value,
    effects: readsOperands,
  },
  {
    names: [
      ...['md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'b2sum', 'b3sum', 'cksum'],
      ...['sum', 'md5', 'shasum', 'gmd5sum', 'gsha256sum', 'sha1', 'sha256', 'sha512', 'crc32', 'xxhsum'],
      ...['xxh64sum', 'xxh128sum'],
    ],
    options: {
      ...about,
      ...flags('-b --binary, -c --check, --tag, -t --text, -z --zero, --ignore-missing, --quiet, --status'),
      ...flags('--strict, -w --warn, --raw, --base64, --untagged, --debug, -r, -s --sysv, -q, -p, -U'),
      ...flags('-0 --01, -v'),
      ...values('-a --algorithm, -l --length'),
    },
    effects: readsOperands,
  },
  {
    names: ['base64', 'base32', 'basenc', 'gbase64'],
    options: {
      ...about,
      ...flags('-d --decode, -D, -i --ignore-garbage, --base64, --base64url, --base32, --base32hex'),
      ...flags('--base16, --base2lsbf, --base2msbf, --z85, --base58'),
      ...values('-w --wrap, -b --break'),
      '-o --output': replacesValue,
      '--input': readsValue,
    },
    effects: readsOperands,
  },
  {
    names: ['file'],
    options: {
      ...flags('-b --brief, -c --checking-printout, -d --debug, -E, -h --no-dereference, -i --mime, -I'),
      ...flags('--mime-type, --mime-encoding, --apple, --extension, -k --keep-going, -l --list'),
      ...flags('-L --dereference, -n --no-buffer, -N --no-pad, -p --preserve-date, -r --raw'),
      ...flags('-s --special-files, -S --no-sandbox, -v --version, -z --uncompress'),
      ...flags('-Z --uncompress-noreport, -0 --print0, --help'),
      ...values('-e --exclude, --exclude-quiet, -F --separator, -P --parameter'),
      '-m --magic-file': readsValue,
      '-f --files-from': readsValue,
      '-C --compile': { takes: 'nothing', effects: compilesMagic },
    },
    effects: readsOperands,
  },
  {
    names: ['zcat', 'gzcat', 'bzcat', 'xzcat', 'lzcat', 'zstdcat', 'lz4cat'],
    options: flags('-f --force, -h --help, -L --license, -V --version, -q --quiet, -v --verbose, -s --small'),
    effects: readsOperands,
  },
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
    effects: readsOperands,
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
    effects: readsOperands,
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
    effects: readsOperands,
  },
  {
    names: ['size', 'gsize'],
    options: {
      ...flags('-A -B -G, -d, -o, -x, -t --totals, --common, -h --help, -v -V --version, -f'),
      ...values('--format, --radix, --target'),
    },
    effects: readsOperands,
  },
  {
    names: ['pdftotext'],
    style: 'single-dash',
    options: {
      ...flags('-layout, -simple, -simple2, -table, -lineprinter, -raw, -nodiag, -htmlmeta, -bbox, -nopgbrk'),
      ...flags('-bbox-layout, -listenc, -q, -v, -h -help, -clip, -tsv'),
      ...values('-f, -l, -r, -x, -y, -W, -H, -enc, -eol, -fixed, -linespacing, -opw, -upw, -colspacing'),
    },
    effects: readsFirstWritesSecond,
  },
];

function readsOperands(call: Call): readonly Effect[] {
  return withoutDash(call.operands).map(readsFile);
}

/** What stands second is the file that is written. */
function readsFirstWritesSecond({ operands }: Call): readonly Effect[] {
  return [
    ...withoutDash(mayStandAt(operands, 0)).map(readsFile),
    ...withoutDash(mayStandAt(operands, 1)).map(replacesFile),
  ];
}

/** The compiled file is made in the working directory, with an ending put to the name of the source. */
function compilesMagic(_: unknown, call: Call): readonly Effect[] {
  const source = call.given.find(({ names }) => names.includes('--magic-file'))?.value;
  const name = textOf(source)?.replace(/^.*\//, '') ?? 'magic';
  return [replacesFile(known(`${name}.mgc`))];
}
