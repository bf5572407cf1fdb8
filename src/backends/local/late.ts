/** Milliseconds that a sandbox still has to be made in once the call was stopped, before it is given up: 2 s, as much as a command that is ended has. */
export const lateStartMs = 2_000;

/**
 * Milliseconds that a command which is to go on as a job still has to start in once its caller waits no more: 10 s. It takes some on a machine that has
 * much else to do. In a directory that never answers it does not start at all.
 */
export const jobStartMs = 10_000;

/** Resolves as what is awaited does, or to `null` when that takes longer than `limitMs` milliseconds. The clock does not keep this process from ending. */
export async function unlessLate<Told>(started: Promise<Told>, limitMs: number): Promise<Told | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limitMs, null).unref();
  });
  try {
    return await Promise.race([started, late]);
  } finally {
    clearTimeout(timer);
  }
}
