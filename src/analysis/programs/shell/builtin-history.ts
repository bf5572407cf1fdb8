import type { Effect } from '../../../model/effect.ts';
import { known, textOf, unknown } from '../../words.ts';
import {
  appendsToFile,
  destroys,
  discloses,
  interactive,
  readsFile,
  replacesFile,
  runsCommandWithMore,
  runsShell,
} from '../effects.ts';
import { flag, has, lastValue, valueWith } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, values } from '../shorthand.ts';
import { bash, changesShell, unknownFrom } from './shell-state.ts';

/** Builtins of bash for the commands of before. */
export const programs: readonly Program[] = [
  {
    names: ['history'],
    ...bash,
    options: { ...flags('-a, -n, -r, -w, -p'), ...listed(changesShell, '-s'), ...values('-d'), '-c': flag },
    effects: changesHistory,
  },
  {
    names: ['fc'],
    ...bash,
    options: { ...flags('-l, -n, -r, -s'), '-e': valueWith((name) => runsCommandWithMore([name])) },
    number: flag,
    effects: (call) => {
      if (has(call, '-l')) return [discloses('history')];
      const again = runsShell(unknown());
      return has(call, '-s') || textOf(lastValue(call, '-e') ?? unknown()) === '-'
        ? [again]
        : [interactive, again];
    },
  },
];

function changesHistory(call: Call): readonly Effect[] {
  const file = call.operands[0] ?? unknownFrom('HISTFILE');
  if (has(call, '-a')) return [appendsToFile(file)];
  if (has(call, '-w')) return [replacesFile(file)];
  if (hasAny(call, '-r', '-n')) return [readsFile(file)];
  if (hasAny(call, '-c', '-d')) return [destroys('shell', known('history'))];
  return hasAny(call, '-s') ? [] : [discloses('history')];
}
