import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, unknown } from '../../words.ts';
import { appendsToFile, readsFile, replacesFile } from '../effects.ts';
import { mayStandAt, withoutDash } from '../operands.ts';
import { has, lastValue, runsValue, value } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, optionals, values } from '../shorthand.ts';
import { about } from './text-files.ts';

/** Programs that write what they read to files. */
export const programs: readonly Program[] = [
  {
    names: ['tee', 'gtee'],
    options: {
      ...about,
      ...flags('-a --append, -i --ignore-interrupts, -p'),
      ...optionals('--output-error'),
    },
    // `-` is the name of a file.
    effects: (call) => call.operands.map(has(call, '--append') ? appendsToFile : replacesFile),
  },
  {
    names: ['sponge'],
    options: flags('-a, -h'),
    effects: (call) => call.operands.map(has(call, '-a') ? appendsToFile : replacesFile),
  },
  {
    names: ['split', 'gsplit'],
    options: {
      ...about,
      ...flags('-d, -x, -e --elide-empty-files, -u --unbuffered, --verbose'),
      ...optionals('--numeric-suffixes, --hex-suffixes'),
      ...values('-a --suffix-length, --additional-suffix, -b --bytes, -C --line-bytes, -l --lines'),
      ...values('-n --number, -t --separator, -p'),
      '--filter': runsValue,
    },
    number: value,
    effects: splits,
  },
  {
    names: ['csplit', 'gcsplit'],
    options: {
      ...about,
      ...flags('-k --keep-files, --suppress-matched, -q -s --quiet --silent, -z --elide-empty-files'),
      ...values('-b --suffix-format, -f --prefix, -n --digits'),
    },
    effects: (call) => [
      ...withoutDash(mayStandAt(call.operands, 0)).map(readsFile),
      replacesFile(beginningWith(lastValue(call, '--prefix') ?? known('xx'))),
    ],
  },
];

function splits(call: Call): readonly Effect[] {
  const read = withoutDash(mayStandAt(call.operands, 0)).map(readsFile);
  if (has(call, '--filter')) return read;
  const prefixes = mayStandAt(call.operands, 1);
  const written = (prefixes.length === 0 ? [known('x')] : prefixes).map(beginningWith);
  return [...read, ...written.map(replacesFile)];
}

/** Some file whose name begins with this word. */
function beginningWith(prefix: Word): Word {
  return unknown(prefixOf(prefix));
}
