import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import {
  type McpHttpOptions,
  type McpHttpServer,
  serveMcpOnHttp,
  serveServersOnHttp,
} from '../../src/adapters/mcp/http.ts';
import type { KnownWaits } from '../../src/adapters/mcp/patience.ts';
import { createServerFactory } from '../../src/adapters/mcp/server.ts';
import type { Bash } from '../../src/index.ts';
import type { Era } from './mcp.ts';

export const token = 'a-token-for-tests-and-nothing-else';

export const bearer = { authorization: `Bearer ${token}` };

/** Serves a bash on a free port of this machine until the test is over. */
export async function served(
  bash: Bash,
  options: Partial<McpHttpOptions> & { readonly workingDirectory: string },
  /** What is to be known of how long clients wait; `null`: what is known. */
  waits: KnownWaits | null = null,
): Promise<McpHttpServer> {
  const all = { version: '1.2.3', port: 0, token, ...options };
  const server =
    waits === null
      ? await serveMcpOnHttp(bash, all)
      : await serveServersOnHttp(
          {
            createServer: createServerFactory(bash, all, waits),
            endConversation: async (conversationId) => await bash.endConversation(conversationId),
          },
          all,
        );
  onTestFinished(() => server.close());
  return server;
}

/** The official client over HTTP; closed when the test is over. */
export async function connectHttp(
  url: string,
  {
    era = 'legacy',
    headers = {},
    client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: era } }),
  }: { readonly era?: Era; readonly headers?: Record<string, string>; readonly client?: Client } = {},
): Promise<{ readonly client: Client; readonly transport: StreamableHTTPClientTransport }> {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...bearer, ...headers } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

/** A message of the older era to post. */
export function posted(message: object, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...bearer,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  };
}

/** The first message of a client of the older era. */
export const initialize = {
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1.0.0' },
  },
};
