import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostAllowedHostnames } from '@modelcontextprotocol/server';
import type { Bash } from '../../engine/bash.ts';
import { checkOptions, type OptionKind, type OptionKinds, optionKinds } from '../../model/options.ts';
import { hostNameExpected, hostNameOf } from './host-name.ts';
import { httpError } from './http-answer.ts';
import { createEndpoint, type Endpoint, type EndpointLimits, type EndpointParts } from './http-endpoint.ts';
import { createGuard, type Refusal } from './http-guard.ts';
import { gone } from './http-sessions.ts';
import { watchText } from './http-text.ts';
import type { Rate } from './rate.ts';
import { checkServing, createServerFactory, type McpOptions, mcpOptionKinds, mcpRequired } from './server.ts';
import { maxMessageBytes } from './stdio.ts';

/** How a bash is served over HTTP. */
export interface McpHttpOptions extends McpOptions, HttpPlace {
  readonly limits?: Partial<HttpLimits>;
}

/** Where a server listens and who is let in. */
interface HttpPlace {
  /** The address to listen on. Left out: 127.0.0.1, for this machine alone. */
  readonly host?: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** What every request has to have as its bearer token. */
  readonly token: string;
  /** Names, beside those of this machine, by which the server may be called, without ports. Left out: none. */
  readonly allowedHosts?: readonly string[];
}

/** How much is served. */
export interface HttpLimits extends EndpointLimits {
  /** Requests with the token, of all clients together. */
  readonly rate: Rate;
  /** Connections at once. */
  readonly connections: number;
}

/** A server that listens. */
export interface McpHttpServer {
  /** What a client is configured with: `http://127.0.0.1:8391/mcp`. */
  readonly url: string;
  /** Ends every request and with them their commands, and stops listening. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Idle sessions are kept for half an hour, as shells of sessions are. 50 requests a second are more than an agent makes. */
export const httpLimits: HttpLimits = {
  messageBytes: maxMessageBytes,
  sessions: 64,
  idleMs: 30 * 60 * 1_000,
  rate: { perSecond: 50, burst: 200 },
  connections: 256,
};

const path = '/mcp';

const httpOptionKinds: OptionKinds<McpHttpOptions> = {
  ...mcpOptionKinds,
  host: optionKinds.text,
  port: {
    expected: 'a port, or 0 for any that is free',
    has: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 65_536,
    isTold: true,
  },
  token: { ...optionKinds.text, expected: 'what requests are let in by, a string that is not empty' },
  allowedHosts: {
    expected: `an array, each of it ${hostNameExpected}`,
    has: (value) =>
      Array.isArray(value) && value.every((name) => typeof name === 'string' && hostNameOf(name) !== null),
    isTold: true,
  },
  limits: { expected: 'an object', has: () => true }, // See `limitKinds`.
};

const count: OptionKind = {
  expected: 'a whole number above 0',
  has: (value) => Number.isSafeInteger(value) && Number(value) > 0,
  isTold: true,
};

const limitKinds: OptionKinds<HttpLimits> = {
  messageBytes: count,
  sessions: count,
  idleMs: optionKinds.milliseconds,
  rate: {
    expected: '{ perSecond, burst }, numbers above 0',
    has: (value) => {
      const { perSecond, burst } = Object(value);
      return [perSecond, burst].every((one) => typeof one === 'number' && one > 0);
    },
    isTold: true,
  },
  connections: count,
};

/** Serves over Streamable HTTP, both protocol eras. Rejects when it cannot listen there. */
export async function serveMcpOnHttp(bash: Bash, options: McpHttpOptions): Promise<McpHttpServer> {
  const of = 'an MCP server on HTTP';
  const required = [...mcpRequired, 'port', 'token'] as const;
  checkServing(of, { bash, options, kinds: httpOptionKinds, required });
  if (options.limits !== undefined) checkOptions(`${of}: limits`, options.limits, limitKinds);
  return await serveServersOnHttp(
    {
      createServer: createServerFactory(bash, options),
      endConversation: async (conversationId) => await bash.endConversation(conversationId),
    },
    options,
  );
}

/** Serves whatever servers a factory makes, as those of a bash are served. */
export async function serveServersOnHttp(
  parts: Omit<EndpointParts, 'limits'>,
  options: HttpPlace & Pick<McpHttpOptions, 'limits'>,
): Promise<McpHttpServer> {
  const limits = { ...httpLimits, ...options.limits };
  return await listen(createEndpoint({ ...parts, limits }), options, limits);
}

/** Has an endpoint answer on an address, for those who are let in. */
async function listen(
  endpoint: Endpoint,
  { host = '127.0.0.1', port, token, allowedHosts = [] }: HttpPlace,
  limits: HttpLimits,
): Promise<McpHttpServer> {
  const allowed = allowedHosts.map((name) => hostNameOf(name) ?? name);
  const hostnames = [...localhostAllowedHostnames(), inUrl(host), ...allowed];
  const refuse = createGuard({ path, token, hostnames, rate: limits.rate }, () => performance.now());
  // Who serves standard input needs nothing of it.
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const server = createServer((request, response) => {
    const refusal = refuse(request);
    if (refusal !== null) return answerRefusal(refusal, request, response);
    const over = new AbortController();
    response.once('close', () => over.abort(response.writableFinished ? 'answered' : gone));
    const isText = watchText(request);
    const handler = {
      fetch: async (asked: Request) =>
        isText() ? await endpoint.fetch(asked, over.signal) : httpError(400, notText, -32_700),
    };
    const handle = toNodeHandler(handler, { maxRequestBodySize: limits.messageBytes });
    flushHeads(response);
    // Node says `undefined` where the other type leaves a key out.
    void handle(request as Parameters<typeof handle>[0], response);
  });
  server.maxConnections = limits.connections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  // A server that listens on a port has an address of that kind.
  const { port: bound } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await endpoint.close();
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://${inUrl(host)}:${bound}${path}`, close, [Symbol.asyncDispose]: close };
}

const notText = 'expected a body in JSON, got bytes that are no UTF-8';

/** Node sends the head with the first of the body, which a stream may have to tell only after a while. */
function flushHeads(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  // One of several signatures: the one that is used here.
  response.writeHead = ((status: number, headers: OutgoingHttpHeaders) => {
    writeHead(status, headers).flushHeaders();
    return response;
  }) as ServerResponse['writeHead'];
}

/** What is left of the body is not read: the connection ends with the answer. */
function answerRefusal(
  { status, message, headers }: Refusal,
  request: IncomingMessage,
  response: ServerResponse,
) {
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
  request.resume();
}

/** An address of IPv6 stands in brackets there. */
function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
