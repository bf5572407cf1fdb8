import { longestTimerMs } from '../../model/longest-timer.ts';

/** Waits, and keeps this process from ending meanwhile. What makes a shell does not do so by itself: nothing that only waits is to hold a process up. */
export async function stayAliveFor<Awaited>(awaited: Promise<Awaited>): Promise<Awaited> {
  const held = setInterval(() => {}, longestTimerMs);
  try {
    return await awaited;
  } finally {
    clearInterval(held);
  }
}
