import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientOf, loopbackServer, proxyFor, resolverOf, rules } from './support.ts';

const connectTo = (target: string): string => `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`;

/** What both sides know of each other, in the place of a certificate. */
const key = Buffer.alloc(32, 1);

function inRecord(type: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([type, 3, 3]), lengthOf(bytes), bytes]);
}

function lengthOf({ length }: Uint8Array): Buffer {
  return Buffer.from([length >> 8, length & 255]);
}

/** The least that greets a server by its name. */
function helloTo(name: string): Buffer {
  const named = Buffer.concat([Buffer.from([0]), lengthOf(Buffer.from(name)), Buffer.from(name)]);
  const list = Buffer.concat([lengthOf(named), named]);
  const extension = Buffer.concat([Buffer.from([0, 0]), lengthOf(list), list]);
  const start = Buffer.concat([Buffer.from([3, 3]), Buffer.alloc(32), Buffer.from([0, 0, 2, 0x13, 1, 1, 0])]);
  const hello = Buffer.concat([start, lengthOf(extension), extension]);
  return inRecord(22, Buffer.concat([Buffer.from([1, 0]), lengthOf(hello), hello]));
}

describe('a server that asks for another greeting', () => {
  /** As it asks: a server's hello with the random number that says so, in a record. */
  const asking = inRecord(
    22,
    Buffer.concat([
      Buffer.from([2, 0, 0, 34, 3, 3]),
      createHash('sha256').update('HelloRetryRequest').digest(),
    ]),
  );
  /** That the name is not known, which is said on the way. */
  const warning = inRecord(21, Buffer.from([1, 112]));
  /** That the cipher changes, as browsers say it for the sake of what is on the way. */
  const change = inRecord(20, Buffer.from([1]));

  async function tunnel(serve: (socket: Socket) => void) {
    const server = await loopbackServer(serve);
    const resolve = resolverOf({ 'a.example.com': ['127.0.0.1'] });
    const { proxy, port } = await proxyFor(
      rules(`a.example.com:${server.port}`, `127.0.0.1:${server.port}`),
      { resolve },
    );
    const client = clientOf(port, connectTo(`a.example.com:${server.port}`));
    await client.until(/\r\n\r\n$/);
    return { server, proxy, client };
  }

  test.each([
    ['at once', [asking]],
    ['after a warning', [warning, asking]],
    ['in pieces', [asking.subarray(0, 3), asking.subarray(3, 30), asking.subarray(30)]],
  ])('%s gets none for another name', async (_how, pieces) => {
    const { server, proxy, client } = await tunnel((socket) => {
      socket.setNoDelay();
      socket.once('data', async () => {
        for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
      });
    });
    const first = helloTo('a.example.com');
    client.socket.write(Buffer.concat([first, change, helloTo('b.example.com')]));
    await client.ended();
    expect(server.received).toEqual([String(first)]);
    expect(proxy.denied().hosts).toEqual([
      { host: 'b.example.com', port: server.port, because: 'other-name', rule: null },
    ]);
  });

  test('gets one for the same name, and what was said before and is said behind it', async () => {
    const { server, client } = await tunnel((socket) => void socket.once('data', () => socket.write(asking)));
    const hello = helloTo('a.example.com');
    client.socket.write(hello);
    await client.until(/\r\n\r\n./s);
    const said = Buffer.concat([change, hello, inRecord(23, Buffer.from('behind it'))]);
    for (const byte of said) client.socket.write(Buffer.from([byte]));
    await expect.poll(() => server.received.join('')).toBe(String(Buffer.concat([hello, said])));
  });

  test('gets nothing else in its place, nor any amount of what comes before', async () => {
    for (const said of [
      Buffer.from('GET'),
      inRecord(22, Buffer.from([16, 0, 0, 0])),
      Buffer.alloc(70_000, change),
    ]) {
      const { server, client } = await tunnel(
        (socket) => void socket.once('data', () => socket.write(asking)),
      );
      const hello = helloTo('a.example.com');
      client.socket.write(Buffer.concat([hello, said]));
      await client.ended();
      expect(server.received).toEqual([String(hello)]);
    }
  });

  test.each(['P-521', 'X25519'])('is talked to by who knows how, as others are: %s', async (group) => {
    // A client guesses the one and not the other, and is asked to greet anew.
    const shared = { ciphers: 'TLS_AES_128_GCM_SHA256:PSK' };
    const server = createTlsServer({ ...shared, ecdhCurve: group, pskCallback: () => key }, (socket) => {
      socket.end('hello');
    });
    server.on('connection', (socket) => onTestFinished(() => void socket.destroy()));
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port: to } = server.address() as AddressInfo; // what listens on a port has one
    const resolve = resolverOf({ 'a.example.com': ['127.0.0.1'] });
    const { port } = await proxyFor(rules(`a.example.com:${to}`, `127.0.0.1:${to}`), { resolve });
    const client = clientOf(port, connectTo(`a.example.com:${to}`));
    await client.until(/\r\n\r\n$/);
    client.socket.removeAllListeners('data');
    const tls = connectTls({
      ...shared,
      socket: client.socket,
      servername: 'a.example.com',
      ecdhCurve: 'X25519:P-521',
      pskCallback: () => ({ psk: key, identity: 'test' }),
      checkServerIdentity: () => undefined,
    });
    const [said] = await once(tls, 'data');
    expect(String(said)).toBe('hello');
  });
});
