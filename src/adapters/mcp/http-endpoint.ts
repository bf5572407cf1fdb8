import { randomUUID } from 'node:crypto';
import { createMcpHandler, isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server';
import { httpError } from './http-answer.ts';
import { createSessions, type Exchange } from './http-sessions.ts';
import { createIdleEntries } from './idle-entries.ts';
import type { ServerFactory } from './server.ts';

/** How many are served, and for how long. */
export interface EndpointLimits {
  /** Bytes of a request. */
  readonly messageBytes: number;
  /** Sessions, and named conversations, at once. */
  readonly sessions: number;
  /** Milliseconds after which a session is let go of that nobody has used. */
  readonly idleMs: number;
}

/** What an endpoint serves. */
export interface EndpointParts {
  readonly createServer: ServerFactory;
  readonly endConversation: (conversationId: string) => Promise<void>;
  readonly limits: EndpointLimits;
}

/** Serves requests of both eras, which somebody else has let in. */
export interface Endpoint {
  /** `over` is aborted when the connection has nothing more to do with the request. */
  fetch(request: Request, over: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

/** Names the conversation of a request of the newer era, which has no sessions. */
const conversationHeader = 'handrail-conversation';

const methods = ['GET', 'POST', 'DELETE'];

/** The longest name of a conversation, in characters. */
const maxNameLength = 200;

/**
 * The newer revision of the protocol has no sessions: every request stands alone. So a conversation is what a client names
 * in a header, and all that name none are one: they have the same token, and with it are the same user.
 */
export function createEndpoint({ createServer, endConversation, limits }: EndpointParts): Endpoint {
  const maxRequestBodySize = limits.messageBytes;
  const { sessions: max, idleMs } = limits;
  const sessions = createSessions({ createServer, endConversation, max, idleMs, maxRequestBodySize });
  const conversations = createIdleEntries<string>({ max, idleMs, end: endConversation });
  const modern = createMcpHandler(
    ({ requestInfo }) =>
      createServer({ conversationId: conversations.get(nameIn(requestInfo)) ?? randomUUID(), era: 'modern' }),
    { legacy: 'reject', maxRequestBodySize },
  );

  const fetchModern = async ({ request, body, over }: Exchange): Promise<Response> => {
    const name = nameIn(request);
    if (name.length > maxNameLength)
      return httpError(400, `expected a ${conversationHeader} of at most ${maxNameLength} characters`);
    if (conversations.get(name) === null && !conversations.add(name, randomUUID()))
      return httpError(503, `${max} conversations are in use, which is the most`);
    conversations.use(name, over);
    return await modern.fetch(request, { parsedBody: body });
  };

  return {
    async fetch(request, over) {
      if (!methods.includes(request.method))
        return httpError(405, `expected one of the methods ${methods.join(', ')}`);
      if (request.method !== 'POST') return await sessions.fetch({ request, body: undefined, over });
      if (!isJsonContentType(request.headers.get('content-type')))
        return httpError(415, 'expected the content type application/json');
      const body = await readJson(request);
      if (body === null) return httpError(400, 'expected a body in JSON', -32_700);
      const exchange = { request, body, over };
      return (await isLegacyRequest(request, body))
        ? await sessions.fetch(exchange)
        : await fetchModern(exchange);
    },
    async close() {
      await modern.close();
      await sessions.close();
      await conversations.close();
    },
  };
}

function nameIn(request: Request | undefined): string {
  return request?.headers.get(conversationHeader) ?? '';
}

/** `null`: it is none. A message of the protocol is never `null` itself. */
async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await request.text());
  } catch {
    return null; // Said with the status.
  }
}
