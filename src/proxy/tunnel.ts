import type { Socket } from 'node:net';
import { readOpening } from './client-hello.ts';

/** Two connections, and what is between them. */
export interface Tunnel {
  readonly client: Socket;
  readonly server: Socket;
  /** What the client has sent already. */
  readonly head: Uint8Array;
  /** Whether it may greet the server by this name. */
  readonly admitsName: (serverName: string | null) => boolean;
  /** Milliseconds for a greeting to be whole. */
  readonly headMs: number;
  /** Milliseconds in which nothing goes either way. */
  readonly idleMs: number;
}

/**
 * Passes on what comes, both ways, each to its own end: who has said everything may still listen. The client's first words
 * are held back until it is known whom they greet; the server's are not, which in some protocols speaks first.
 */
export function runTunnel(tunnel: Tunnel): void {
  const { client, server, idleMs } = tunnel;
  const end = (): void => {
    client.destroy();
    server.destroy();
  };
  for (const socket of [client, server]) {
    socket.on('error', end);
    socket.on('close', end);
  }
  // What goes either way goes through it.
  client.setTimeout(idleMs, end);
  server.pipe(client);
  passOpening(tunnel, end);
}

function passOpening({ client, server, head, admitsName, headMs }: Tunnel, end: () => void): void {
  let opening = Buffer.from(head);
  let neededBytes = 1;
  let timer: NodeJS.Timeout | null = null;

  const settle = (): void => {
    if (timer !== null) clearTimeout(timer);
    client.off('data', take).off('end', finish).off('close', settle);
  };
  const proceed = (): void => {
    settle();
    client.pause();
    server.write(opening);
    client.pipe(server);
  };
  // What it has only begun to say is passed on for the server to judge: it is no greeting.
  const finish = (): void => {
    settle();
    server.end(opening);
  };
  const take = (chunk: Uint8Array): void => {
    opening = Buffer.concat([opening, chunk]);
    if (opening.length < neededBytes) return;
    const read = readOpening(opening);
    switch (read.kind) {
      case 'incomplete':
        neededBytes = read.neededBytes;
        timer ??= setTimeout(end, headMs).unref();
        break;
      case 'not-tls':
        proceed();
        break;
      case 'malformed':
        end();
        break;
      case 'client-hello':
        if (admitsName(read.serverName)) proceed();
        else end();
        break;
    }
  };
  client.on('data', take).on('end', finish).on('close', settle);
  if (head.length > 0) take(new Uint8Array());
}
