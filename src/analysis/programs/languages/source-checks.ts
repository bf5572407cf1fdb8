import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { dropStart, prefixOf } from '../../words.ts';
import { altersFile, altersTree, readsFile, readsTree, replacesFile, unknownEffect } from '../effects.ts';
import { withEnding } from '../operands.ts';
import { has } from '../options.ts';
import type { Call } from '../program.ts';
import { hasAny, orHere, receives } from '../shorthand.ts';

/** Checkers and formatters of sources read them; some of these write unless they are told not to. */
export function checksSources(call: Call): readonly Effect[] {
  const { name, operands } = call;
  const reads = operands.map(readsTree);
  if (hasAny(call, '-help', '--help', '-version', '--version')) return reads;
  switch (name) {
    case 'astyle':
      return has(call, '--dry-run') ? reads : operands.map(altersFile);
    case 'uncrustify':
      return operands.flatMap((word) => [readsFile(word), replacesFile(withEnding(word, '.uncrustify'))]);
    case 'scalafmt':
      // Which version formats is said by the project, and it is fetched.
      return hasAny(call, '--test', '--check', '--list')
        ? reads
        : [receives, ...orHere(operands).map(altersTree)];
    case 'detekt':
      return has(call, '-p') ? [...reads, unknownEffect('loaded-code', 'a plugin')] : reads;
    default:
      return reads;
  }
}

/** `--style=file:path` reads a file of that name. */
export function readsStyle(value: Word): readonly Effect[] {
  const start = 'file:';
  return prefixOf(value).startsWith(start) ? [readsFile(dropStart(value, start.length))] : [];
}
