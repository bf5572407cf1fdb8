import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf } from '../../words.ts';
import {
  interactive,
  readsFile,
  receivesFrom,
  replacesFile,
  replacesTree,
  unknownEffect,
} from '../effects.ts';
import { withoutDash } from '../operands.ts';
import { flagWith, replacesValue, special, specialValue } from '../options.ts';
import type { OptionRule, Program } from '../program.ts';
import { always, flags, hasAny, listed, optionals, values } from '../shorthand.ts';
import { readsFileOrAddress } from './text-files.ts';

/** What a document says is to be loaded with it may be any file, or on any host. */
const loadsNamed = 'what the document names';

/** The value is a file of `xmllint`, in which further ones may be named. */
const readsNaming: OptionRule = {
  takes: 'value',
  effects: ({ value }) => [readsFileOrAddress(value), unknownEffect('program-specific', loadsNamed)],
};

/** Programs that show what is in documents, pictures, sound and films. */
export const programs: readonly Program[] = [
  {
    names: ['xmllint'],
    style: 'single-dash',
    options: {
      ...flags(
        '-version --version, -recover, -huge, -noenc, -nodefdtd, -timing, -repeat, -debug, -noout, -nonet',
      ),
      ...flags(
        '-nocompact, -htmlout, -nowrap, -html, -xmlout, -push, -memory, -nowarning, -noblanks, -nocdata',
      ),
      ...flags('-format, -nsclean, -nocatalogs, -stream, -walker, -sax, -sax1, -oldxml10'),
      ...flags(
        '-dropdtd, -quiet, -copy, -chkregister, -noxincludenode, -nofixup-base-uris, -strict-namespace, -help',
      ),
      ...values('-xpath, -encode, -pretty, -pattern, -maxmem'),
      ...listed(
        special(loadsNamed),
        '-noent, -c14n, -c14n11, -exc-c14n, -loaddtd, -dtdattr, -valid, -postvalid, -insert, -xinclude, -catalogs',
      ),
      ...listed(specialValue(loadsNamed), '-dtdvalidfpi, -path'),
      ...listed(readsNaming, '-schema, -relaxng, -schematron, -dtdvalid'),
      '-o -output': replacesValue,
      '-shell': flagWith(always(interactive, replacesTree(known('.')))),
    },
    effects: ({ operands }) => withoutDash(operands).map(readsFileOrAddress),
  },
  {
    names: ['pdfinfo', 'pdffonts'],
    style: 'single-dash',
    options: {
      ...flags(
        '-box, -meta, -custom, -js, -struct, -struct-text, -isodates, -rawdates, -dests, -url, -listenc, -subst',
      ),
      ...flags('-v, -h, -help --help, -?'),
      ...values('-f, -l, -enc, -opw, -upw'),
    },
    effects: ({ operands }) => withoutDash(operands).map(readsFile),
  },
  {
    names: ['ffprobe'],
    style: 'single-dash',
    options: {
      ...flags(
        '-hide_banner, -show_format, -show_streams, -show_stream_groups, -show_packets, -show_frames, -show_chapters',
      ),
      ...flags(
        '-show_programs, -show_error, -show_data, -show_private_data -private, -show_program_version, -show_pixel_formats',
      ),
      ...flags(
        '-show_library_versions, -show_versions, -count_frames, -count_packets, -pretty, -sexagesimal, -unit, -prefix',
      ),
      ...flags(
        '-byte_binary_prefix, -bitexact, -find_stream_info, -nofind_stream_info, -noprivate, -sections, -version',
      ),
      ...flags(
        '-formats, -demuxers, -muxers, -codecs, -decoders, -encoders, -protocols, -filters, -pix_fmts, -L, -buildconf',
      ),
      ...values(
        '-v -loglevel, -show_entries, -show_data_hash, -show_optional_fields, -show_log, -select_streams',
      ),
      ...values(
        '-of -print_format -output_format, -read_intervals, -probesize, -analyzeduration, -max_alloc',
      ),
      ...optionals('-h -help --help'),
      '-i': { takes: 'value', effects: ({ value }) => [probes(value)] },
      '-o': replacesValue,
      '-report': flagWith(always(replacesFile(known('ffprobe.log')))),
    },
    effects: (call) => (hasAny(call, '-version', '-help') ? [] : withoutDash(call.operands).map(probes)),
  },
];

/** A file, or what stands behind the name of a protocol: another host, or several files put together. */
function probes(word: Word): Effect {
  const [, protocol, slashes] = /^([A-Za-z][\w+.,-]*):(\/\/)?/.exec(prefixOf(word)) ?? [];
  if (protocol === undefined) return readsFile(word);
  return slashes === undefined || protocol === 'file'
    ? unknownEffect('unknown-operand', describeWord(word))
    : receivesFrom(word);
}
