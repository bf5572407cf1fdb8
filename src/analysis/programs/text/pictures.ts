import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, prefixOf, textOf } from '../../words.ts';
import { readsFile, readsTree, unknownEffect } from '../effects.ts';
import { withoutDash } from '../operands.ts';
import { has } from '../options.ts';
import type { Command, OptionRule, Program } from '../program.ts';
import { flags, values } from '../shorthand.ts';

/** A format for what is shown; behind an `@` stands the file that has it. */
const format: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    /^[^@]/.test(textOf(value) ?? '') ? [] : [unknownEffect('unknown-operand', describeWord(value))],
};

const identify: Command = {
  style: 'single-dash',
  abbreviates: false,
  options: {
    ...flags('-verbose, -ping, -quiet, -moments, -unique, -version --version, -help'),
    ...values('-units, -depth, -density, -precision, -list'),
    '-format': format,
  },
  effects: ({ operands }) => withoutDash(operands).map(readsPicture),
};

/** Programs that show what is in pictures, and what is noted in them and in other files. */
export const programs: readonly Program[] = [
  { names: ['identify'], ...identify },
  {
    names: ['magick'],
    style: 'single-dash',
    abbreviates: false,
    options: flags('-version --version'),
    subcommands: { identify },
  },
  {
    names: ['exiftool'],
    style: 'single-dash',
    abbreviates: false,
    // A word that is no option is the name of what is to be shown, and with a `=` behind it is written.
    options: {
      ...flags('-a, -b, -D, -e, -ee, -f, -fast, -fast2, -g, -g0, -g1, -G, -G0, -G1, -h, -H, -j, -json, -l'),
      ...flags('-m, -n, -q, -r, -s, -s1, -s2, -s3, -S, -struct, -t, -T, -u, -U, -v, -ver, -X, -csv'),
      ...flags('-all, -All, -exif:all, -xmp:all, -iptc:all, -gps:all, -icc_profile:all, -time:all'),
      ...flags('-FileName, -Directory, -FileSize, -FileType, -FileModifyDate, -MIMEType, -Warning, -Error'),
      ...flags('-ImageSize, -ImageWidth, -ImageHeight, -Megapixels, -BitDepth, -ColorType, -ColorSpace'),
      ...flags('-Orientation, -Rotation, -XResolution, -YResolution, -ResolutionUnit, -Compression'),
      ...flags('-CreateDate, -ModifyDate, -DateTimeOriginal, -OffsetTime, -Software, -Producer, -Creator'),
      ...flags('-Title, -Author, -Artist, -Comment, -Copyright, -Description, -Subject, -Keywords'),
      ...flags('-Make, -Model, -LensModel, -ISO, -FNumber, -ExposureTime, -FocalLength, -Flash'),
      ...flags('-GPSPosition, -GPSLatitude, -GPSLongitude, -GPSAltitude, -PageCount, -PDFVersion'),
      ...flags('-Duration, -VideoFrameRate, -AudioChannels, -AudioSampleRate, -AvgBitrate, -CompressorName'),
      ...values('-c, -d, -ext, -i, -sep, -x'),
    },
    effects: (call) => withoutDash(call.operands).map(has(call, '-r') ? readsTree : readsFile),
  },
];

const ending = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|ico)(?:\[\d+\])?$/i;

/**
 * A plain picture. What stands before a colon says how a file is read, and may say that it is a script; a bar or an `@` in front
 * says that it is a program or a list; and files of other kinds are handed to other programs.
 */
function readsPicture(word: Word): Effect {
  const text = word.kind === 'pattern' ? word.glob : (textOf(word) ?? '');
  const isPlain =
    word.kind === 'pattern'
      ? /^(?:\/|\.{1,2}\/|[\w.-]+\/)/.test(prefixOf(word))
      : /^[\w./][\w./ ,+=@()-]*(?:\[\d+\])?$/.test(text);
  return isPlain && ending.test(text)
    ? readsFile(word)
    : unknownEffect('unknown-operand', describeWord(word));
}
