import { describeWord, known, textOf } from '../../words.ts';
import { replacesFile, unknownEffect } from '../effects.ts';
import type { OptionRule, OptionTable } from '../program.ts';
import { flags, values } from '../shorthand.ts';

/** What of the packages of a project is shown, and how. */
export function treeOptions(): OptionTable {
  return {
    ...flags('-d --duplicates, --no-dedupe, -i, --name-only'),
    ...values('--invert, --depth, --prefix, --charset, -f --format, -e --edges, --prune, --format-version'),
    '--filter-platform': target,
  };
}

/** Kinds of output, each with the file for it behind a `=`, if it has one. */
export const showsOrWrites: OptionRule = {
  takes: 'value',
  effects: ({ value }) => {
    const text = textOf(value);
    if (text === null) return [unknownEffect('unknown-operand', describeWord(value))];
    return [...text.matchAll(/=([^,]*)/g)].map(([, file = '']) => replacesFile(known(file)));
  },
};

/** What it is compiled for, by its name; a file that describes it may name a library that makes the code, which is loaded. */
export const target: OptionRule = {
  takes: 'value',
  effects: ({ value }) =>
    /^[\w.-]+(?<!\.json)$/.test(textOf(value) ?? '')
      ? []
      : [unknownEffect('loaded-code', describeWord(value))],
};
