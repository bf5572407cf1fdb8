import type { Word } from '../../../model/word.ts';
import { prefixOf } from '../../words.ts';
import type { OptionTable } from '../program.ts';
import { flags } from '../shorthand.ts';

export const about: OptionTable = flags('-h --help, -V --version');

export function isOperand(word: Word): boolean {
  return !prefixOf(word).startsWith('-');
}
