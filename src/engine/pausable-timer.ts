import type { Clock } from '../model/ports.ts';

/** A timer that can be made to wait. */
export interface PausableTimer {
  /** Calls `then` once, when it has run for `ms` milliseconds. */
  start(ms: number, then: () => void): void;
  /** Has it wait until what is returned has been called, by everybody who has it wait; again that does nothing. */
  pause(): () => void;
  /** Milliseconds that it has run. */
  ranMs(): number;
  stop(): void;
}

/** A timer that waits for no longer than `mostPausedMs` in all. */
export function pausableTimer(clock: Clock, mostPausedMs: number): PausableTimer {
  let due: { readonly ms: number; readonly then: () => void } | null = null;
  let ran = 0;
  let patience = mostPausedMs;
  let holders = 0;
  let isRunning = true;
  let turnedAt = clock.elapsedMs();
  let disarm = (): void => {};

  const sinceTurn = (): number => clock.elapsedMs() - turnedAt;
  const arm = (): void => {
    disarm();
    if (due === null) return;
    disarm = isRunning ? clock.after(Math.max(0, due.ms - ran), due.then) : clock.after(patience, goOn);
  };
  const turn = (): void => {
    isRunning = !isRunning;
    turnedAt = clock.elapsedMs();
    arm();
  };
  const wait = (): void => {
    if (!isRunning || patience === 0) return;
    ran += sinceTurn();
    turn();
  };
  function goOn(): void {
    if (isRunning) return;
    patience = Math.max(0, patience - sinceTurn());
    turn();
  }

  return {
    start(ms, then) {
      due = { ms, then };
      arm();
    },
    pause() {
      holders += 1;
      wait();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0) goOn();
      };
    },
    ranMs: () => (isRunning ? ran + sinceTurn() : ran),
    stop() {
      due = null;
      disarm();
    },
  };
}
