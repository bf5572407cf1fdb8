import type { Effect } from '../../../model/effect.ts';
import { describeWord, prefixOf } from '../../words.ts';
import { discloses, readsTree, replacesTree, unknownEffect } from '../effects.ts';
import type { Call } from '../program.ts';

/** Options of the programs of the JDK that hand something to the machine that they run on, and files of options. */
const handsOn = /^(?:-J|@)/;

/** Options of `jdeps` that write files into the directory behind them. */
const writes = /^(?:--?dot-?output|--generate-(?:module-info|open-module))(?:=(.+))?$/;

/** `javap` and `jdeps` show what is in classes, `jps` which machines run; with `-m` and `-v` also the words they were started with. */
export function showsClasses({ name, operands }: Call): readonly Effect[] {
  return operands.flatMap((word, index) => {
    const text = prefixOf(word);
    if (word.kind !== 'known' || handsOn.test(text))
      return [unknownEffect('unknown-option', describeWord(word))];
    if (name === 'jps') return /^-\w*[mvV]/.test(text) ? [discloses('processes')] : [];
    const target = operands[index + 1];
    if (writes.test(text) && target !== undefined) return [replacesTree(target)];
    return !text.startsWith('-') && /[./]/.test(text) ? [readsTree(word)] : [];
  });
}
