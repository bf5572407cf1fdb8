import { randomUUID } from 'node:crypto';
import { createMcpHandler, isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server';
import { messageOf } from '../../model/errors.ts';
import { httpError, inUse } from './http-answer.ts';
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

/** Messages in one request, as many as the SDK takes: beyond, they would be compared with each other for minutes. */
const maxMessages = 100;

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
  let isClosing = false;
  const modern = createMcpHandler(
    ({ requestInfo }) =>
      createServer({ conversationId: conversations.get(nameIn(requestInfo)) ?? randomUUID(), era: 'modern' }),
    { legacy: 'reject', maxRequestBodySize },
  );

  const fetchModern = async ({ request, body, over }: Exchange): Promise<Response> => {
    const name = nameIn(request);
    if (name.length > maxNameLength)
      return httpError(
        400,
        `expected a ${conversationHeader} of at most ${maxNameLength} characters, got ${name.length}`,
      );
    if (conversations.get(name) === null && !conversations.add(name, randomUUID()))
      return httpError(503, inUse(max, 'conversations'));
    conversations.use(name, over);
    return await modern.fetch(request, { parsedBody: body });
  };

  return {
    async fetch(request, over) {
      if (request.method !== 'POST') return await sessions.fetch({ request, body: undefined, over });
      const read = await readMessages(request);
      if (read.kind === 'none') return read.answer;
      const { body } = read;
      // What is begun now would be ended by nobody: its body may have come when all the others were.
      if (isClosing) return httpError(503, 'the server is being stopped');
      const exchange = { request, body, over };
      return (await isLegacyRequest(request, body))
        ? await sessions.fetch(exchange)
        : await fetchModern(exchange);
    },
    async close() {
      isClosing = true;
      await modern.close();
      await sessions.close();
      await conversations.close();
    },
  };
}

function nameIn(request: Request | undefined): string {
  return request?.headers.get(conversationHeader) ?? '';
}

type ReadMessages =
  | { readonly kind: 'read'; readonly body: unknown }
  | { readonly kind: 'none'; readonly answer: Response };

async function readMessages(request: Request): Promise<ReadMessages> {
  const type = request.headers.get('content-type');
  if (!isJsonContentType(type)) {
    const got = type === null ? 'none' : JSON.stringify(type);
    return none(415, `expected the content type application/json, got ${got}`);
  }
  const text = await request.text();
  try {
    const body: unknown = JSON.parse(text);
    if (!Array.isArray(body) || body.length <= maxMessages) return { kind: 'read', body };
    const message = `expected at most ${maxMessages} messages in one request, got ${body.length}`;
    return none(400, message, -32_600);
  } catch (error) {
    const got = text.trim() === '' ? 'nothing' : `text that is none (${messageOf(error)})`;
    return none(400, `expected a body in JSON, got ${got}`, -32_700);
  }
}

function none(...error: Parameters<typeof httpError>): ReadMessages {
  return { kind: 'none', answer: httpError(...error) };
}
