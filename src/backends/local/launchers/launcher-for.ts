import type { Plan } from '../../../model/plan.ts';
import { type Enclosure, slotPath } from '../enclosure.ts';
import { enclosedWaysTo, type Streams, slotsFor, type Ways, waysTo } from '../streams/streams.ts';
import type { Launcher } from './launcher.ts';
import { type LauncherPool, launcherEnvironment } from './launcher-pool.ts';
import type { Script } from './script.ts';

/** What a shell is to be connected to, and where. */
interface Wishes {
  readonly streams: Streams;
  /** `null`: it is not known yet. */
  readonly script: Script | null;
  readonly enclosure: Enclosure | null;
}

/** A launcher that can start a shell so connected, in a sandbox or none, and how it is told of the connection. */
export async function launcherFor(
  { launchers }: { readonly launchers: LauncherPool },
  plan: Pick<Plan, 'env'>,
  { streams, script, enclosure }: Wishes,
): Promise<{ readonly launcher: Launcher; readonly ways: Ways }> {
  const env = launcherEnvironment(plan);
  if (enclosure === null) return { launcher: await launchers.take(env), ways: waysTo(streams) };
  const launcher = await launchers.enclose(env, { enclosure, slots: slotsFor(streams, script) });
  return { launcher, ways: enclosedWaysTo(streams) };
}

/** A script as its shell finds it. */
export function scriptIn(enclosure: Enclosure | null, script: Script): Script {
  return enclosure === null || script.fd === null ? script : { ...script, text: slotPath('script') };
}
