import type { Word } from '../../../model/word.ts';
import { prefixOf, textOf } from '../../words.ts';
import type { OptionTable } from '../program.ts';
import { flags } from '../shorthand.ts';

export const about: OptionTable = flags('-h --help, -V --version');

export function isOperand(word: Word): boolean {
  return !prefixOf(word).startsWith('-');
}

/** Words with which a program only looks: one of `asks` has to be there, and nothing else than `how` beside it. */
interface Looking {
  readonly asks: RegExp;
  readonly how: RegExp;
}

const looking: Readonly<Record<string, Looking>> = {
  fdisk: { asks: /^(?:-l|--list|-x|--list-details|-s|--getsz)$/, how: /^(?:-b|-o|-L|--color|--bytes|-u)/ },
  sfdisk: {
    asks: /^(?:-[ldJFVsTg]|--list|--dump|--json|--list-free|--verify|--show-size|--list-types|--show-geometry)$/,
    how: /^(?:-o|--output|--bytes|--color|-q$|--quiet$)/,
  },
  gdisk: { asks: /^-l$/, how: /^$/ },
  sgdisk: {
    asks: /^(?:-[pvLODFEf]|-i\d*|--print|--verify|--list-types|--print-mbr|--info(?:=.*)?|--display-alignment)$/,
    how: /^$/,
  },
  partx: {
    asks: /^(?:-s|--show|-l|--list)$/,
    how: /^(?:-[orbgPvnt]|--(?:raw|bytes|output|nr|type|noheadings|pairs))/,
  },
  kpartx: { asks: /^-l$/, how: /^-[vrfgs]$/ },
  partprobe: { asks: /^(?:-d|--dry-run)$/, how: /^(?:-s|--summary)$/ },
  growpart: { asks: /^(?:-N|--dry-run)$/, how: /^(?:-v|--verbose)$/ },
  hdparm: { asks: /^-[IigtTCH]+$/, how: /^(?:-v|--verbose|--direct)$/ },
  mdadm: {
    asks: /^(?:-[DEQ]|--detail|--examine|--query|--detail-platform)$/,
    how: /^(?:-[sbvYt]+|--scan|--brief|--verbose|--export|--test|--json|--no-devices)$/,
  },
};

/** Whether a program that could change a disk is only asked about one. */
export function onlyLooks(name: string, words: readonly Word[]): boolean {
  if (words.some((word) => /^(?:-h|--help|-V|--version)$/.test(textOf(word) ?? '')) && words.length === 1)
    return true;
  if (name === 'parted') return onlyPrints(words);
  const of = Object.hasOwn(looking, name) ? looking[name] : undefined;
  const options = words.filter((word) => !isOperand(word)).map(textOf);
  return (
    of !== undefined &&
    options.some((text) => text !== null && of.asks.test(text)) &&
    options.every((text) => text !== null && (of.asks.test(text) || of.how.test(text)))
  );
}

/** `parted` takes its orders as words behind the device. */
function onlyPrints(words: readonly Word[]): boolean {
  const texts = words.map(textOf);
  const isHarmless =
    /^(?:-[slmj]+|--script|--list|--machine|--json|print|p|unit|free|all|devices|list|align-check|opt(?:imal)?|min(?:imal)?|\d+|[kKMGTP]?i?[Bb]|s|%|cyl|chs|compact|\/.*)$/;
  return (
    texts.some((text) => text !== null && /^(?:-l|--list|-[sm]*l|print|p|align-check)$/.test(text)) &&
    texts.every((text) => text !== null && isHarmless.test(text))
  );
}
