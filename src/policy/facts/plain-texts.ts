import { isNumber, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';

/** What a format of `date` may have in it for what is printed to have no slash, and no dot that another could stand beside. */
const dateFormat = '\\+(?:%[-_0^#]?[aAbBeFHIjklmMNpPRsSTuUVwWyYGghCdz]|%[1-9]N|[-_:T])+';

/** Calls that print a date, a number or a name of something that is no file, and how they are written. */
const calls: readonly RegExp[] = [
  new RegExp(`^date(?: (?:-u|--utc|-I\\w*|-R|${dateFormat}))*$`),
  new RegExp(`^date(?: (?:-u|--utc))? (?:-d|-r) \\S(?:.*\\S)? ${dateFormat}$`),
  /^seq(?: (?:-w|--equal-width))?(?: -?\d+){1,3}$/,
  /^uname(?: -[mnprs]+)?$/,
  /^(?:arch|whoami|hostname|nproc)$/,
  /^hostname -[fs]$/,
  /^id -(?:un|gn|u|g)$/,
  /^git rev-parse(?: --(?:short(?:=\d+)?|verify|quiet|abbrev-ref))* (?:HEAD|@)$/,
  /^git branch --show-current$/,
  /^git describe(?: --(?:tags|always|long|all|abbrev=\d+))*$/,
];

/** Whether a program prints a text that leads nowhere else where it is a part of a path: it has no step up in it, and does not begin with a slash. */
export function printsPlainText({ argv, resolution }: Invocation): boolean {
  if (resolution !== 'program') return false;
  const texts = argv.map((word) => (isOfNumbers(word) ? '0' : textOf(word)));
  return !texts.includes(null) && calls.some((call) => call.test(texts.join(' ')));
}

function isOfNumbers(word: Word): boolean {
  return word.kind === 'unknown' && isNumber({ ...word, count: 'one' });
}
