import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds that processes have which outlive a command, and do not hold its output, to finish by themselves:
 * 100 ms, as long as a silent pipe is read on. Bash does not wait for process substitutions such as `> >(tee log)`: what
 * they still have to write must not be lost.
 */
export const lastWorkMs = 100;

/** Milliseconds between two looks, at most. */
const lookEveryMs = 50;

/** Waits until `isOver`, for `withinMs` at most, or until `stop`. */
export async function settled(
  isOver: () => boolean | Promise<boolean>,
  stop: AbortSignal,
  withinMs: number = lastWorkMs,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let wait = 3; !(await isOver()) && performance.now() < deadline && !stop.aborted; ) {
    await sleep(wait);
    wait = Math.min(2 * wait, lookEveryMs);
  }
}
