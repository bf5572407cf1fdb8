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
  if (!existsSync(file)) {
    const message = `thread: expected the file of the thread at ${fileURLToPath(file)}, which is not there: install handrail again; a bundle leaves it out (external), and has it installed beside`;
    throw new HandrailError('misuse', message);
  }
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
  worker.on('error', (error) => peer.end(lost(`it has failed: ${error.stack ?? error.message}`)));
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

function lost(how: string): HandrailError {
  const message = `the thread of this bash is gone, and all that ran in it was ended: ${how}. Make another bash`;
  return new HandrailError('thread-lost', message);
}
