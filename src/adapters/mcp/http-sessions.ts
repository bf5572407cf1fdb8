import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { RequestId } from './bound-lines.ts';
import { httpError, inUse } from './http-answer.ts';
import { createStreams, type Streams } from './http-streams.ts';
import { createIdleEntries } from './idle-entries.ts';
import type { ServerFactory } from './server.ts';

/** Why the connection has nothing more to do with a request: its client was not there for the whole answer. */
export const gone = 'gone';

/** A request with its body as JSON; `over` is aborted when the connection has nothing more to do with it. */
export interface Exchange {
  readonly request: Request;
  readonly body: unknown;
  readonly over: AbortSignal;
}

/** Clients of the older revisions of the protocol, each with a session that they name with every request. */
export interface Sessions {
  fetch(exchange: Exchange): Promise<Response>;
  close(): Promise<void>;
}

/** What sessions are made of. */
export interface SessionParts {
  readonly createServer: ServerFactory;
  readonly endConversation: (conversationId: string) => Promise<void>;
  readonly max: number;
  readonly idleMs: number;
  readonly maxRequestBodySize: number;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly conversationId: string;
  readonly streams: Streams;
}

/** A session is a conversation. It ends when its client says so, or is gone for a while, or when room is needed. */
export function createSessions({
  createServer,
  endConversation,
  max,
  idleMs,
  maxRequestBodySize,
}: SessionParts): Sessions {
  const sessions = createIdleEntries<Session>({
    max,
    idleMs,
    async end({ server, conversationId }) {
      await server.close();
      await endConversation(conversationId);
    },
  });

  const open = async (exchange: Exchange): Promise<Response> => {
    const conversationId = randomUUID();
    const server = createServer({ conversationId, era: 'legacy' });
    let isFull = false;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize,
      onsessioninitialized: (id) => {
        isFull = !sessions.add(id, { transport, server, conversationId, streams });
        sessions.use(id, exchange.over);
      },
      onsessionclosed: async (id) => await sessions.delete(id),
    });
    const streams = createStreams(transport);
    await server.connect(transport);
    const response = await serve({ transport, streams }, exchange);
    if (!isFull && transport.sessionId !== undefined) return response;
    await server.close();
    return isFull ? httpError(503, inUse(max, 'sessions')) : response;
  };

  return {
    async fetch(exchange) {
      const id = exchange.request.headers.get('mcp-session-id');
      if (id === null && messagesIn(exchange.body).some(isInitializeRequest)) return await open(exchange);
      if (id === null) return httpError(400, noSession);
      const session = sessions.get(id);
      // The client is to begin anew: that is what the protocol has 404 for.
      if (session === null) return httpError(404, 'Session not found', -32_001);
      sessions.use(id, exchange.over);
      const twice = session.streams.take(messagesIn(exchange.body).flatMap(requestIdOf), exchange.over);
      if (twice !== null)
        return httpError(400, `expected an id of its own, got ${JSON.stringify(twice)} again`, -32_600);
      return await serve(session, exchange);
    },
    close: async () => await sessions.close(),
  };
}

const noSession =
  'expected the header Mcp-Session-Id, or a request to initialize, got neither; begin with initialize';

/**
 * A stream that its client closes before the answer has come is taken for a cancellation: nobody could be given the
 * answer any more. The transport itself goes on as if the client would come back for it.
 */
async function serve(
  { transport, streams }: Pick<Session, 'transport' | 'streams'>,
  { request, body, over }: Exchange,
): Promise<Response> {
  const messages = messagesIn(body);
  const onGone = (): void => {
    if (over.reason !== gone) return;
    if (request.method === 'GET') transport.closeStandaloneSSEStream();
    for (const requestId of messages.flatMap(requestIdOf)) {
      const params = { requestId, reason: 'the connection was closed' };
      transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
      transport.closeSSEStream(requestId);
    }
  };
  over.addEventListener('abort', onGone, { once: true });
  const response = await transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
  if (over.aborted) onGone();
  for (const id of messages.flatMap(cancelledIdOf)) streams.leave(id);
  return response;
}

function messagesIn(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

function requestIdOf(message: unknown): readonly RequestId[] {
  return isObject(message) && 'method' in message && isId(message.id) ? [message.id] : [];
}

function cancelledIdOf(message: unknown): readonly RequestId[] {
  if (!isObject(message) || message.method !== 'notifications/cancelled') return [];
  return isObject(message.params) && isId(message.params.requestId) ? [message.params.requestId] : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}
