import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HostRule } from '../confine/host-rule.ts';
import type { DeniedHosts } from '../model/denied-host.ts';
import { dial } from './dial.ts';
import { answer, forward } from './forward.ts';
import { createGate } from './gate.ts';
import type { ProxyLimits } from './limits.ts';
import type { Resolve } from './resolver.ts';
import { readAbsoluteUrl, readAuthority, type Target } from './target.ts';
import { runTunnel } from './tunnel.ts';
import { createTurns } from './turns.ts';

/** A proxy for the programs of one sandbox, see RFC 9110, 7.6 and 9.3.6: `CONNECT`, and `http` URLs. */
export interface ProxyServer {
  /** Takes the connections to a socket that listens, which it then owns; after its end it closes that. */
  listen(listener: object): void;
  /** The hosts that were denied so far, since they were last forgotten. */
  denied(): DeniedHosts;
  forgetDenied(): void;
  /** Ends all of its connections at once. */
  close(): void;
}

export interface ProxyParts {
  readonly rules: readonly HostRule[];
  readonly resolve: Resolve;
  readonly limits: ProxyLimits;
}

/** What came of a wish to reach a target. */
type Reached =
  | { readonly kind: 'reached'; readonly server: Socket }
  | { readonly kind: 'not_reached'; readonly status: 403 | 502 | 503; readonly message: string };

export function createProxy({ rules, resolve, limits }: ProxyParts): ProxyServer {
  const gate = createGate(rules, resolve, limits.maxDenied);
  const turns = createTurns(limits.maxWaiting);
  const sockets = new Set<Socket>();
  let inHand = 0;
  let isClosed = false;

  const keep = (socket: Socket): void => {
    socket.unref();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };

  /** Those who are gone again before there was an answer count too: what was begun for them goes on for a while. */
  const reach = async (target: Target, client: Socket): Promise<Reached> => {
    if (inHand >= limits.maxConnections) return notReached(503, 'there are too many connections at once');
    inHand += 1;
    try {
      const admission = await gate.admit(target);
      if (admission.kind === 'denied') return notReached(403, admission.message);
      if (admission.kind === 'unresolved') return notReached(502, admission.message);
      const dialled = await dial(target, admission.addresses, { client, timeoutMs: limits.connectMs });
      if (dialled.kind === 'failed') return notReached(502, `no connection: ${dialled.message}`);
      keep(dialled.socket);
      return { kind: 'reached', server: dialled.socket };
    } finally {
      inHand -= 1;
    }
  };

  const onRequest = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Answers that wait for others would be kept without a bound.
    if (!(await turns.take(incoming.socket, response))) return void incoming.socket.destroy();
    const target = readAbsoluteUrl(incoming.url ?? '');
    if (target === null) return answer(response, 400, `${quote(incoming.url)} is no http URL`);
    const reached = await reach(target, incoming.socket);
    if (reached.kind === 'not_reached') return answer(response, reached.status, reached.message);
    forward(incoming, response, { target, server: reached.server, idleMs: limits.idleMs });
  };

  const onConnect = async (incoming: IncomingMessage, client: Socket, head: Buffer): Promise<void> => {
    client.on('error', () => client.destroy());
    const { headMs, idleMs } = limits;
    // What is still to come is no part of the tunnel, and nobody could tell it from that.
    if (turns.isTaken(client)) return void client.destroy();
    const target = readAuthority(incoming.url ?? '');
    if (target === null) {
      const message = `${quote(incoming.url)} is no host with a port`;
      return refuse(client, { status: 400, message, leaveMs: headMs });
    }
    const reached = await reach(target, client);
    if (reached.kind === 'not_reached') return refuse(client, { ...reached, leaveMs: headMs });
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const admitsName = (name: string | null): boolean => gate.admitServerName(target, name);
    runTunnel({ client, server: reached.server, head, admitsName, headMs, idleMs });
  };

  const server = createServer({
    maxHeaderSize: limits.maxHeaderBytes,
    headersTimeout: limits.headMs,
    connectionsCheckingInterval: Math.min(limits.headMs, 1_000),
    // What is sent may take long; while nothing comes, the connection is idle.
    requestTimeout: 0,
    insecureHTTPParser: false,
  });
  // Beyond a number of them Node leaves out headers without a word, also those that tell where a message ends.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.idleMs);
  server.on('connection', keep);
  // Whether the body is wanted says who gets it: by itself Node would ask for all of it (RFC 9110, 10.1.1).
  for (const event of ['request', 'checkContinue'])
    server.on(
      event,
      (incoming: IncomingMessage, response: ServerResponse) => void onRequest(incoming, response),
    );
  server.on('connect', (incoming, _stream, head) => void onConnect(incoming, incoming.socket, head));
  return {
    listen(listener) {
      server.listen(listener);
      server.unref();
      // It was on its way meanwhile, and is closed like the others.
      if (isClosed) server.close();
    },
    denied: gate.denied,
    forgetDenied: gate.forgetDenied,
    close() {
      isClosed = true;
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Why a wish for a tunnel is not fulfilled; and milliseconds until its connection is cut, for who does not leave by himself. */
interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly leaveMs: number;
}

/** Ends a wish for a tunnel, of whose connection nobody else writes the answers. */
function refuse(client: Socket, { status, message, leaveMs }: Refusal): void {
  const body = `handrail: ${message}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  client.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Behind what nobody reads, its end would never be seen.
  client.resume();
  const timer = setTimeout(() => client.destroy(), leaveMs).unref();
  client.once('close', () => clearTimeout(timer));
}

function notReached(
  status: 403 | 502 | 503,
  message: string,
): Extract<Reached, { readonly kind: 'not_reached' }> {
  return { kind: 'not_reached', status, message };
}

function quote(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, 200));
}
