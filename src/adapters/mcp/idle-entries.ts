/** Things that are kept as long as they are used, and for a while after. */
export interface IdleEntries<Value> {
  /** `null`: there is none of that key. Counts as a use. */
  get(key: string): Value | null;
  /** Makes room if need be, by letting go of what is idle for longest. `false`: there are too many, and all are in use, or it is closed. */
  add(key: string, value: Value): boolean;
  /** In use until the signal is aborted. */
  use(key: string, over: AbortSignal): void;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

/** What holds for entries. */
export interface IdleRule<Value> {
  readonly max: number;
  /** Milliseconds without a use after which an entry is let go of. */
  readonly idleMs: number;
  /** Called once for each entry that is let go of. Must not reject. */
  readonly end: (value: Value) => Promise<void>;
}

interface Entry<Value> {
  readonly value: Value;
  uses: number;
  usedAt: number;
}

export function createIdleEntries<Value>({ max, idleMs, end }: IdleRule<Value>): IdleEntries<Value> {
  const entries = new Map<string, Entry<Value>>();
  let isClosed = false;
  const sweeper = setInterval(() => void sweep(), Math.max(1, idleMs / 4)).unref();

  const remove = async (key: string): Promise<void> => {
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    await end(entry.value);
  };

  const idle = (): readonly (readonly [string, Entry<Value>])[] =>
    [...entries].filter(([, { uses }]) => uses === 0).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);

  async function sweep(): Promise<void> {
    const now = performance.now();
    for (const [key, { usedAt }] of idle()) if (now - usedAt >= idleMs) await remove(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      entry.usedAt = performance.now();
      return entry.value;
    },
    add(key, value) {
      if (isClosed) return false;
      if (entries.size >= max) {
        const [longest] = idle();
        if (longest === undefined) return false;
        void remove(longest[0]);
      }
      entries.set(key, { value, uses: 0, usedAt: performance.now() });
      return true;
    },
    use(key, over) {
      const entry = entries.get(key);
      if (entry === undefined) return;
      entry.uses += 1;
      const leave = (): void => {
        entry.uses -= 1;
        entry.usedAt = performance.now();
      };
      if (over.aborted) leave();
      else over.addEventListener('abort', leave, { once: true });
    },
    delete: remove,
    async close() {
      isClosed = true;
      clearInterval(sweeper);
      await Promise.all([...entries.keys()].map(remove));
    },
  };
}
