/** How often something may happen. */
export interface Rate {
  readonly perSecond: number;
  /** As many may come at once after a pause. */
  readonly burst: number;
}

/** Says for each time whether it is within the rate. `nowMs` is a clock that never goes back. */
export function createRateLimit({ perSecond, burst }: Rate, nowMs: () => number): () => boolean {
  let left = burst;
  let at = nowMs();
  return () => {
    const now = nowMs();
    left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
    at = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
