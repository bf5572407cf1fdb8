import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { temporaryBash } from '../support/bash.ts';
import { heldProcess } from '../support/held-process.ts';
import type { Era } from '../support/mcp.ts';
import { bearer, connectHttp, initialize, posted, served, token } from '../support/mcp-http.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A server in a directory of its own. */
async function serving(given: Partial<Parameters<typeof served>[1]> = {}) {
  const directory = given.workingDirectory ?? temporaryDirectory();
  const bash = temporaryBash({ sandbox: 'off' });
  const server = await served(bash, { workingDirectory: directory, ...given });
  return { bash, directory, ...server };
}

const eras: readonly Era[] = ['legacy', 'auto'];

describe.each(eras)('a client of the %s era over HTTP', (era) => {
  test('lists the tools, runs commands and is told of progress', async () => {
    const { url, directory } = await serving();
    const { client } = await connectHttp(url, { era });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('bash_output');
    const reports: (string | undefined)[] = [];
    const command = 'echo step one; until [ -e go ]; do sleep 0.02; done; pwd';
    const result = client.callTool(
      { name: 'bash', arguments: { command } },
      {
        onprogress: ({ message }) => {
          reports.push(message);
          if (message === 'step one')
            // The test may be over before its answer has come.
            void client.callTool({ name: 'bash', arguments: { command: 'touch go' } }).catch(() => 'over');
        },
      },
    );
    expect(await result).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: `step one\n${directory}` }],
      structuredContent: { status: 'ok' },
    });
    expect(reports).toContain('step one');
  });

  test('ends every process of a command that it cancels', async () => {
    const held = heldProcess();
    const { url, bash } = await serving({ workingDirectory: held.directory });
    const { client } = await connectHttp(url, { era });
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'bash', arguments: { command: held.command } },
      { signal: controller.signal, onprogress: ({ message }) => message === 'ready' && controller.abort() },
    );
    await expect(call).rejects.toThrow();
    await expect.poll(() => bash.running()).toEqual([]);
    held.expectGone();
  });

  test('ends every process of a command when its stream is closed before the answer', async () => {
    const held = heldProcess();
    const { url, bash } = await serving({ workingDirectory: held.directory });
    const { client, transport } = await connectHttp(url, { era });
    const call = client.callTool({ name: 'bash', arguments: { command: held.command } }).catch(() => 'gone');
    await expect.poll(() => bash.running()).toHaveLength(1);
    await transport.close();
    expect(await call).toBe('gone');
    await expect.poll(() => bash.running()).toEqual([]);
    held.expectGone();
  });
});

describe('handrail mcp --http', () => {
  test('has every session be a conversation, and every name of a client of the newest era', async () => {
    const { url, bash } = await serving();
    const clients = await Promise.all([
      connectHttp(url),
      connectHttp(url),
      connectHttp(url, { era: 'auto' }),
      connectHttp(url, { era: 'auto' }),
      connectHttp(url, { era: 'auto', headers: { 'handrail-conversation': 'mine' } }),
    ]);
    const calls = clients.map(
      async ({ client }, n) =>
        await client.callTool({ name: 'bash', arguments: { command: 'sleep 600', description: `${n}` } }),
    );
    await expect.poll(() => bash.running()).toHaveLength(5);
    const tasks = await bash.running();
    const [one, other, unnamed, unnamedToo, named] = tasks
      .toSorted((a, b) => Number(a.description) - Number(b.description))
      .map(({ conversationId }) => conversationId);
    expect(new Set([one, other, unnamed, named]).size).toBe(4);
    expect(unnamedToo).toBe(unnamed);
    await Promise.all(clients.map(async ({ client }) => await client.close()));
    await Promise.allSettled(calls);
  });

  test('lets go of a session that nobody uses, and not of one whose client listens', async () => {
    const { url } = await serving({ limits: { idleMs: 100 } });
    const open = async () => {
      const response = await fetch(url, posted(initialize));
      await response.text();
      return { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
    };
    const [used, unused] = [await open(), await open()];
    const ping = async (session: Record<string, string>) =>
      (await fetch(url, posted({ id: 2, method: 'ping' }, session))).status;
    const headers = { ...bearer, ...used, accept: 'text/event-stream' };
    expect((await fetch(url, { headers })).status).toBe(200);
    await expect.poll(async () => await ping(unused), { interval: 400 }).toBe(404);
    expect(await ping(used)).toBe(200);
  });

  test('gives no event an id, by which a client would come back for the answer to a call that it has left', async () => {
    const { url } = await serving();
    const open = await fetch(url, posted(initialize));
    const events = [await open.text()];
    const session = {
      'mcp-session-id': open.headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25',
    };
    const params = { name: 'bash', arguments: { command: 'echo here' }, _meta: { progressToken: 1 } };
    events.push(await (await fetch(url, posted({ id: 2, method: 'tools/call', params }, session))).text());
    expect(events.join('')).toContain('"text":"here"');
    expect(events.join('')).not.toMatch(/^(id|retry):/m);
  });

  test('gives a client its stream back that has lost it', async () => {
    const { url } = await serving();
    const response = await fetch(url, posted(initialize));
    await response.text();
    const headers = {
      ...bearer,
      accept: 'text/event-stream',
      'mcp-session-id': response.headers.get('mcp-session-id') ?? '',
    };
    const first = new AbortController();
    expect((await fetch(url, { headers, signal: first.signal })).status).toBe(200);
    expect((await fetch(url, { headers })).status).toBe(409);
    first.abort();
    const again = async () => {
      const last = new AbortController();
      const { status } = await fetch(url, { headers, signal: last.signal });
      last.abort();
      return status;
    };
    await expect.poll(again).toBe(200);
  });

  test('makes room for a session, but not at the expense of one that is in use', async () => {
    const { url, bash } = await serving({ limits: { sessions: 1 } });
    const { client } = await connectHttp(url);
    const call = client.callTool({ name: 'bash', arguments: { command: 'sleep 600' } }).catch(() => 'over');
    await expect.poll(() => bash.running()).toHaveLength(1);
    expect(await refused(url, posted(initialize))).toEqual({
      status: 503,
      message: 'all sessions are in use, 1 at the most; end one first, or try again later',
    });
    await client.close();
    await call;
    const second = async () => (await fetch(url, posted(initialize))).status;
    await expect.poll(second).toBe(200);
  });

  test('makes room for a named conversation in the same way', async () => {
    const { url, bash } = await serving({ limits: { sessions: 1 } });
    const { client } = await connectHttp(url, { era: 'auto' });
    const headers = { 'handrail-conversation': 'another' };
    const { client: other } = await connectHttp(url, { era: 'auto', headers });
    const call = client.callTool({ name: 'bash', arguments: { command: 'sleep 600' } }).catch(() => 'over');
    await expect.poll(() => bash.running()).toHaveLength(1);
    await expect(other.listTools()).rejects.toThrow(
      'all conversations are in use, 1 at the most; end one first, or try again later',
    );
    await client.close();
    await call;
    await expect.poll(async () => (await other.listTools()).tools).not.toEqual([]);
  });

  test('ends what runs when it is closed', async () => {
    const held = heldProcess();
    const { url, bash, close } = await serving({ workingDirectory: held.directory });
    for (const era of eras) {
      const { client } = await connectHttp(url, { era });
      void client.callTool({ name: 'bash', arguments: { command: held.command } }).catch(() => 'over');
    }
    await expect.poll(() => bash.running()).toHaveLength(2);
    await close();
    await expect.poll(() => bash.running()).toEqual([]);
    held.expectGone();
    await expect(fetch(url)).rejects.toThrow();
  });

  test('takes no second request of one id in a session while the first is under way', async () => {
    const { url, directory } = await serving();
    const begun = await fetch(url, posted(initialize));
    const headers = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    const call = (command: string) =>
      fetch(
        url,
        posted({ id: 7, method: 'tools/call', params: { name: 'bash', arguments: { command } } }, headers),
      );
    const first = await call('until [ -e go ]; do sleep 0.02; done; echo first');
    const second = await call('echo second');
    expect([second.status, await second.text()]).toEqual([400, expect.stringContaining('got 7 again')]);
    writeFileSync(join(directory, 'go'), '');
    expect(await first.text()).toContain('"text":"first"');
    expect(await (await call('echo third')).text()).toContain('"text":"third"');
  });

  test('is not held up by a client that does not read', async () => {
    const { url, bash } = await serving();
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.pause();
    const command = 'head -c 20000000 /dev/zero | tr "\\0" x; echo';
    const { headers = {}, body } = posted({
      id: 5,
      method: 'tools/call',
      params: {
        name: 'bash',
        arguments: { command },
        _meta: { ...modern, progressToken: 1 },
      },
    });
    const head = Object.entries({ ...modernHeaders, ...headers }).map(([name, value]) => `${name}: ${value}`);
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${String(body).length}\r\n${head.join('\r\n')}\r\n\r\n${body}`,
    );
    const { client } = await connectHttp(url);
    const result = await client.callTool({ name: 'bash', arguments: { command: 'echo still here' } });
    expect(result.content).toEqual([{ type: 'text', text: 'still here' }]);
    socket.destroy();
    await expect.poll(() => bash.running()).toEqual([]);
  });
});

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const modernHeaders = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'bash',
};

/** A call of the newest era that says "here". */
function postedModern(headers: Readonly<Record<string, string>>): RequestInit {
  const params = { name: 'bash', arguments: { command: 'echo here' }, _meta: modern };
  return posted({ id: 1, method: 'tools/call', params }, { ...modernHeaders, ...headers });
}

/** A request as no library would let us make it. */
async function raw(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return (await rawAnswer(url, headers)).status;
}

async function rawAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
  other: { readonly method?: string; readonly path?: string } = {},
) {
  const asked = request(url, { method: 'POST', ...other, headers: { ...bearer, ...headers } });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: response.statusCode, text: await text(response) };
}

async function refused(url: string, init: RequestInit) {
  const response = await fetch(url, init);
  const { error } = (await response.json()) as { error: { message: string } };
  return { status: response.status, message: error.message };
}

describe('what handrail mcp --http does not let in', () => {
  test.each([
    ...['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.', '[::2]'],
    ...['evil.example@127.0.0.1', '127.0.0.1/evil', '127.0.0.1#evil', '127.0.0.1?evil', '127.0.0.1\\evil'],
  ])('a request for the host %j', async (host) => {
    const { url } = await serving();
    const answer = await rawAnswer(url, { host });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text).error.message).toBe(
      `expected a Host that is this machine, or a name that the server allows (--allowed-host), got ${JSON.stringify(host)}`,
    );
  });

  test.each(['http://evil.example', 'https://localhost.evil.example', 'null', 'file://', 'evil'])(
    'a page of the origin %j',
    async (origin) => {
      const { url } = await serving();
      const answer = await rawAnswer(url, { origin });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.text).error.message).toBe(
        `expected no Origin, or one of this machine or of a name that the server allows (--allowed-host), got ${JSON.stringify(origin)}`,
      );
    },
  );

  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another' }],
    ['the token in capitals', { authorization: `Bearer ${token.toUpperCase()}` }],
    ['more than the token', { authorization: `Bearer ${token} ${token}` }],
    ['the token in quotes', { authorization: `Bearer "${token}"` }],
    ['the token alone', { authorization: token }],
    ['a part of the token', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['another way to say who one is', { authorization: `Basic ${token}` }],
    ['the token in another place', { 'x-authorization': `Bearer ${token}` }],
  ])('a request with %s', async (_what, headers) => {
    const { url } = await serving();
    const { authorization: _, ...rest } = posted(initialize).headers as Record<string, string>;
    const response = await fetch(url, { ...posted(initialize), headers: { ...rest, ...headers } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(((await response.json()) as { error: object }).error).toMatchObject({
      message: 'expected the bearer token of the server, which said at its start what it is, or where',
    });
  });

  test('one who guesses, but those who know the token all the same', async () => {
    const { url } = await serving();
    const guesses = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => (await fetch(`${url}?${n}`, { method: 'POST' })).status),
    );
    expect(new Set(guesses)).toEqual(new Set([401, 429]));
    expect((await fetch(url, posted(initialize))).status).toBe(200);
  });

  test('more requests than the rate', async () => {
    const { url } = await serving({ limits: { rate: { perSecond: 0.001, burst: 2 } } });
    expect((await fetch(url, posted(initialize))).status).toBe(200);
    expect((await fetch(url, posted(initialize))).status).toBe(200);
    const response = await fetch(url, posted(initialize));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1']);
  });

  test('a message that is too large, announced or not, and goes on to serve', async () => {
    const { url } = await serving({ limits: { messageBytes: 10_000 } });
    const large = posted({ ...initialize, params: { ...initialize.params, x: 'x'.repeat(20_000) } });
    const message = 'Payload Too Large: Request body must not exceed 10000 bytes';
    expect(await refused(url, large)).toEqual({ status: 413, message });
    const body = new Blob([String(large.body)]).stream();
    const streamed = { ...large, body, duplex: 'half' } as RequestInit;
    expect(await refused(url, streamed)).toEqual({ status: 413, message });
    expect((await fetch(url, posted(initialize))).status).toBe(200);
  });

  const noSession =
    'expected the header Mcp-Session-Id, or a request to initialize, got neither; begin with initialize';

  test.each([
    [
      ...['another content type', posted(initialize, { 'content-type': 'text/plain' }), 415],
      'expected the content type application/json, got "text/plain"',
    ],
    [
      ...['a body that is no JSON', { ...posted(initialize), body: '{' }, 400],
      /^expected a body in JSON, got text that is none \(.+\)$/,
    ],
    [
      ...[
        'a body that is no UTF-8',
        { ...posted(initialize), body: Buffer.from('{"a":"b\xe4r"}', 'latin1') },
        400,
      ],
      'expected a body in JSON, got bytes that are no UTF-8',
    ],
    ['no body', { ...posted(initialize), body: '' }, 400, 'expected a body in JSON, got nothing'],
    [
      ...[
        'a session that there is none of',
        posted({ id: 2, method: 'ping' }, { 'mcp-session-id': 'x' }),
        404,
      ],
      'Session not found',
    ],
    ['no session', posted({ id: 2, method: 'tools/list' }), 400, noSession],
    ['no session to listen to', { headers: { ...bearer, accept: 'text/event-stream' } }, 400, noSession],
    ['no session to end', { method: 'DELETE', headers: bearer }, 400, noSession],
    [
      ...['another method', { method: 'PUT', headers: bearer, body: '{}' }, 405],
      'expected one of the methods GET, POST, DELETE, got PUT',
    ],
    [
      ...[
        'a conversation with too long a name',
        postedModern({ 'handrail-conversation': 'x'.repeat(201) }),
        400,
      ],
      'expected a handrail-conversation of at most 200 characters, got 201',
    ],
  ] as readonly [string, RequestInit, number, string | RegExp][])(
    'a request with %s',
    async (_what, init, status, message) => {
      const { url } = await serving();
      expect(await refused(url, init)).toEqual({
        status,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      });
    },
  );

  test.each([
    ...['/elsewhere', '//mcp', '/mcp/', '/mcp/../mcp', '/%6dcp', '/MCP', 'http://evil.example/mcp'],
    'http://127.0.0.1/mcp',
  ])('another path: %s', async (path) => {
    const { url } = await serving();
    const answer = await rawAnswer(url, {}, { path });
    expect([answer.status, JSON.parse(answer.text).error.message]).toEqual([
      404,
      `expected the path /mcp, got ${JSON.stringify(path)}`,
    ]);
  });

  test.each(['TRACE', 'PUT', 'OPTIONS', 'PATCH'])('the method %s', async (method) => {
    const { url } = await serving();
    const answer = await rawAnswer(url, {}, { method });
    expect([answer.status, JSON.parse(answer.text).error.message]).toEqual([
      405,
      `expected one of the methods GET, POST, DELETE, got ${method}`,
    ]);
  });

  test('more messages at once than it may, however many', async () => {
    const ping = (_: unknown, id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    // Beforehand: a connection that is idle as long as it takes to make a million is closed meanwhile.
    const bodies = [101, 1_000_000].map((count) => ({
      count,
      body: JSON.stringify(Array.from({ length: count }, ping)),
    }));
    const { url } = await serving();
    const begun = await fetch(url, posted(initialize));
    const headers = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    for (const { count, body } of bodies) {
      expect(await refused(url, { ...posted({}, headers), body })).toEqual({
        status: 400,
        message: `expected at most 100 messages in one request, got ${count}`,
      });
    }
  });

  test('a session that its client has ended', async () => {
    const { url } = await serving();
    const begun = await fetch(url, posted(initialize));
    const headers = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
    expect((await fetch(url, { method: 'DELETE', headers: { ...bearer, ...headers } })).status).toBe(200);
    for (const init of [
      posted({ id: 2, method: 'tools/list' }, headers),
      { headers: { ...bearer, ...headers, accept: 'text/event-stream' } },
      { method: 'DELETE', headers: { ...bearer, ...headers } },
    ])
      expect(await refused(url, init)).toEqual({ status: 404, message: 'Session not found' });
  });

  test('a session under the number of another one’s client', async () => {
    const { url } = await serving();
    const { transport } = await connectHttp(url);
    const headers = { 'mcp-session-id': transport.sessionId ?? '', authorization: 'Bearer another' };
    expect((await fetch(url, posted({ id: 9, method: 'tools/list' }, headers))).status).toBe(401);
  });
});

test.each([
  ['box.example', 'box.example'],
  ['Box.Example', 'box.example'],
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8::7', '[2001:db8::7]'],
  ['[2001:DB8::7]', '[2001:db8::7]'],
])(
  'a name that was allowed, %s, is one to be called by, and a page may come from there',
  async (name, host) => {
    const { url } = await serving({ allowedHosts: [name] });
    expect(await raw(url, { host: `${host}:8391`, origin: `https://${host}` })).toBe(415);
  },
);
