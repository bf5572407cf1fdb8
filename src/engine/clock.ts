import { longestTimerMs } from '../model/longest-timer.ts';
import type { Clock } from '../model/ports.ts';

/** The clock of this machine. Who is woken is so when all that has come by then has been read. */
export const systemClock: Clock = {
  elapsedMs: () => performance.now(),
  nowMs: () => Date.now(),
  after(ms, then) {
    let reading: NodeJS.Immediate | undefined;
    // Where this process stood still, suspended or busy, a timer goes before what has come meanwhile, such as the end of a command
    // in its time. An immediate goes after it: https://nodejs.org/learn/asynchronous-work/event-loop-timers-and-nexttick
    const read = (): void => {
      reading = setImmediate(then);
    };
    const timer = setTimeout(read, Math.min(ms, longestTimerMs));
    return () => {
      clearTimeout(timer);
      clearImmediate(reading);
    };
  },
};
