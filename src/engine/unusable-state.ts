import { couldNotStart } from '../model/could-not-start.ts';
import { messageOf } from '../model/errors.ts';
import type { CouldNotStart } from '../model/outcome.ts';

/** Nothing was started, as the state could not be used. `because` says what it was wanted for: `the answer could not be kept`. */
export function unusableState(because: string, error: unknown): CouldNotStart {
  return couldNotStart('state-unavailable', `nothing was started, because ${because}: ${messageOf(error)}`);
}
