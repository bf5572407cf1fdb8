import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { type HostRule, readHostRule } from '../../src/confine/host-rule.ts';
import { defaultProxyLimits, type ProxyLimits } from '../../src/proxy/limits.ts';
import { createProxy, type ProxyServer } from '../../src/proxy/proxy.ts';
import type { Resolve } from '../../src/proxy/resolver.ts';

/** Rules that can be read. */
export function rules(...texts: readonly string[]): readonly HostRule[] {
  return texts.map((text) => {
    const read = readHostRule(text);
    if (read.kind === 'unreadable') throw new Error(read.reason);
    return read.rule;
  });
}

/** Names as a table. */
export function resolverOf(table: Readonly<Record<string, readonly string[]>>): Resolve {
  return async (name) => {
    const addresses = table[name];
    if (addresses === undefined) throw new Error('no such name');
    return addresses;
  };
}

/** What a server on a loopback port of its own gets, one text a connection. */
export interface LoopbackServer {
  readonly port: number;
  readonly received: string[];
  readonly server: Server;
}

/** Ends with the test. */
export async function loopbackServer(serve: (socket: Socket) => void): Promise<LoopbackServer> {
  const received: string[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const index = received.push('') - 1;
    socket.on('data', (chunk) => {
      received[index] += String(chunk);
    });
    socket.on('error', () => {}); // The other side may end it in any way.
    serve(socket);
    onTestFinished(() => void socket.destroy());
  });
  const port = await listening(server);
  return { port, received, server };
}

/** Answers every request with this. */
export function answering(body: string, head = 'HTTP/1.1 200 OK'): (socket: Socket) => void {
  return (socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\r\n\r\n')) socket.end(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    });
  };
}

/** A proxy that listens on a loopback port. */
export async function proxyFor(
  allowed: readonly HostRule[],
  { resolve = resolverOf({}), ...limits }: Partial<ProxyLimits> & { readonly resolve?: Resolve } = {},
): Promise<{ readonly proxy: ProxyServer; readonly port: number }> {
  const listener = createServer();
  const port = await listening(listener);
  const proxy = createProxy({ rules: allowed, resolve, limits: { ...defaultProxyLimits, ...limits } });
  proxy.listen(listener);
  onTestFinished(() => proxy.close());
  return { proxy, port };
}

/** A connection to a loopback port that shows all that came. */
export interface Client {
  readonly socket: Socket;
  /** Resolves to all that came so far, once that matches. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves to all that came, once nothing more will. */
  ended(): Promise<string>;
}

export function clientOf(port: number, text: string | Uint8Array = ''): Client {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  let came = '';
  let isOver = false;
  socket.on('data', (chunk) => {
    came += chunk.toString('latin1');
    socket.emit('news');
  });
  const over = (): void => {
    isOver = true;
    socket.emit('news');
  };
  socket.on('error', over).on('end', over).on('close', over);
  socket.write(text);
  const when = async (isSo: () => boolean): Promise<string> => {
    while (!isSo()) {
      if (isOver) throw new Error(`the connection ended with ${JSON.stringify(came)}`);
      await once(socket, 'news');
    }
    return came;
  };
  return {
    socket,
    until: (pattern) => when(() => pattern.test(came)),
    ended: () => when(() => isOver),
  };
}

/** What one connection gets that says this, up to its end. */
export async function exchange(port: number, text: string | Uint8Array): Promise<string> {
  return await clientOf(port, text).ended();
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address() as AddressInfo; // what listens on a port has one
  return address.port;
}
