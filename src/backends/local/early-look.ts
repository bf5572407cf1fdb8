import type { Launch } from './launch.ts';
import { isAlive } from './processes/end-call.ts';

/** What was seen of a command before it was known how its shell has ended. */
export interface EarlyLook {
  /** Whether no process of it is left. None can come of none: that stays so. */
  isGone(): boolean;
  /** Called when nobody wants to know any more. */
  stop(): void;
}

/**
 * Looks for what is left of a command once its output has ended. Mostly that is nothing, and its launcher is still about to learn, and to
 * tell, how the shell has ended: nobody waits for this look.
 */
export function lookEarly({ readers, call }: Pick<Launch, 'readers' | 'call'>): EarlyLook {
  let isGone = false;
  let isWanted = true;
  const look = async (): Promise<void> => {
    await Promise.all(readers.map(({ ended }) => ended));
    if (isWanted) isGone = !(await isAlive(call));
  };
  void look().catch(() => {}); // Who looks later is told why that cannot be.
  return {
    isGone: () => isGone,
    stop() {
      isWanted = false;
    },
  };
}
