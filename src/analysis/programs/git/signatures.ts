import { textOf } from '../../words.ts';
import { unknownEffect } from '../effects.ts';
import type { Given, OptionRule } from '../program.ts';

/** To check a signature git runs the program that its settings name, which may ask other hosts for keys. */
export const checksSignatures = 'the program that checks signatures';

/** What stands for a signature in the formats of `git log`: `%G?`, `%+GS`. */
const ofCommit = /%[-+ ]?G[?A-Z]/;

/** The same in the formats of `git for-each-ref`, and among the keys to sort by. */
const ofRef = /^[-*]*signature\b|%\(\*?signature\b/;

/** Whether a format of commits asks for signatures. `%%` is a plain `%`. */
export function asksForSignatures(format: string): boolean {
  return ofCommit.test(format.replaceAll('%%', ''));
}

/** A format in which commits are shown; the value is attached. */
export const commitFormat: OptionRule = {
  takes: 'optional',
  effects: (given) => checksIf(given, asksForSignatures),
};

/** A format in which refs are shown, or a key to sort them by. */
export const refFormat: OptionRule = {
  takes: 'value',
  effects: (given) => checksIf(given, (text) => ofRef.test(text.replaceAll('%%', ''))),
};

function checksIf({ value }: Given, asks: (text: string) => boolean) {
  // A format that is not quoted may be a pattern of the shell too: `%G?`.
  return asks(value.kind === 'pattern' ? value.glob : (textOf(value) ?? ''))
    ? [unknownEffect('program-specific', checksSignatures)]
    : [];
}
