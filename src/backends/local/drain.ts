import { setTimeout as sleep } from 'node:timers/promises';
import { whenAborted } from './abort.ts';
import type { PipeReader } from './read-pipe.ts';

/**
 * Milliseconds without output after which the pipes count as dry once the shell is over: 100 ms, which keeps the late
 * lines of a pipeline and does not keep the caller waiting. A daemon that holds the pipe and is silent costs this.
 */
const idleMs = 100;

/** Milliseconds after the shell's end at which reading stops, whatever still comes: 2 s. */
const drainMs = 2_000;

/**
 * Has the pipes read on after the shell's end until they are closed, or idle, or long enough were read, or `stop`.
 * Those that have not ended by then somebody still holds open. `isHeld` says whether a process of the command may be that
 * somebody: while there is none, what is written is only on its way, and silence means nothing.
 */
export async function drain(
  readers: readonly PipeReader[],
  stop: AbortSignal,
  isHeld: () => boolean = () => true,
): Promise<void> {
  const closed = Promise.all(readers.map((reader) => reader.ended));
  const over = new AbortController();
  await Promise.race([closed, idleOrLongEnough(readers, isHeld), whenAborted(stop, over.signal)]);
  over.abort();
}

async function idleOrLongEnough(readers: readonly PipeReader[], isHeld: () => boolean): Promise<void> {
  const begin = performance.now();
  for (;;) {
    const now = performance.now();
    const lastActive = Math.max(begin, ...readers.map((reader) => reader.lastActiveMs()));
    const left = Math.min(lastActive + idleMs, begin + drainMs) - now;
    if (left <= 0 && (now >= begin + drainMs || isHeld())) return;
    await sleep(left <= 0 ? idleMs : left, undefined, { ref: false });
  }
}
