import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersFile, replacesFile } from '../effects.ts';
import { has, readsValue, replacesValue, value } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, optionals, values } from '../shorthand.ts';
import { readsObjects } from './object-files.ts';
import { about, onlyReads, readsFirstWritesSecond, readsOperands } from './text-files.ts';

/** Programs that show bytes in another notation, and what they are. */
export const programs: readonly Program[] = [
  {
    names: ['od', 'god'],
    options: {
      ...about,
      ...flags('-v --output-duplicates, --traditional, -a, -b, -c, -d, -f, -i, -l, -o, -s, -x, -h, -B'),
      ...flags('-D, -e, -F, -H, -I, -L, -O, -X'),
      ...values('-A --address-radix, --endian, -j --skip-bytes, -N --read-bytes, -t --format'),
      ...optionals('-S --strings, -w --width'),
    },
    ...onlyReads,
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
    effects: readsObjects,
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
    // The time at which it was written is set anew, too, without its fraction of a microsecond.
    effects: (call) => [
      ...readsOperands(call),
      ...(has(call, '--preserve-date') ? call.operands.map(altersFile) : []),
    ],
  },
];

/** The compiled file is made in the working directory, with an ending put to the name of the source. */
function compilesMagic(_: unknown, call: Call): readonly Effect[] {
  const source = call.given.find(({ names }) => names.includes('--magic-file'))?.value;
  const name = textOf(source)?.replace(/^.*\//, '') ?? 'magic';
  return [replacesFile(known(`${name}.mgc`))];
}
