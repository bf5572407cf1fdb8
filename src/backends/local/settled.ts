import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds that processes have which outlive a command, and do not hold its output, to finish by themselves:
 * 100 ms, as long as a silent pipe is read on. Bash does not wait for process substitutions such as `> >(tee log)`: what
 * they still have to write must not be lost.
 */
export const lastWorkMs = 100;

/** Waits until `isOver`, for `lastWorkMs` at most, or until `stop`. */
export async function settled(isOver: () => boolean, stop: AbortSignal): Promise<void> {
  const deadline = performance.now() + lastWorkMs;
  for (let wait = 3; !isOver() && performance.now() < deadline && !stop.aborted; wait *= 2) await sleep(wait);
}
