import type { ProxyServer } from '../../proxy/proxy.ts';
import type { EnclosedProcess, EnclosedProgram } from '../local/enclosure.ts';
import { keeperThat, spawnSession } from '../local/helpers/keeper-process.ts';
import type { Held } from './bases/bases.ts';
import type { ForkServer } from './bases/fork-server.ts';

/** What the process that keeps a sandbox has beside the program. It is let go of with that process. */
interface Kept {
  /** What serves the socket that is made in the sandbox; `null`: none is. */
  readonly proxy: ProxyServer | null;
  /** What the sandbox is in; `null`: in nothing that ends. */
  readonly held: Held | null;
  /** What is done when that process was killed, and has put nothing away; `null`: others do. */
  readonly putAway: (() => Promise<void>) | null;
}

/** What keeps a sandbox, as far as that goes by what it was started with. */
export interface StartedSandbox extends Omit<EnclosedProcess, 'memory'> {
  /** Resolves to how many processes the kernel has ended in it for want of memory when all of it is over; 0 where that is not known. */
  readonly endedForMemory: Promise<number>;
}

/** Starts what makes a sandbox, by the words before those of its program. Rejects when there is no process. */
export async function spawnSandbox(
  words: readonly string[],
  given: EnclosedProgram,
  kept: Kept,
): Promise<StartedSandbox> {
  try {
    const { env } = given;
    const spawned = await spawnSession([...words, ...given.words], { env, stdio: stdioOf(given, kept) });
    const { pid, startTime, child, ended } = spawned;
    if (kept.proxy !== null) serve(child, kept.proxy);
    const tidied = ended.then(async (how) => {
      letGo(kept);
      if (how === 'killed') await kept.putAway?.();
    });
    tidied.catch(() => {}); // Who waits for its end is told.
    const endedForMemory = ended.then((how) => (how === 'killed' ? 0 : how));
    return { pid, startTime, denials: kept.proxy, endedForMemory, ...keeperThat(tidied) };
  } catch (error) {
    letGo(kept);
    throw error;
  }
}

/** The same by a fork; see `ForkServer`. */
export async function forkSandbox(
  server: ForkServer,
  words: readonly string[],
  given: EnclosedProgram,
  held: Held,
): Promise<StartedSandbox> {
  try {
    const descriptors = [...given.descriptors, null, { fd: held.fd, access: 'write' as const }];
    const { pid, startTime, ended } = await server.fork(words, { ...given, descriptors });
    void ended.then(held.release);
    const { over } = keeperThat(ended);
    const wakeUntilOver = async (): Promise<void> => {
      server.wake();
      await over();
    };
    return { pid, startTime, denials: null, endedForMemory: ended, over: wakeUntilOver };
  } catch (error) {
    held.release();
    throw error;
  }
}

function stdioOf({ descriptors }: EnclosedProgram, { proxy, held }: Kept) {
  const own = descriptors.map((descriptor) => descriptor?.fd ?? ('ignore' as const));
  return [...own, proxy === null ? ('ignore' as const) : ('ipc' as const), held?.fd ?? ('ignore' as const)];
}

function letGo({ proxy, held }: Pick<Kept, 'proxy' | 'held'>): void {
  proxy?.close();
  held?.release();
}

/**
 * Serves the socket that a sandbox hands on by its channel, with Node's own protocol. The channel is closed then: nobody in the sandbox has
 * it when the command starts.
 */
function serve(keeper: Awaited<ReturnType<typeof spawnSession>>['child'], proxy: ProxyServer): void {
  keeper.once('message', (_message, listener) => {
    if (listener !== undefined) proxy.listen(listener);
    if (keeper.connected) keeper.disconnect();
  });
  // It must not keep this process from ending.
  keeper.channel?.unref();
}
