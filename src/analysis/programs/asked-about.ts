import type { Call } from './program.ts';

/** To these, or to some of these names, `--version` is no option, or one among others: the `sh` of BusyBox runs its input all the same. */
const goOn: ReadonlySet<string> = new Set(['sh', 'ash', 'tclsh', 'wish', 'expect', 'racket']);

/** Whether a program that is asked for its version, or for help, runs what it is given all the same. */
export function goesOnWhenAsked({ name, operands, stdin }: Call): boolean {
  if (!goOn.has(name)) return false;
  return operands.length > 0 || (stdin.kind !== 'inherited' && stdin.kind !== 'nothing');
}
