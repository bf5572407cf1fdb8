import type { Path, Word } from '../../../model/word.ts';
import { resolvePath } from '../../paths.ts';
import { endingOf, unknown, unknownWords } from '../../words.ts';

/** The name of a file that a pattern matches; any other word as it is. */
export function oneMatched(word: Word, cwd: Path): Word {
  if (word.kind !== 'pattern') return word;
  return unknown(word.prefix, endingOf(word.glob), [{ kind: 'matched', pattern: resolvePath(cwd, word) }]);
}

/** The names of all files that a pattern matches, where they are no pattern any more; any other word as it is. */
export function allMatched(word: Word): Word {
  if (word.kind !== 'pattern') return word;
  return unknownWords(word.prefix, '', [{ kind: 'matches', pattern: word }]);
}
