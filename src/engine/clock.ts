import type { Clock } from '../model/ports.ts';

/** The longest delay that a timer of Node takes: 2³¹ − 1 ms, about 24.8 days. A longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** The clock of this machine. */
export const systemClock: Clock = {
  elapsedMs: () => performance.now(),
  nowMs: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, Math.min(ms, longestTimerMs));
    return () => clearTimeout(timer);
  },
};
