/**
 * Whether something works here, as a trial shows: one that works is the last. One that fails may do so for a reason that
 * passes, when descriptors or memory are short; it is made again when as many have asked as had before. So who asks finds out
 * in the end, and where it never works it costs next to nothing.
 */
export function createTrial(): (make: () => Promise<boolean>) => Promise<boolean> {
  let trial: Promise<boolean> | null = null;
  let asked = 0;
  let nextAt = 1;
  return async (make) => {
    asked += 1;
    if (trial === null && asked < nextAt) return false;
    trial ??= make().catch(() => false);
    const made = trial;
    const works = await made;
    if (!works && trial === made) {
      trial = null;
      nextAt = 2 * asked;
    }
    return works;
  };
}
