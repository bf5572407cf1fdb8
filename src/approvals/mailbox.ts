import type { ApprovalStore, Decisive } from '../model/approval.ts';
import type { Clock } from '../model/ports.ts';

/** Brings the answers that other processes give. */
export interface Mailbox {
  /** Calls `take` once when there is an answer; the returned function stops that. */
  listen(id: string, take: (answer: Decisive) => void): () => void;
}

/**
 * Milliseconds between two looks: a person does not notice a tenth of a second, and a look takes some 50 µs, however many
 * questions wait. No file tells of every commit: the log of the database is written to in place.
 */
const lookEveryMs = 100;

/** Looks only while somebody listens. */
export function createMailbox(store: ApprovalStore, clock: Clock): Mailbox {
  const listeners = new Map<string, (answer: Decisive) => void>();
  let isLooking = false;

  const schedule = (): void => {
    if (isLooking || listeners.size === 0) return;
    isLooking = true;
    clock.after(lookEveryMs, () => void look());
  };

  async function look(): Promise<void> {
    try {
      for (const { id, answer } of await store.answersTo([...listeners.keys()])) {
        const take = listeners.get(id);
        listeners.delete(id);
        take?.(answer);
      }
    } catch {
      // The database is busy, or away for now: it is asked again. Whoever waits has other ways to come to an end.
    } finally {
      isLooking = false;
      schedule();
    }
  }

  return {
    listen(id, take) {
      listeners.set(id, take);
      schedule();
      return () => void listeners.delete(id);
    },
  };
}
