/** Waits for all of them, whatever fails; then throws what the first in the list that failed has thrown. */
export async function waitForAll(all: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Does one after the other, and all of them whatever fails; then throws what the first that failed has thrown. */
export async function doAll(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
