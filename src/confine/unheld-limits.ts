import type { SandboxPlan, Shortcoming } from '../model/sandbox.ts';
import { defaultLimits } from './sandbox-limits.ts';

/**
 * What is not held of the limits of a plan where nothing counts processes; `null`: nothing that anybody has set. The limit that is built in keeps a
 * mistake from stopping the machine: that it does not hold everywhere is documented, and not told with each command.
 */
export function unheldLimits(
  { limits: { processes } }: Pick<SandboxPlan, 'limits'>,
  uncounted: Shortcoming | undefined,
): Shortcoming | null {
  if (uncounted === undefined || processes === null || processes === defaultLimits.processes) return null;
  return {
    reason: `its limit of ${processes} processes is not held: ${uncounted.reason}`,
    cure: uncounted.cure,
  };
}
