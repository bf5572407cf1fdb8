import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { HandrailError } from '../model/errors.ts';
import { endWithProcess, makeEndMark } from './ends.ts';
import type { HostMethods, ThreadMethods } from './methods.ts';
import { createPeer, type Peer } from './peer.ts';
import type { ThreadData } from './thread-data.ts';

/** A thread with a bash in it. It keeps the process going as long as something is asked of it. */
export interface Thread extends Pick<Peer<ThreadMethods>, 'ask'> {
  /** Ends it, when its bash is closed. What is asked of it from then on is rejected. */
  end(): Promise<void>;
}

/** The file that the bundler writes beside this code. */
const file = new URL('./thread.cjs', import.meta.url);

export function startThread(data: Omit<ThreadData, 'endMark'>, own: HostMethods): Thread {
  if (!existsSync(file)) {
    const message = `thread: expected the file of the thread at ${fileURLToPath(file)}, which is not there: install handrail again; a bundle leaves it out (external), and has it installed beside`;
    throw new HandrailError('misuse', message);
  }
  requireDirectory();
  const mark = makeEndMark();
  const worker = new Worker(file, {
    name: 'handrail',
    workerData: { ...data, endMark: mark } satisfies ThreadData,
    // What the host's program loads into each of its threads has no use there.
    execArgv: [],
    // Descriptors are handed over to sockets, which close them.
    trackUnmanagedFds: false,
  });
  const hold = (isWaiting: boolean): void => (isWaiting ? worker.ref() : worker.unref());
  const peer = createPeer<ThreadMethods, HostMethods>(worker, own, hold);
  hold(false);
  worker.on('error', (error) => peer.end(lost(`it has failed: ${error.stack ?? error.message}`)));
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('exit', (status) => peer.end(lost(`it has ended with status ${status}`)));
  // The answer that it does not give is that it has ended.
  const tell = (): void => void peer.ask('end', null).catch(() => {});
  const letGo = endWithProcess({ mark, tell });
  worker.on('exit', letGo);
  worker.on('error', letGo); // One that could not be loaded does not tell of its end, and is at it.
  return {
    ask: peer.ask,
    async end() {
      tell();
      peer.end(new HandrailError('misuse', 'expected a bash that is open, this one was closed'));
      worker.ref();
      await ended;
    },
  };
}

/** A thread asks for the directory of its process before it does anything else, and fails where that is gone. Throws a `HandrailError` of code `misuse`. */
function requireDirectory(): void {
  try {
    realpathSync.native('.'); // Of `process.cwd()` Node may have kept an answer.
  } catch (cause) {
    const message =
      'thread: expected a directory of this process that is there, as Node starts no thread without one: go to another one (process.chdir)';
    throw new HandrailError('misuse', message, { cause });
  }
}

/** Whether it says that the thread is gone. */
export function isLost(error: unknown): boolean {
  return error instanceof HandrailError && error.code === 'thread-lost';
}

function lost(how: string): HandrailError {
  const message = `the thread of this bash is gone, and all that ran in it was ended: ${how}. Make another bash`;
  return new HandrailError('thread-lost', message);
}
