import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { type McpHttpOptions, type McpHttpServer, serveMcpOnHttp } from '../../src/adapters/mcp/index.ts';
import type { Bash } from '../../src/index.ts';
import type { Era } from './mcp.ts';

export const token = 'a-token-for-tests-and-nothing-else';

export const bearer = { authorization: `Bearer ${token}` };

/** Serves a bash on a free port of this machine until the test is over. */
export async function served(
  bash: Bash,
  options: Partial<McpHttpOptions> & { readonly workingDirectory: string },
): Promise<McpHttpServer> {
  const server = await serveMcpOnHttp(bash, { version: '1.2.3', port: 0, token, ...options });
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
