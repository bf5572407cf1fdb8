import type { SandboxPlan } from '../../model/sandbox.ts';
import { stopReason, unlessAborted } from './abort.ts';
import type { Enclose, EnclosureWants } from './enclosure.ts';
import { lateStartMs, unlessLate } from './late.ts';
import { stayAliveFor } from './stay-alive.ts';

type Enclosed = Awaited<ReturnType<Enclose>>;

/**
 * Makes a sandbox. Resolves to `null` when the call is stopped before. What is being made is waited for then, as nothing is to be left
 * of it, but not for long: what it is to show may be on a server that does not answer.
 */
export async function encloseUnlessStopped(
  enclose: Enclose,
  sandbox: SandboxPlan,
  wants: EnclosureWants,
  stop: AbortSignal,
): Promise<Enclosed | null> {
  const making = enclose(sandbox, wants);
  const first = await unlessAborted(making, stop);
  if (first !== 'stopped') return first;
  const late = await stayAliveFor(unlessLate(making, lateStartMs));
  if (late !== null && stopReason(stop).kind === 'kept') return late;
  if (late === null) void making.then(letGo);
  else await letGo(late);
  return null;
}

async function letGo(made: Enclosed): Promise<void> {
  if (made.kind === 'enclosure') await made.release();
}
