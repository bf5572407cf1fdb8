import type { Assignment } from '../../model/analysis.ts';
import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { dropStart, prefixOf } from '../words.ts';
import { actsAs, disclosesVariable, runsCommand } from './effects.ts';
import { each, flag, inDirectory, lastValue, optional, value } from './options.ts';
import type { Call, Program } from './program.ts';

/** Programs that run the program whose name and words come behind their own options. */
export const programs: readonly Program[] = [
  {
    names: ['env'],
    order: 'options-first',
    options: {
      ...each(flag, '-i --ignore-environment', '-0 --null', '-v --debug', '--list-signal-handling', '--help'),
      ...each(value, '-u --unset', '-a --argv0'),
      ...each(optional, '--block-signal', '--default-signal', '--ignore-signal'),
      '-C --chdir': inDirectory,
    },
    effects: (call) => {
      const { assignments, words } = assignmentsBefore(call.operands);
      return words.length === 0 ? [disclosesVariable(null)] : [runsCommand(words, { assignments })];
    },
  },
  {
    names: ['sudo'],
    order: 'options-first',
    options: {
      ...each(
        flag,
        '-A --askpass',
        '-b --background',
        '-E',
        '-H --set-home',
        '-k --reset-timestamp',
        '-n --non-interactive',
      ),
      ...each(flag, '-P --preserve-groups', '-S --stdin', '-N --no-update', '-B --bell'),
      ...each(
        value,
        '-u --user',
        '-g --group',
        '-p --prompt',
        '-C --close-from',
        '-T --command-timeout',
        '-r --role',
      ),
      ...each(value, '-t --type', '-U --other-user'),
      '-D --chdir': inDirectory,
    },
    effects: actsAsOther,
  },
];

function actsAsOther(call: Call): readonly Effect[] {
  const { assignments, words } = assignmentsBefore(call.operands);
  const run = words.length === 0 ? [] : [runsCommand(words, { assignments })];
  return [actsAs(lastValue(call, '--user')), ...run];
}

/** The words `NAME=value` at the start, and the words behind them. */
function assignmentsBefore(operands: readonly Word[]): {
  assignments: readonly Assignment[];
  words: readonly Word[];
} {
  const isAssignment = (word: Word) => /^[^=]+=/.test(prefixOf(word));
  const end = operands.findIndex((word) => !isAssignment(word));
  const count = end === -1 ? operands.length : end;
  const assignments = operands.slice(0, count).map((word) => {
    const name = prefixOf(word).split('=', 1)[0] ?? '';
    return { name, value: dropStart(word, name.length + 1) };
  });
  return { assignments, words: operands.slice(count) };
}
