/** Makes and ends something that a conversation keeps: a browser. `env`: the environment of the host. */
export interface ResourceProvider {
  open(conversationId: string, env: Readonly<Record<string, string>>): Promise<unknown>;
  close(resource: unknown): Promise<void>;
  /** Whether one has ended by itself, as a browser that crashed: it is closed then, and who asks for it is given another. Left out: none does. */
  isOver?(resource: unknown): boolean;
}

/** A provider that knows the environment of its host. */
interface HostedProvider extends Pick<ResourceProvider, 'close' | 'isOver'> {
  open(conversationId: string): Promise<unknown>;
}

/** One resource a conversation: made when first asked for, shared by all who ask, closed with the conversation. */
export interface Resource {
  of(conversationId: string): Promise<unknown>;
  endConversation(conversationId: string): Promise<void>;
  endAll(): Promise<void>;
}

export function createResource(provider: HostedProvider): Resource {
  const open = new Map<string, Promise<unknown>>();

  const end = async (conversationId: string): Promise<void> => {
    const opening = open.get(conversationId);
    open.delete(conversationId);
    if (opening === undefined) return;
    const [opened] = await Promise.allSettled([opening]);
    // What could not be opened was told to whoever asked for it, and leaves nothing to close.
    if (opened.status === 'fulfilled') await provider.close(opened.value);
  };

  const start = (conversationId: string): Promise<unknown> => {
    const opening = provider.open(conversationId);
    open.set(conversationId, opening);
    // A failed attempt is forgotten, so that the next one tries again.
    opening.catch(() => {
      if (open.get(conversationId) === opening) open.delete(conversationId);
    });
    return opening;
  };

  return {
    async of(conversationId) {
      const existing = open.get(conversationId);
      if (existing === undefined) return await start(conversationId);
      const resource = await existing;
      if (provider.isOver?.(resource) !== true) return resource;
      // Of several who see that, the first ends it.
      if (open.get(conversationId) === existing) await end(conversationId);
      return await (open.get(conversationId) ?? start(conversationId));
    },
    endConversation: end,
    async endAll() {
      const ends = await Promise.allSettled([...open.keys()].map(end));
      const failures = ends.filter((ended) => ended.status === 'rejected').map(({ reason }) => reason);
      if (failures.length > 0)
        throw new AggregateError(failures, 'resources of conversations could not be closed');
    },
  };
}
