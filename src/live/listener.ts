import { unlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import {
  liveDirectory,
  makeLiveDirectory,
  newSocketName,
  sweepSockets,
  withSocketPath,
} from './socket-place.ts';

/** The socket of one host. */
export interface Listener {
  /** Begins to listen, if it has not yet. */
  start(): void;
  close(): Promise<void>;
}

/**
 * A socket that cannot be made is no reason not to run a command: then nobody looks on, and calls are in the record as
 * ever. It is tried once.
 */
export function createListener(stateDir: string, onReader: (socket: Socket) => void): Listener {
  const name = newSocketName();
  let starting: Promise<Server | null> | null = null;

  return {
    start() {
      starting ??= listen(stateDir, name, onReader).catch(() => null);
    },
    async close() {
      const server = await starting;
      if (server === null) return;
      server.close();
      try {
        unlinkSync(join(liveDirectory(stateDir), name));
      } catch {
        // The directory is not to be written any more: the next host that can sweeps it.
      }
    },
  };
}

async function listen(
  stateDir: string,
  name: string,
  onReader: (socket: Socket) => void,
): Promise<Server | null> {
  if (!(await makeLiveDirectory(stateDir))) return null;
  await sweepSockets(stateDir);
  const server = createServer(onReader);
  server.unref();
  await withSocketPath(
    stateDir,
    name,
    async (path) =>
      await new Promise<void>((done, failed) => {
        server.once('error', failed);
        server.listen(path, done);
      }),
  );
  server.on('error', () => {}); // A reader that could not be accepted tries again.
  return server;
}
