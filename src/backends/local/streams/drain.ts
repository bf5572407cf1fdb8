import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { unlessAborted } from '../abort.ts';
import type { PipeReader } from './read-pipe.ts';

/**
 * Milliseconds without output after which the pipes count as dry once the shell is over: 100 ms, which keeps the late
 * lines of a pipeline and does not keep the caller waiting. A daemon that holds the pipe and is silent costs this.
 */
const idleMs = 100;

/** Milliseconds after the shell's end at which reading stops, whatever still comes: 2 s. */
const drainMs = 2_000;

/**
 * Milliseconds that what is only on its way may take: 10 s. It takes one or two, but on a machine that is busy with other
 * things, and it does come.
 */
const onItsWayMs = 10_000;

/**
 * Has the pipes read on after the shell's end until they are closed, or idle, or long enough were read, or `stop`.
 * Those that have not ended by then somebody still holds open. `isHeld` says whether a process of the command may be that
 * somebody: while there is none, what is written is only on its way, and silence means nothing.
 *
 * What stood in a pipe at the shell's end is the command's: a sink that has no room for a while does not lose it. One
 * read takes as much as a pipe holds, so that each is read once more, however long that takes.
 */
export async function drain(
  readers: readonly PipeReader[],
  stop: AbortSignal,
  isHeld: () => boolean | Promise<boolean> = () => true,
): Promise<void> {
  if (areClosed(readers)) return;
  const before = readers.map((reader) => reader.chunks());
  const wasRead = (): boolean =>
    readers.every((reader, index) => !reader.isHeldUp() || reader.chunks() > (before[index] ?? 0));
  const reading = read(readers, { wasRead, isHeld, isStopped: () => stop.aborted });
  if ((await unlessAborted(reading, stop)) === 'stopped') await readWhatIsThere(readers);
}

/** When the time is up for what is still to come, it is not for what stood in a pipe by then. */
async function readWhatIsThere(readers: readonly PipeReader[]): Promise<void> {
  const until = performance.now() + idleMs;
  const isOver = (): boolean => performance.now() >= until || areClosed(readers);
  while (!isOver()) {
    const isQuiet = await isQuietStill(readers);
    if (isQuiet && !readers.some((reader) => reader.isHeldUp())) return;
  }
}

/** As `drain`, for a command that was stopped: its time is up, and 2 s are all that it gets, also with a slow sink. */
export async function drainStopped(readers: readonly PipeReader[]): Promise<void> {
  await read(readers, { wasRead: () => true, isHeld: () => true, isStopped: () => false });
}

/** When silence means that there is no more. */
interface Silence {
  readonly wasRead: () => boolean;
  readonly isHeld: () => boolean | Promise<boolean>;
  /** Whether nobody waits for it any more. */
  readonly isStopped: () => boolean;
}

function areClosed(readers: readonly PipeReader[]): boolean {
  return readers.every((reader) => reader.hasEnded());
}

async function read(readers: readonly PipeReader[], silence: Silence): Promise<void> {
  const isOver = (): boolean => silence.isStopped() || areClosed(readers);
  await Promise.race([
    Promise.all(readers.map((reader) => reader.ended)),
    idleOrLongEnough(readers, isOver, silence),
  ]);
}

async function idleOrLongEnough(
  readers: readonly PipeReader[],
  isOver: () => boolean,
  { wasRead, isHeld }: Silence,
): Promise<void> {
  const begin = performance.now();
  while (!isOver()) {
    const now = performance.now();
    const lastActive = Math.max(begin, ...readers.map((reader) => reader.lastActiveMs()));
    const left = Math.min(lastActive + idleMs, begin + drainMs) - now;
    const isLongEnough = now >= begin + onItsWayMs;
    if (left <= 0 && wasRead() && (isLongEnough || (await isHeld()))) {
      const isQuiet = await isQuietStill(readers);
      if (isQuiet || now >= begin + drainMs) return;
      continue;
    }
    await sleep(left <= 0 ? idleMs : left, undefined, { ref: false });
  }
}

/**
 * Whether nothing is there to be read. While this process is busy with something else nothing is read, which looks like
 * silence: timers come first then, and what has come meanwhile after them. From the first turn to the second all is looked at.
 */
async function isQuietStill(readers: readonly PipeReader[]): Promise<boolean> {
  const count = (): number => readers.reduce((sum, reader) => sum + reader.chunks(), 0);
  const before = count();
  await nextTurn();
  await nextTurn();
  return count() === before;
}
