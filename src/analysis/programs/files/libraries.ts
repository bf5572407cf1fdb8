import type { Effect } from '../../../model/effect.ts';
import { describeWord, known, mayStartWith, textOf } from '../../words.ts';
import { altersFile, readsFile, replacesTree, unknownEffect } from '../effects.ts';
import { mayStandAt, mayStandFrom } from '../operands.ts';
import { replacesValue, specialValue } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, values } from '../shorthand.ts';

/** Programs that change libraries and object files. */
export const programs: readonly Program[] = [
  {
    names: ['ar', 'gar', 'llvm-ar', 'gcc-ar'],
    style: 'none',
    effects: packsLibrary,
  },
  {
    names: ['ranlib'],
    options: flags('-D, -U, -t, -h --help, -v -V --version'),
    effects: ({ operands }) => operands.map(altersFile),
  },
  {
    names: ['strip', 'objcopy'],
    options: {
      ...flags('-s --strip-all, -g -S -d --strip-debug, --strip-dwo, --strip-unneeded, -x --discard-all'),
      ...flags('-X --discard-locals, -p --preserve-dates, -D, -U, -w --wildcard, -v --verbose, -V --version'),
      ...flags('-h --help, --only-keep-debug, --keep-file-symbols'),
      ...values('-K --keep-symbol, -N --strip-symbol, -R --remove-section, -j --only-section, -F --target'),
      ...values('-I --input-target, -O --output-target'),
      '-o': replacesValue,
      '--dump-section': specialValue('a section that goes to a file'),
    },
    effects: ({ operands }) => operands.map(altersFile),
  },
];

/** The first word says what is done, with letters that change how. */
function packsLibrary({ operands }: Call): readonly Effect[] {
  const [first] = operands;
  const letters = textOf(first);
  if (first === undefined || letters === '--version' || letters === '--help') return [];
  const verb = letters === null ? null : /^-?[abcDfilNoOPsSTuUvV]*([dmpqrstx])/.exec(letters)?.[1];
  const words = operands.slice(1).filter((word) => !mayStartWith(word, '-') && !mayStartWith(word, '@'));
  const skipped = operands.slice(1).filter((word) => !words.includes(word));
  const unread = skipped.map((word) => unknownEffect('unknown-option', describeWord(word)));
  const takesMember = /[abiN]/.test(letters ?? '');
  const archives = takesMember ? words : mayStandAt(words, 0);
  switch (verb) {
    case 'p':
    case 't':
      return [...archives.map(readsFile), ...unread];
    case 'x':
      return [...archives.map(readsFile), replacesTree(known('.')), ...unread];
    case 'd':
    case 'm':
    case 'q':
    case 'r':
    case 's':
      return [...archives.map(altersFile), ...mayStandFrom(words, 1).map(readsFile), ...unread];
    default:
      return [unknownEffect('unknown-option', describeWord(first))];
  }
}
