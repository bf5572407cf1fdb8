import type { Duplex } from 'node:stream';

/** Whether a connection to the daemon, which is a socket of some kind, keeps this process from ending. */
export function keepAlive(socket: Duplex, isKept: boolean): void {
  if (isKept && 'ref' in socket && typeof socket.ref === 'function') socket.ref();
  if (!isKept && 'unref' in socket && typeof socket.unref === 'function') socket.unref();
}
