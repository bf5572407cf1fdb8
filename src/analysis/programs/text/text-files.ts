import type { Effect } from '../../../model/effect.ts';
import { readsFile, replacesFile } from '../effects.ts';
import { mayStandAt, withoutDash } from '../operands.ts';
import type { Call, Command, OptionTable } from '../program.ts';
import { flags } from '../shorthand.ts';

export const about = flags('--help, --version');

/** `-5`, and `-5` with letters behind it. */
export const digits: OptionTable = flags('-0, -1, -2, -3, -4, -5, -6, -7, -8, -9');

/** Reads its operands, and prints something of them: no option does anything else. */
export const onlyReads: Command = { optionsAreHarmless: true, effects: readsOperands };

export function readsOperands(call: Call): readonly Effect[] {
  return withoutDash(call.operands).map(readsFile);
}

/** What stands second is the file that is written. */
export function readsFirstWritesSecond({ operands }: Call): readonly Effect[] {
  return [
    ...withoutDash(mayStandAt(operands, 0)).map(readsFile),
    ...withoutDash(mayStandAt(operands, 1)).map(replacesFile),
  ];
}
