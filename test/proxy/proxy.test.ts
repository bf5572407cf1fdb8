import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  answering,
  type Client,
  clientOf,
  exchange,
  loopbackServer,
  proxyFor,
  resolverOf,
  rules,
} from './support.ts';

const connectTo = (target: string, more = ''): string =>
  `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${more}\r\n`;

describe('a plain request', () => {
  test('goes to a host that is listed, and the answer comes back', async () => {
    const server = await loopbackServer(answering('hello'));
    const { proxy, port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const url = `http://127.0.0.1:${server.port}/a?b`;
    const head =
      'X-Kept: yes\r\nProxy-Authorization: Basic eDp5\r\nConnection: close, X-Mine\r\nX-Mine: no\r\n';
    const came = await exchange(port, `GET ${url} HTTP/1.1\r\nHost: other.example\r\n${head}\r\n`);
    expect(came).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nhello$/s);
    expect(server.received).toEqual([
      `GET /a?b HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\nX-Kept: yes\r\n\r\n`,
    ]);
    expect(proxy.denied()).toEqual({ hosts: [], more: 0 });
  });

  test('brings a body along, of known length or in parts', async () => {
    const server = await loopbackServer(answering('ok'));
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const start = `POST http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    await exchange(port, `${start}Content-Length: 4\r\n\r\nbody`);
    await exchange(port, `${start}Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`);
    const [known = '', parts = ''] = server.received;
    expect(known).toMatch(/\r\nContent-Length: 4\r\n\r\nbody$/);
    expect(parts).toMatch(/\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n$/);
  });

  test.each(['POST', 'PUT', 'PROPFIND'])(
    'without a body has none with %s, in parts or otherwise',
    async (method) => {
      const server = await loopbackServer(answering('ok'));
      const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
      const head = `${method} http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      expect(await exchange(port, head)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(server.received).toEqual([
        `${method} / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      ]);
    },
  );

  test('is refused, or its answer is, with a body that is coded, as its coding would be lost', async () => {
    const coded = 'Transfer-Encoding: gzip, chunked\r\n\r\n4\r\ncode\r\n0\r\n\r\n';
    const server = await loopbackServer((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${coded}`));
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const head = `http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    expect(await exchange(port, `POST ${head}${coded}`)).toMatch(
      /^HTTP\/1\.1 501 .*another transfer coding/s,
    );
    expect(server.received.join('')).toBe('');
    expect(await exchange(port, `GET ${head}\r\n`)).toMatch(/^HTTP\/1\.1 502 .*another transfer coding/s);
  });

  describe('that asks whether its body is wanted', () => {
    const asking = (port: number, version = '1.1'): string =>
      `PUT http://127.0.0.1:${port}/ HTTP/${version}\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n`;

    test('is told so once the server has said so, and then brings it along', async () => {
      const server = await loopbackServer((socket) => {
        socket.once('data', () => socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2)));
        socket.on('data', () => {
          if (server.received[0]?.endsWith('body'))
            socket.end('HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok');
        });
      });
      const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
      const client = clientOf(port, asking(server.port));
      expect(await client.until(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      client.socket.write('body');
      expect(await client.until(/ok$/)).toMatch(/ Continue\r\n\r\nHTTP\/1\.1 201 .*Connection: keep-alive/s);
      expect(server.received[0]).toMatch(/\r\nExpect: 100-continue\r\n\r\nbody$/);
    });

    test('and is not, has the answer, and sends nothing more on its connection', async () => {
      const server = await loopbackServer(answering('no', 'HTTP/1.1 413 Payload Too Large'));
      const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
      const came = await clientOf(port, asking(server.port)).ended();
      expect(came).toMatch(/^HTTP\/1\.1 413 .*\r\nConnection: close\r\n.*\r\n\r\nno$/s);
      const denied = await clientOf(port, asking(server.port + 1)).ended();
      expect(denied).toMatch(/^HTTP\/1\.1 403 .*\r\nConnection: close\r\n/s);
    });

    test('and is of HTTP/1.0, where nobody is told so, is passed on without that', async () => {
      const server = await loopbackServer(answering('ok'));
      const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
      const came = await clientOf(port, `${asking(server.port, '1.0')}body`).ended();
      expect(came).toMatch(/^HTTP\/1\.1 200 .*ok$/s);
      expect(server.received[0]).not.toContain('Expect');
    });
  });

  test.each(['GET', 'DELETE', 'POST'])(
    'with the method %s keeps the length of its body, also where its client says that it is of the connection',
    async (method) => {
      const server = await loopbackServer(answering('ok'));
      const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
      const start = `${method} http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close, Content-Length\r\n`;
      const body = 'GET / HTTP/1.1\r\nHost: other.example\r\n\r\n';
      await exchange(port, `${start}Content-Length: ${body.length}\r\n\r\n${body}`);
      const [came = ''] = server.received;
      expect(came.split('\r\n\r\n')[0]).toContain(`\r\nContent-Length: ${body.length}`);
    },
  );

  test.each(
    ['GET', 'POST'].flatMap((method) => [
      [method, 'of known length', (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`],
      [
        ...[method, 'in parts'],
        (body: string) =>
          `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ],
    ]) as readonly [string, string, (body: string) => string][],
  )(
    'with the method %s and a body %s is one request for the server too, however many headers stand before its length',
    async (method, _how, framed) => {
      const server = await loopbackServer(answering('ok'));
      const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
      const url = `http://127.0.0.1:${server.port}/`;
      const start = `${method} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(2_500)}`;
      const text = framed('GET / HTTP/1.1\r\nHost: other.example\r\n\r\n');
      expect(await exchange(port, `${start}${text}`)).toMatch(/ok$/);
      const [came = ''] = server.received;
      const [head = ''] = came.split('\r\n\r\n');
      expect(head.match(/^(?:Content-Length: \d+|Transfer-Encoding: chunked)$/gm)).toEqual([
        text.split('\r\n')[0],
      ]);
      expect(came.slice(head.length)).toBe(text.slice(text.indexOf('\r\n')));
    },
  );

  test('of a host that is not listed is not even resolved, and is told of', async () => {
    const resolve = async () => await Promise.reject(new Error('it was resolved'));
    const { proxy, port } = await proxyFor(rules('example.com'), { resolve });
    const came = await exchange(port, 'GET http://Evil.example./ HTTP/1.1\r\nHost: example.com\r\n\r\n');
    expect(came).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(came).toContain('handrail: evil.example:80 is not among the hosts that this command may reach\n');
    expect(proxy.denied()).toEqual({
      hosts: [{ host: 'evil.example', port: 80, because: 'not-listed', rule: 'evil.example:80' }],
      more: 0,
    });
  });

  test('that cannot be passed on ends with words, and the proxy goes on', async () => {
    const answers = ['nonsense', 'HTTP/1.1 099 No\r\n\r\n', 'HTTP/1.1 200 \x01\r\n\r\n', ''];
    const server = await loopbackServer((socket) => {
      socket.once('data', () => socket.end(answers[server.received.length - 1] ?? ''));
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    for (const _answer of answers) {
      const came = await exchange(port, `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(came).toMatch(
        /^HTTP\/1\.1 502 Bad Gateway\r\n.*handrail: what the server says cannot be passed on/s,
      );
    }
  });

  test.each(['', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'])(
    'whose answer changes the protocol, which nobody asked for, ends with words: %j',
    async (headers) => {
      const server = await loopbackServer((socket) => {
        socket.once('data', () => void socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`));
      });
      const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
      const request = `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
      expect(await exchange(port, request)).toMatch(
        /^HTTP\/1\.1 502 Bad Gateway\r\n.*handrail: what the server says cannot be passed on: it changes the protocol\n/s,
      );
    },
  );

  test.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nX-Whole: yes\r\nContent-Length: 5\r\n\r\nhello'],
    ['GET', 'HTTP/1.1 204 No Content\r\nX-Whole: yes\r\n\r\nhello'],
    ['GET', 'HTTP/1.1 304 Not Modified\r\nX-Whole: yes\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
  ])('%s, whose answer is whole, has it whatever the server says after it: %j', async (method, answered) => {
    const server = await loopbackServer((socket) => void socket.once('data', () => socket.end(answered)));
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const url = `http://127.0.0.1:${server.port}/`;
    const came = await exchange(port, `${method} ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(came).toContain(answered.split('\r\n')[0]);
    expect(came).toMatch(/^X-Whole: yes\r\n/m);
    expect(came).toMatch(/\r\n\r\n$/);
  });

  test('is told to the server before its body comes', async () => {
    const server = await loopbackServer(() => {});
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const url = `http://127.0.0.1:${server.port}/`;
    clientOf(port, `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n`);
    await expect.poll(() => server.received).toEqual([expect.stringMatching(/^POST \/ .*\r\n\r\n$/s)]);
  });

  test('that is answered before it is whole can be said to its end, and another one after it', async () => {
    const server = await loopbackServer(answering('ok;'));
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const url = `http://127.0.0.1:${server.port}/`;
    const bytes = 8_000_000; // More than what sockets hold.
    const client = clientOf(port, `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`);
    await client.until(/ok;$/);
    client.socket.write(Buffer.alloc(bytes));
    client.socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await client.until(/ok;.*ok;$/s);
  });

  test('is over for the server too when its client is gone before the answer', async () => {
    let isOver = false;
    const server = await loopbackServer((socket) => {
      socket.on('end', () => {
        isOver = true;
      });
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const client = clientOf(port, `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(() => server.received).toEqual([expect.stringMatching(/^GET /)]);
    client.socket.destroy();
    await expect.poll(() => isOver).toBe(true);
  });

  test('whose answer breaks off does not look whole', async () => {
    const server = await loopbackServer((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
      );
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const came = await exchange(port, `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(came).toContain('half');
    expect(came).not.toMatch(/\r\n0\r\n/);
  });

  test('whose answer breaks off does not look whole either where its end is that of the connection', async () => {
    const server = await loopbackServer((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'),
      );
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const { socket } = clientOf(port, `GET http://127.0.0.1:${server.port}/ HTTP/1.0\r\n\r\n`);
    const how = await new Promise((resolve) => {
      socket.once('end', () => resolve('whole')).once('error', resolve);
    });
    expect(how).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('what could be read in two ways is refused', () => {
  const url = 'http://example.com/';
  test.each([
    ['no URL', 'GET / HTTP/1.1\r\nHost: example.com\r\n\r\n'],
    ['a user', 'GET http://example.com:80@127.0.0.1/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'a length and parts',
      `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'parts of parts',
      `POST ${url} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    [
      'parts by another name',
      `POST ${url} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'parts behind a tab',
      `POST ${url} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a port with a zero before it', connectTo('example.com:0443')],
    ['a name with more than one dot at its end', connectTo('example.com..:443')],
    ['a header in two lines', `GET ${url} HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\nX\r\n\r\n`],
    ['a lone end of line', `GET ${url} HTTP/1.1\nHost: x\n\nX`],
    ['a space before the colon', `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length : 1\r\n\r\na`],
    ['a name with an end of line', connectTo('example.com%0d%0a:443')],
    ['two ports', connectTo('example.com:443:80')],
    ['no port', connectTo('example.com')],
    ['a URL to connect to', connectTo('http://example.com:443/')],
    ['too much of a header', `GET ${url} HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['a host that is none', connectTo('exam_ple..com:443')],
  ])('%s', async (_what, text) => {
    const server = await loopbackServer(answering('reached'));
    const resolve = resolverOf({ 'example.com': ['127.0.0.1'] });
    const { port } = await proxyFor(rules('example.com', `127.0.0.1:80`, `127.0.0.1:443`), { resolve });
    expect(await exchange(port, text)).toMatch(/^HTTP\/1\.1 4(00|31) /);
    expect(server.received).toEqual([]);
  });
});

describe('a tunnel', () => {
  test('passes on what comes, both ways, and lets each side say its last', async () => {
    const server = await loopbackServer((socket) => {
      socket.write('welcome\n');
      socket.on('end', () => socket.end('bye\n'));
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const client = clientOf(port, connectTo(`127.0.0.1:${server.port}`));
    await client.until(/^HTTP\/1\.1 200 Connection Established\r\n\r\nwelcome\n$/);
    client.socket.end('hello');
    expect(await client.ended()).toMatch(/welcome\nbye\n$/);
    expect(server.received).toEqual(['hello']);
  });

  test('takes what was sent along with the request', async () => {
    const server = await loopbackServer((socket) => void socket.once('data', () => socket.end('done')));
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    expect(await exchange(port, `${connectTo(`127.0.0.1:${server.port}`)}early`)).toMatch(/done$/);
    expect(server.received).toEqual(['early']);
  });

  test('takes a greeting that breaks off for the end of what the client says', async () => {
    const server = await loopbackServer((socket) => {
      socket.on('end', () => socket.end('bye\n'));
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const client = clientOf(port, connectTo(`127.0.0.1:${server.port}`));
    await client.until(/Established/);
    client.socket.end(Buffer.from([22, 3]));
    expect(await client.ended()).toMatch(/bye\n$/);
    expect(server.received).toEqual(['\x16\x03']);
  });

  test('is not made to a host that is not listed, nor to another port', async () => {
    const { proxy, port } = await proxyFor(rules('example.com'));
    for (const target of ['evil.example:443', 'example.com:22', 'EVIL.example:443', '[::1]:443', '0x7f.1:80'])
      expect(await exchange(port, connectTo(target))).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(proxy.denied().hosts.map(({ rule }) => rule)).toEqual([
      ...['evil.example:443', 'example.com:22', '[::1]:443', '127.0.0.1:80'],
    ]);
  });

  /** A name of two tries, one of them forbidden. */
  async function greet(host: string, servername: string) {
    const server = await loopbackServer(() => {});
    const resolve = resolverOf({ 'a.example.com': ['127.0.0.1'] });
    const allowed = rules(`*.example.com:${server.port}`, `127.0.0.1:${server.port}`);
    const { proxy, port } = await proxyFor(allowed, { resolve });
    const client = clientOf(port, connectTo(`${host}:${server.port}`));
    await client.until(/\r\n\r\n$/);
    client.socket.removeAllListeners('data');
    const tls = connectTls({ socket: client.socket, servername });
    tls.on('error', () => {}); // Nobody answers it.
    return { server, proxy, tls };
  }

  test.each([
    ['a.example.com', 'A.example.com'],
    ['a.example.com', ''],
    ['127.0.0.1', 'b.example.com'],
  ])('to %s lets TLS greet %j', async (host, servername) => {
    const { server, proxy } = await greet(host, servername);
    await expect.poll(() => server.received.join('').length).toBeGreaterThan(100);
    expect(proxy.denied().hosts).toEqual([]);
  });

  test('is ended when TLS greets another server, and the server hears nothing of it', async () => {
    const { server, proxy, tls } = await greet('a.example.com', 'b.example.com');
    await expect.poll(() => tls.destroyed).toBe(true);
    expect(server.received).toEqual(['']);
    expect(proxy.denied().hosts).toEqual([
      { host: 'b.example.com', port: server.port, because: 'other-name', rule: null },
    ]);
  });
});

describe('a name that is listed', () => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    'fe80::1%lo',
    '::ffff:127.0.0.1',
    'fd00:ec2::254',
  ])('is not followed to %s', async (address) => {
    const server = await loopbackServer(answering('reached'));
    const resolve = resolverOf({ 'example.com': [address] });
    const { port } = await proxyFor(rules(`example.com:${server.port}`), { resolve });
    expect(await exchange(port, connectTo(`example.com:${server.port}`))).toMatch(/^HTTP\/1\.1 (403|502) /);
    expect(server.received).toEqual([]);
  });

  test.each([
    ['127.0.0.1', '200'],
    ['10.0.0.1', '403'],
  ])('and is that of this machine is followed there and nowhere else: %s', async (address, status) => {
    const server = await loopbackServer(answering('reached'));
    const resolve = resolverOf({ localhost: [address] });
    const { port } = await proxyFor(rules(`localhost:${server.port}`), { resolve });
    const request = `GET http://localhost:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await exchange(port, request)).toContain(`HTTP/1.1 ${status} `);
  });

  test.skipIf(!existsSync('/proc/net/if_inet6'))(
    'and is that of this machine is followed to both of its addresses, where the resolver tells of one',
    async () => {
      const server = createServer((socket) => answering('reached')(socket)).listen(0, '::1');
      onTestFinished(() => void server.close());
      await once(server, 'listening');
      const host = `localhost:${(server.address() as AddressInfo).port}`;
      const { port } = await proxyFor(rules(host), { resolve: resolverOf({ localhost: ['127.0.0.1'] }) });
      const request = `GET http://${host}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      expect(await exchange(port, request)).toContain('reached');
    },
  );

  test('and is one under that of this machine leads there, also where no resolver knows it', async () => {
    const server = await loopbackServer(answering('reached'));
    const host = `app.localhost:${server.port}`;
    const { port } = await proxyFor(rules(host), { resolve: resolverOf({}) });
    const request = `GET http://${host}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await exchange(port, request)).toContain('reached');
  });

  test('that leads to a private address says which one somebody could allow, and never one with keys', async () => {
    const resolve = resolverOf({ 'a.example.com': ['10.0.0.1'], 'b.example.com': ['169.254.169.254'] });
    const { proxy, port } = await proxyFor(rules('*.example.com'), { resolve });
    const came = await exchange(port, connectTo('a.example.com:443'));
    expect(came).toContain(
      'a.example.com:443 leads to 10.0.0.1, which is no public address and not listed itself',
    );
    await exchange(port, connectTo('b.example.com:443'));
    await exchange(port, connectTo('169.254.169.254:80'));
    expect(proxy.denied().hosts).toEqual([
      { host: 'a.example.com', port: 443, because: 'private-address', rule: '10.0.0.1:443' },
      { host: 'b.example.com', port: 443, because: 'private-address', rule: null },
      { host: '169.254.169.254', port: 80, because: 'not-listed', rule: null },
    ]);
  });

  test('is asked for once, and what was judged is what is connected to', async () => {
    const server = await loopbackServer(answering('reached'));
    let asked = 0;
    const resolve = async () => [['127.0.0.1'], ['127.0.0.2']][asked++] ?? [];
    const allowed = rules(`example.com:${server.port}`, `127.0.0.1:${server.port}`);
    const { port } = await proxyFor(allowed, { resolve });
    const request = `GET http://example.com:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await exchange(port, request)).toMatch(/reached$/);
    expect(await exchange(port, request)).toMatch(/^HTTP\/1\.1 403 /);
    expect(asked).toBe(2);
  });

  test('of several addresses is connected to at those that may be reached', async () => {
    const server = await loopbackServer(answering('reached'));
    const resolve = resolverOf({ 'example.com': ['10.0.0.1', '::1', '127.0.0.1'] });
    const allowed = rules(`example.com:${server.port}`, `127.0.0.1:${server.port}`);
    const { port } = await proxyFor(allowed, { resolve });
    const request = `GET http://example.com:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(await exchange(port, request)).toMatch(/reached$/);
  });

  test.each([
    ['is not known', {}, 'example.com cannot be resolved: no such name'],
    ['is known and has none', { 'example.com': [] }, 'example.com has no address'],
  ])('has no address, which is said: it %s', async (_, table, words) => {
    const { port } = await proxyFor(rules('example.com'), { resolve: resolverOf(table) });
    const came = await exchange(port, connectTo('example.com:443'));
    expect(came).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(came).toMatch(new RegExp(`handrail: .*${words}\n$`));
  });
});

describe('however it is used', () => {
  test('no more hosts are kept as denied than it may, and the others are counted', async () => {
    const { proxy, port } = await proxyFor([], { maxDenied: 2 });
    for (const name of ['a', 'b', 'c', 'a', 'd', 'c']) await exchange(port, connectTo(`${name}.example:443`));
    expect(proxy.denied()).toMatchObject({ hosts: [{ host: 'a.example' }, { host: 'b.example' }], more: 2 });
  });

  test('what was denied can be forgotten, for the next command', async () => {
    const { proxy, port } = await proxyFor([], { maxDenied: 1 });
    const ask = async (name: string) => await exchange(port, connectTo(`${name}.example:443`));
    for (const name of ['a', 'b']) await ask(name);
    expect(proxy.denied()).toMatchObject({ hosts: [{ host: 'a.example' }], more: 1 });
    proxy.forgetDenied();
    expect(proxy.denied()).toEqual({ hosts: [], more: 0 });
    await ask('c');
    expect(proxy.denied()).toMatchObject({ hosts: [{ host: 'c.example' }], more: 0 });
  });

  test('who does not finish a request is not waited for', async () => {
    const { port } = await proxyFor(rules('example.com'), { headMs: 100 });
    expect(await exchange(port, 'GET http://example.com/ HTTP/1.1\r\nHost:')).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('who does not finish a greeting is not waited for', async () => {
    const server = await loopbackServer(() => {});
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`), { headMs: 100 });
    const hello = Buffer.concat([
      Buffer.from(connectTo(`127.0.0.1:${server.port}`)),
      Buffer.from([22, 3, 1]),
    ]);
    expect(await exchange(port, hello)).toMatch(/Established\r\n\r\n$/);
    expect(server.received.join('')).toBe('');
  });

  test('no more names are asked for at once than there may be connections, also by those who do not wait', async () => {
    let waiting = 0;
    const resolve = async () => {
      waiting += 1;
      return await new Promise<never>(() => {});
    };
    const { port } = await proxyFor(rules('example.com'), { resolve, maxConnections: 2 });
    const request = 'GET http://example.com/ HTTP/1.1\r\nHost: x\r\n\r\n';
    for (let asked = 1; asked <= 2; asked += 1) {
      const client = clientOf(port, request);
      await expect.poll(() => waiting).toBe(asked);
      client.socket.destroy();
    }
    // Those who are gone take no more connections, and still count.
    await expect
      .poll(async () => await exchange(port, request))
      .toMatch(/^HTTP\/1\.1 503 .*too many connections at once\n/s);
    expect(waiting).toBe(2);
  });

  test('where nothing goes either way the connection ends', async () => {
    const server = await loopbackServer(() => {});
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`), { idleMs: 100 });
    expect(await exchange(port, connectTo(`127.0.0.1:${server.port}`))).toMatch(/Established\r\n\r\n$/);
    expect(await exchange(port, `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^(HTTP\/1\.1 502 .*)?$/s,
    );
  });

  test('of a thousand connections at once as many are served as it may have, and the others are closed', async () => {
    let answer = (): void => {};
    const turn = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const server = await loopbackServer((socket) => {
      socket.once('data', () => void turn.then(() => socket.end('HTTP/1.1 200 OK\r\n\r\nreached')));
    });
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`), { maxConnections: 50 });
    const request = `GET http://127.0.0.1:${server.port}/ HTTP/1.0\r\nHost: x\r\n\r\n`;
    const ends: string[] = [];
    const clients = Array.from({ length: 1_000 }, async () => {
      ends.push(await exchange(port, request));
    });
    await expect.poll(() => ends).toHaveLength(950);
    answer();
    await Promise.all(clients);
    expect(ends.filter((text) => text.endsWith('reached'))).toHaveLength(50);
    expect(ends.filter((text) => text === '')).toHaveLength(950);
    await expect.poll(async () => await exchange(port, request)).toMatch(/reached$/);
  });

  test('whatever is said to it, it goes on', async () => {
    const server = await loopbackServer(answering('reached'));
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const request = `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const words = [
      'GET ',
      'CONNECT ',
      `http://127.0.0.1:${server.port}/`,
      `127.0.0.1:${server.port}`,
      ' HTTP/1.1',
    ];
    const more = [
      '\r\n',
      'Host: x',
      'Content-Length: 3',
      'Transfer-Encoding: chunked',
      '\n',
      '\x00',
      ' ',
      ':',
      '0',
    ];
    const text = fc.array(fc.constantFrom(...words, ...more, '\x16\x03\x01\x00\x05'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(text, async (parts) => {
        const client = clientOf(port);
        client.socket.end(Buffer.from(parts.join(''), 'latin1'));
        await client.ended();
      }),
      { numRuns: 300, seed: 1 },
    );
    expect(await exchange(port, request)).toMatch(/reached$/);
  });

  test.each([
    // Nobody waits here for what is waited for there.
    ['goes on talking, and leaves', 60_000, (client: Client) => void client.socket.end('never mind')],
    ['stays', 200, () => {}],
  ])('who is refused a tunnel and %s takes no place from others', async (_name, headMs, act) => {
    const server = await loopbackServer(answering('reached'));
    const { port } = await proxyFor(rules(`127.0.0.1:${server.port}`), { maxConnections: 2, headMs });
    for (let n = 0; n < 2; n += 1) {
      const client = clientOf(port, connectTo('evil.example:443'));
      await client.until(/may reach\n$/);
      act(client);
    }
    const request = `GET http://127.0.0.1:${server.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    await expect.poll(async () => await exchange(port, request)).toMatch(/reached$/);
  });

  test('its end is that of all connections', async () => {
    const server = await loopbackServer(() => {});
    const { proxy, port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const client = clientOf(port, connectTo(`127.0.0.1:${server.port}`));
    await client.until(/Established/);
    proxy.close();
    await client.ended();
    expect(await exchange(port, '')).toBe('');
  });

  test('once it is over it serves no socket that comes late', async () => {
    const { proxy } = await proxyFor([]);
    proxy.close();
    const late = createServer().listen(0, '127.0.0.1');
    await once(late, 'listening');
    const { port } = late.address() as AddressInfo; // what listens on a port has one
    proxy.listen(late);
    expect(await exchange(port, connectTo('example.com:443'))).toBe('');
  });

  test('no descriptor is left of two hundred connections', async () => {
    const server = await loopbackServer(answering('ok'));
    const { proxy, port } = await proxyFor(rules(`127.0.0.1:${server.port}`));
    const target = `127.0.0.1:${server.port}`;
    const asked = [
      `GET http://${target}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      `${connectTo(target)}GET / HTTP/1.0\r\n\r\n`,
      connectTo('evil.example:443'),
      'GET ',
    ];
    const count = (): number => readdirSync('/proc/self/fd').length;
    await exchange(port, asked[0] ?? '');
    const before = count();
    for (let n = 0; n < 50; n += 1)
      for (const text of asked) {
        const client = clientOf(port, text);
        if (text === 'GET ') client.socket.destroy();
        else await client.ended();
        client.socket.destroy();
      }
    await expect.poll(count).toBeLessThanOrEqual(before);
    proxy.close();
  });
});
