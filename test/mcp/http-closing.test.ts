import { expect, test } from 'vitest';
import { httpLimits } from '../../src/adapters/mcp/http.ts';
import { createEndpoint } from '../../src/adapters/mcp/http-endpoint.ts';
import { createServerFactory } from '../../src/adapters/mcp/server.ts';
import { temporaryBash } from '../support/bash.ts';
import { bearer, initialize, posted, served } from '../support/mcp-http.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

test('while it is being closed an endpoint takes nothing new, and leaves no conversation behind', async () => {
  const begun: string[] = [];
  const ended: string[] = [];
  let end = (): void => {};
  const turn = new Promise<void>((resolve) => {
    end = resolve;
  });
  const createServer = createServerFactory(temporaryBash({ sandbox: 'off' }), {
    workingDirectory: temporaryDirectory(),
    version: '1.2.3',
  });
  const endpoint = createEndpoint({
    createServer(connection) {
      begun.push(connection.conversationId);
      return createServer(connection);
    },
    async endConversation(conversationId) {
      await turn;
      ended.push(conversationId);
    },
    limits: httpLimits,
  });
  const ask = async (init: RequestInit) =>
    await endpoint.fetch(new Request('http://127.0.0.1/mcp', init), new AbortController().signal);
  expect((await ask(posted(initialize))).status).toBe(200);
  const closing = endpoint.close();
  for (const init of [
    posted(initialize),
    posted({ id: 2, method: 'tools/list', params: { _meta: modern } }, { 'mcp-method': 'tools/list' }),
  ]) {
    const response = await ask(init);
    expect([response.status, await response.json()]).toEqual([
      503,
      { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'the server is being stopped' } },
    ]);
  }
  end();
  await closing;
  expect(begun).toHaveLength(1);
  expect(ended).toEqual(begun);
});

test('a server is closed at the end of the block that it is made in by `await using`', async () => {
  const bash = temporaryBash({ sandbox: 'off' });
  const server = await served(bash, { workingDirectory: temporaryDirectory() });
  expect((await fetch(server.url, { headers: bearer })).status).toBeGreaterThanOrEqual(400);
  await server[Symbol.asyncDispose]();
  await expect(fetch(server.url, { headers: bearer })).rejects.toThrow('fetch failed');
});
