import type { Socket } from 'node:net';
import { type Opening, readNextOpening, readOpening } from './client-hello.ts';
import { asksAgain } from './server-hello.ts';

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

function passOpening(tunnel: Tunnel, end: () => void): void {
  const { server, head } = tunnel;
  const passNext = (rest: Buffer): void =>
    holdBack(tunnel, {
      ...{ head: rest, read: readNextOpening, end },
      onGreeting: (held) => proceed(tunnel, held),
    });
  holdBack(tunnel, {
    ...{ head, read: readOpening, end },
    onGreeting: (held, bytes) => {
      const rest = held.subarray(bytes);
      // Servers go by the last greeting, and who knows what they will answer may send two at once.
      whenAnswered(server, (isAskedAgain) => (isAskedAgain ? passNext(rest) : proceed(tunnel, rest)));
      server.write(held.subarray(0, bytes));
    },
  });
}

/** What is held back of a client. */
interface Held {
  readonly head: Uint8Array;
  readonly read: (bytes: Uint8Array) => Opening;
  /** Called, with all that came, when there is a greeting that may be passed on; `bytes` of it are that. */
  readonly onGreeting: (held: Buffer, bytes: number) => void;
  readonly end: () => void;
}

function holdBack(tunnel: Tunnel, { head, read, onGreeting, end }: Held): void {
  const { client, server, admitsName, headMs } = tunnel;
  let held = Buffer.from(head);
  let neededBytes = 1;
  let timer: NodeJS.Timeout | null = null;

  const settle = (): void => {
    if (timer !== null) clearTimeout(timer);
    client.off('data', take).off('end', finish).off('close', settle);
    client.pause();
  };
  // What it has only begun to say is passed on for the server to judge: it is no greeting.
  const finish = (): void => {
    settle();
    server.end(held);
  };
  const take = (chunk: Uint8Array): void => {
    held = Buffer.concat([held, chunk]);
    if (held.length < neededBytes) return;
    const opening = read(held);
    switch (opening.kind) {
      case 'incomplete':
        neededBytes = opening.neededBytes;
        timer ??= setTimeout(end, headMs).unref();
        break;
      case 'not-tls':
        settle();
        proceed(tunnel, held);
        break;
      case 'malformed':
        end();
        break;
      case 'client-hello':
        if (!admitsName(opening.serverName)) end();
        else {
          settle();
          onGreeting(held, opening.bytes);
        }
        break;
    }
  };
  client.on('data', take).on('end', finish).on('close', settle);
  client.resume();
  if (head.length > 0) take(new Uint8Array());
}

/** Looks on as a server answers a greeting. */
function whenAnswered(server: Socket, act: (isAskedAgain: boolean) => void): void {
  let came = Buffer.alloc(0);
  const tell = (isAskedAgain: boolean): void => {
    server.off('data', look).off('end', over);
    act(isAskedAgain);
  };
  const look = (chunk: Uint8Array): void => {
    came = Buffer.concat([came, chunk]);
    const isAskedAgain = asksAgain(came);
    if (isAskedAgain !== null) tell(isAskedAgain);
  };
  const over = (): void => tell(false);
  server.on('data', look).on('end', over);
}

function proceed({ client, server }: Tunnel, held: Uint8Array): void {
  if (held.length > 0) server.write(held);
  client.pipe(server);
}
