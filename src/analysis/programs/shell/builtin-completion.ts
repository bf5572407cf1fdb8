import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { dropStart, known, prefixOf, textOf, unknown } from '../../words.ts';
import { runsCommandWithMore, runsShell, unknownEffect } from '../effects.ts';
import { flag, specialValue, valueWith } from '../options.ts';
import type { Given, OptionTable, Program } from '../program.ts';
import { flags, values } from '../shorthand.ts';
import { bash, changesByOperands, changesName } from './shell-state.ts';

/** What completion is made of; `-W` is expanded like a word of the shell, and `-C` is run. */
const completion: OptionTable = {
  ...flags('-a, -b, -c, -d, -e, -f, -g, -j, -k, -s, -u, -v, -D, -E, -I, -p, -r'),
  ...values('-o, -A, -G, -X, -P, -S'),
  '-W': { takes: 'value', effects: ({ value }) => expands(value) },
  '-F': valueWith((name) => runsCommandWithMore([name])),
  '-C': valueWith(runsWithMore),
};

/** Builtins of bash for what keys do at a prompt. */
export const programs: readonly Program[] = [
  {
    names: ['complete'],
    ...bash,
    options: completion,
    effects: (call) => (call.given.every(({ names }) => names.includes('-p')) ? [] : changesByOperands(call)),
  },
  {
    names: ['compgen'],
    ...bash,
    options: { ...completion, '-V': valueWith(changesName) },
  },
  {
    names: ['compopt'],
    ...bash,
    options: { ...flags('-D, -E, -I'), ...values('-o') },
    plus: flag,
    effects: changesByOperands,
  },
  {
    names: ['bind'],
    ...bash,
    options: {
      ...flags('-l, -p, -s, -v, -P, -S, -V, -X'),
      ...values('-m, -q, -u, -r'),
      '-f': specialValue('a file with bindings of keys'),
      '-x': { takes: 'value', effects: bindsCommand },
    },
    effects: changesByOperands,
  },
];

/** The text of a command that is run with further words behind it. */
function runsWithMore(text: Word): Effect {
  const words = textOf(text) ?? '';
  if (/^[\w./:=,@-]+( [\w./:=,@-]+)*$/.test(words)) return runsCommandWithMore(words.split(' ').map(known));
  return runsShell(unknown(prefixOf(text)));
}

/** Text that bash expands like a word: a substitution in it is run. */
function expands(word: Word): readonly Effect[] {
  const text = textOf(word);
  return text !== null && !/[$`]/.test(text) ? [] : [unknownEffect('unknown-code', prefixOf(word))];
}

/** `"\C-x": command`: what is behind the colon runs when the key is pressed. */
function bindsCommand({ value }: Given): readonly Effect[] {
  const colon = prefixOf(value).lastIndexOf('":') + 2;
  return [runsShell(colon < 2 ? unknown() : dropStart(value, colon))];
}
