import type { Clock } from '../model/ports.ts';

/** A clock that goes when it is told to. */
export interface FakeClock extends Clock {
  /** Lets time pass; what falls due is called on the way, in order. */
  advance(ms: number): void;
  /** How many callbacks are still waiting. */
  readonly pending: number;
}

export function createFakeClock(): FakeClock {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly then: () => void }>();
  return {
    elapsedMs: () => now,
    nowMs: () => now,
    after(ms, then) {
      const timer = { at: now + ms, then };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        waiting.delete(next);
        now = next.at;
        next.then();
      }
      now = until;
    },
    get pending() {
      return waiting.size;
    },
  };
}
