import type { MemoryRequestContext } from '@mastra/core/memory';
import { MASTRA_THREAD_ID_KEY } from '@mastra/core/request-context';

/**
 * The thread that a call is made in, by the values of its request; `undefined` where nothing is kept of what is said. They are all
 * that both who judges a call and who runs it is given: what is asked about in one conversation lets nothing run in another.
 */
export function threadIn(values: Readonly<Record<string, unknown>> = {}): string | undefined {
  const { [MASTRA_THREAD_ID_KEY]: named, MastraMemory: memory }: ThreadValues = values;
  return named ?? memory?.thread?.id;
}

/** What Mastra keeps for itself among them. */
interface ThreadValues {
  readonly [MASTRA_THREAD_ID_KEY]?: string;
  readonly MastraMemory?: MemoryRequestContext;
}
