import type { Socket } from 'node:net';
import type { LiveMessage } from './protocol.ts';

/** Those who are connected to a host. */
export interface Readers {
  readonly isEmpty: boolean;
  /** Takes a new one, or none of more than there may be. */
  add(socket: Socket): void;
  /** Sends what has changed to all that could follow so far, and to the others all that there is. */
  send(changes: readonly LiveMessage[], everything: () => readonly LiveMessage[]): void;
  end(): void;
}

/** Readers at once: 16, several times what people keep open. */
const mostReaders = 16;

/** Bytes that may wait for a reader: 1 MiB. One that is behind so far is told nothing until it has caught up. */
const mostWaiting = 1024 ** 2;

interface Reader {
  readonly socket: Socket;
  isBehind: boolean;
}

/** `changed`: somebody came, has caught up, or has gone. */
export function createReaders(hello: LiveMessage, changed: () => void): Readers {
  const readers = new Set<Reader>();

  return {
    get isEmpty() {
      return readers.size === 0;
    },
    add(socket) {
      if (readers.size >= mostReaders) {
        socket.destroy();
        return;
      }
      const reader: Reader = { socket, isBehind: true };
      readers.add(reader);
      socket.unref(); // Who looks on keeps no host alive.
      socket.on('error', () => {}); // It has gone: `close` follows.
      socket.on('data', () => socket.destroy()); // There is nothing to say here.
      socket.on('drain', changed);
      socket.on('close', () => {
        readers.delete(reader);
        changed();
      });
      write(socket, [hello]);
      changed();
    },
    send(changes, everything) {
      for (const reader of readers) {
        const { socket } = reader;
        if (!reader.isBehind) write(socket, changes);
        else if (socket.writableLength === 0) {
          write(socket, [{ kind: 'reset' }, ...everything()]);
          reader.isBehind = false;
          continue;
        }
        reader.isBehind ||= socket.writableLength > mostWaiting;
      }
    },
    end() {
      // What was written without delay is with the system, and arrives.
      for (const { socket } of readers) socket.destroy();
    },
  };
}

function write(socket: Socket, messages: readonly LiveMessage[]): void {
  if (messages.length === 0) return;
  socket.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
}
