import type { Assignment } from '../../model/analysis.ts';
import type { Effect, Setting } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { partsOf, partsTold } from '../word-parts.ts';
import {
  dropStart,
  known,
  mergeSources,
  prefixOf,
  sourcesOf,
  sourcesOfChanged,
  suffixOf,
  textOf,
  unknown,
} from '../words.ts';
import { runsCommand, runsInput, unknownEffect } from './effects.ts';
import type { Call } from './program.ts';

/** The words behind the first `skipped` operands are a program and its words. */
export function wraps(skipped = 0, setting: Setting = {}): (call: Call) => readonly Effect[] {
  return ({ operands }) => run(operands.slice(skipped), setting);
}

/** As `wraps`; without words it is the user's shell that is run. */
export function wrapsOrShell(call: Call, skipped = 0, setting: Setting = {}): readonly Effect[] {
  const words = call.operands.slice(skipped);
  return words.length === 0 ? [runsInput('shell', setting)] : run(words, setting);
}

export function run(words: readonly Word[], setting: Setting = {}): readonly Effect[] {
  return words.length === 0 ? [] : [runsCommand(words, setting)];
}

/** What is behind a `--` is run with variables or tools that are not known; what else such programs do is not known at all. */
export function runsBehindDashes({ name, operands }: Call): readonly Effect[] {
  const dashes = operands.findIndex((word) => textOf(word) === '--');
  const words = dashes === -1 ? [] : operands.slice(dashes + 1);
  return [unknownEffect('program-specific', name), ...run(words)];
}

/** The command behind `exec`, of tools that set up an environment for it: `cabal exec -- ls -l`, `stack exec ls -- -l`. */
export function runsBehindExec({ argv, operands }: Call): readonly Effect[] {
  if (textOf(operands[0]) !== 'exec') return [];
  const behind = argv.slice(argv.findIndex((word) => textOf(word) === 'exec') + 1);
  const dashes = behind.findIndex((word) => textOf(word) === '--');
  const before = dashes === -1 ? behind : behind.slice(0, dashes);
  const name = before.findIndex((word) => !prefixOf(word).startsWith('-'));
  const words = dashes === -1 ? [] : behind.slice(dashes + 1);
  return run(name === -1 ? words : [...before.slice(name), ...words]);
}

/** Words `NAME=value` at the start, and the words behind them. */
export function assignmentsBefore(operands: readonly Word[]): {
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
} {
  const end = operands.findIndex((word) => !/^[^=]+=/.test(prefixOf(word)));
  const count = end === -1 ? operands.length : end;
  const assignments = operands.slice(0, count).map((word) => {
    const name = prefixOf(word).split('=', 1)[0] ?? '';
    return { name, value: dropStart(word, name.length + 1) };
  });
  return { assignments, words: operands.slice(count) };
}

/** Words with blanks between them, as one text, of which what is around those that are not known is known. */
export function joinedText(words: readonly Word[]): Word {
  const texts = words.map(textOf);
  const first = texts.indexOf(null);
  if (first === -1) return known(texts.join(' '));
  const last = texts.lastIndexOf(null);
  const before = words.slice(0, first + 1).map(prefixOf);
  const behind = words.slice(last).map(suffixOf);
  const sources = mergeSources(...words.map(sourcesOf));
  const parts = words.flatMap((word, at) => (at === 0 ? partsOf(word) : [' ', ...partsOf(word)]));
  return {
    kind: 'unknown',
    prefix: before.join(' '),
    suffix: behind.join(' '),
    count: 'one',
    sources: first === last ? sources : sourcesOfChanged(sources),
    ...partsTold(parts),
  };
}

/** The words with a placeholder made something that is read from the standard input. */
export function withInput(words: readonly Word[], placeholder: string): readonly Word[] {
  return words.map((word) => {
    const text = textOf(word);
    const at = text?.indexOf(placeholder) ?? -1;
    if (text === null || at === -1) return word;
    const suffix = text.slice(text.lastIndexOf(placeholder) + placeholder.length);
    return unknown(text.slice(0, at), suffix, [{ kind: 'input' }]);
  });
}

/** A text split into words as a shell would, with quotes and without anything else; `null` if there is more to it. */
export function splitWords(text: string): readonly Word[] | null {
  if (/[\\$`]/.test(text)) return null;
  const words = text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+|['"]/g) ?? [];
  if (words.some((word) => word === "'" || word === '"')) return null;
  return words.map((word) => known(word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2')));
}
