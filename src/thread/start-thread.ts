import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { HandrailError } from '../model/errors.ts';
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

export function startThread(data: ThreadData, own: HostMethods): Thread {
  const worker = new Worker(file, {
    name: 'handrail',
    workerData: data,
    // What the host's program loads into each of its threads has no use there.
    execArgv: [],
    // Descriptors are handed over to sockets, which close them.
    trackUnmanagedFds: false,
  });
  const hold = (isWaiting: boolean): void => (isWaiting ? worker.ref() : worker.unref());
  const peer = createPeer<ThreadMethods, HostMethods>(worker, own, hold);
  hold(false);
  worker.on('error', (error) =>
    peer.end(existsSync(file) ? lost(`it has failed: ${error.stack ?? error.message}`) : withoutFile()),
  );
  worker.on('exit', (status) => peer.end(lost(`it has ended with status ${status}`)));
  return {
    ask: peer.ask,
    async end() {
      peer.end(new HandrailError('misuse', 'expected a bash that is open, this one was closed'));
      await worker.terminate();
    },
  };
}

/** Whether it says that the thread is gone. */
export function isLost(error: unknown): boolean {
  return error instanceof HandrailError && error.code === 'thread-lost';
}

/** The error of a Worker would be told as the end of one that ran, and the next one would have no file either. */
function withoutFile(): HandrailError {
  const message = `the thread of this bash could not be started: expected its file at ${fileURLToPath(file)}, where nothing is. A bundler does not take it along: leave handrail out of the bundle, as external, or "thread" out of the options`;
  return new HandrailError('thread-lost', message);
}

function lost(how: string): HandrailError {
  const message = `the thread of this bash is gone, and all that ran in it was ended: ${how}. Make another bash`;
  return new HandrailError('thread-lost', message);
}
