import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { textOf } from '../../words.ts';
import { changes, runsFile, runsInput, runsShell } from '../effects.ts';
import { has } from '../options.ts';
import { isInput } from '../places.ts';
import type { Call, Program } from '../program.ts';
import { flags, listed } from '../shorthand.ts';
import { joinedText } from '../wrapped.ts';
import { bash, changesShell } from './shell-state.ts';

/** Builtins of bash that read a text or a file as commands, now or later. */
export const programs: readonly Program[] = [
  {
    names: ['eval'],
    ...bash,
    effects: ({ operands }) => (operands.length === 0 ? [] : [runsShell(joinedText(operands))]),
  },
  {
    names: ['source', '.'],
    ...bash,
    options: listed(changesShell, '-p'),
    effects: ({ operands: [script, ...parameters] }) =>
      script === undefined ? [] : [runsScript(script, parameters)],
  },
  { names: ['trap'], ...bash, options: flags('-l, -p, -P'), effects: setsTrap },
];

function runsScript(path: Word, parameters: readonly Word[]): Effect {
  return isInput(path) && textOf(path) !== '-' ? runsInput('shell') : runsFile(path, parameters);
}

function setsTrap(call: Call): readonly Effect[] {
  const [action, signal] = call.operands;
  if (action === undefined || has(call, '-l') || has(call, '-p')) return [];
  const text = textOf(action);
  if (signal === undefined || text === '-' || text === '') return [changes('shell', signal ?? action)];
  return [changes('shell', signal), runsShell(action)];
}
