import type { Effect } from '../../../model/effect.ts';
import type { Call } from '../program.ts';
import { flags, hasAny, runsProject } from '../shorthand.ts';

/** Long options have to be written out, and `--no-` is put before those that are switches. */
export const negatable = { abbreviates: false, isNegatable: true } as const;

export const information = flags('-h --help, -v --version, -V');

/** Whether a call only tells of the tool itself. */
export function isInformation(call: Call): boolean {
  return hasAny(call, '--help', '--version', '-V');
}

/** A tool that loads the settings of the project, which are code, and does what else the function says. */
export function runsSettings(effects: (call: Call) => readonly Effect[]): (call: Call) => readonly Effect[] {
  return (call) => (isInformation(call) ? [] : [...runsProject('.'), ...effects(call)]);
}
