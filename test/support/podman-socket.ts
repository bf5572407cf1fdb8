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

/** The socket of a Docker daemon until it is cut; then nobody is there any more. */
export async function cuttableSocket(
  daemon: string,
): Promise<{ readonly socketPath: string; readonly cut: () => void }> {
  const socketPath = join(temporaryDirectory(), 'socket');
  const sockets = new Set<Socket>();
  const relay = createRelay((client) => {
    const upstream = connect(daemon);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}); // The other end was cut.
    }
  });
  const cut = (): void => {
    relay.close();
    for (const socket of sockets) socket.destroy();
  };
  relay.listen(socketPath);
  await once(relay, 'listening');
  onTestFinished(cut);
  return { socketPath, cut };
}

/** Without the length of its body, what comes after the head is for the container. */
function headOf({ method, url = '', headers }: IncomingMessage): string {
  const isAttach = url.includes('/attach');
  const kept = Object.entries(headers).filter(([name]) => !(isAttach && name === 'content-length'));
  const lines = kept.map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
