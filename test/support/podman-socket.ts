import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect, createServer as createRelay, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './temporary.ts';

/**
 * The socket of a Docker daemon as that of Podman's service is in one thing: the body of a request to attach to a container is input for
 * it. `onRequest` is told the method and the path of each. Ends with the test.
 */
export async function podmanSocket(
  daemon: string,
  onRequest: (line: string) => void = () => {},
): Promise<string> {
  const socketPath = join(temporaryDirectory(), 'socket');
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    onRequest(`${method} ${path}`);
    const passed = request({ socketPath: daemon, method, path, headers, agent: false });
    passed.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers).flushHeaders();
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('upgrade', (asked: IncomingMessage, client, body) => {
    const upstream = connect(daemon);
    upstream.write(headOf(asked));
    upstream.write(body);
    client.pipe(upstream).pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    onTestFinished(() => void client.destroy());
  });
  server.listen(socketPath);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return socketPath;
}

/** A way to a Docker daemon that something can befall. */
export interface Way {
  readonly socketPath: string;
  /** Nobody is there any more. */
  cut(): void;
  /** From now on nothing passes, as where the daemon is suspended. */
  hold(): void;
}

/** The socket of a Docker daemon, until something befalls it. */
export async function wayTo(daemon: string): Promise<Way> {
  const socketPath = join(temporaryDirectory(), 'socket');
  const sockets = new Set<Socket>();
  let isHeld = false;
  const relay = createRelay((client) => {
    const upstream = connect(daemon);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}); // The other end was cut.
    }
    if (!isHeld) client.pipe(upstream).pipe(client);
  });
  const cut = (): void => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  };
  relay.listen(socketPath);
  await once(relay, 'listening');
  onTestFinished(cut);
  return {
    socketPath,
    cut,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

/** Without the length of its body, what comes after the head is for the container. */
function headOf({ method, url = '', headers }: IncomingMessage): string {
  const isAttach = url.includes('/attach');
  const kept = Object.entries(headers).filter(([name]) => !(isAttach && name === 'content-length'));
  const lines = kept.map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
