/**
 * How threads end: each by itself, between two things that it does. What is ended from outside stops wherever it is, and in the middle of
 * a call of the native module of the database, which is not made for that, the process is aborted: libsql 0.5 panics where it cannot make
 * an object.
 */

/** The end of a thread as both sides see it: 1 once nothing is done in it any more. */
export type EndMark = Int32Array<SharedArrayBuffer>;

export function makeEndMark(): EndMark {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Has the thread that it is called in tell of its end. */
export function tellEnd(mark: EndMark): void {
  process.once('exit', () => {
    Atomics.store(mark, 0, 1);
    Atomics.notify(mark, 0);
  });
}

/** A thread that runs. */
interface Running {
  readonly mark: EndMark;
  /** Tells it to end, at once. */
  tell(): void;
}

const running = new Set<Running>();

/**
 * Milliseconds that the end of the process waits for its threads: 5 s, many times what the longest thing takes that is done in one, to
 * load it on a slow machine.
 */
const longestEndMs = 5_000;

/** Has a thread end before its process does. To be called back when it has ended. */
export function endWithProcess(thread: Running): () => void {
  if (running.size === 0) process.on('exit', endAll);
  running.add(thread);
  return () => {
    running.delete(thread);
    if (running.size === 0) process.off('exit', endAll);
  };
}

function endAll(): void {
  for (const thread of running) thread.tell();
  const until = performance.now() + longestEndMs;
  for (const { mark } of running) Atomics.wait(mark, 0, 0, Math.max(until - performance.now(), 0));
}
