import type { StartProblem } from './exit.ts';
import type { CouldNotStart } from './outcome.ts';

/** Nothing was started: why, for programs and for people. */
export function couldNotStart(code: StartProblem['code'], message: string): CouldNotStart {
  return { kind: 'could_not_start', problem: { code, message } };
}
