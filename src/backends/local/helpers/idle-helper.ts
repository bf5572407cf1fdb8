import type { HelperProcess } from './helper-process.ts';

/** A helper that starts when it is wanted, and ends when it has not been for a while. */
export interface IdleHelper<Running> {
  /** The one that runs, or another that is started. It has no end until it is told to rest. */
  want(): Running;
  /** Has it end when nothing is wanted of it for so long; one that is not wanted any more anyway is left to itself. */
  rest(running: Running): void;
  /** Lets go of one that does not go on, so that the next is another. */
  wake(): void;
  /** Resolves when it has ended. */
  end(): Promise<void>;
}

/** `idleMs`: milliseconds. */
export function createIdleHelper<Running extends Pick<HelperProcess, 'goesOn' | 'end'>>(
  start: () => Running,
  idleMs: number,
): IdleHelper<Running> {
  let running: Running | null = null;
  let idle: NodeJS.Timeout | null = null;

  const stayOn = (): void => {
    if (idle !== null) clearTimeout(idle);
    idle = null;
  };
  const end = async (): Promise<void> => {
    stayOn();
    const ending = running;
    running = null;
    await ending?.end();
  };
  const wake = (): void => {
    if (running?.goesOn() === false) void end();
  };

  return {
    want() {
      stayOn();
      wake();
      running ??= start();
      return running;
    },
    rest(resting) {
      if (running !== resting) return;
      stayOn();
      idle = setTimeout(end, idleMs).unref();
    },
    wake,
    end,
  };
}
