import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listens, listensAt } from '../../src/backends/bubblewrap/network/listening-ports.ts';

/** With `CI` set there has to be one. */
const lacksProc = !process.env.CI && !existsSync('/proc/net/tcp');

/** A kernel can be without IPv6: nobody listens at its addresses then. */
const lacksIpv6 = !existsSync('/proc/net/if_inet6');

async function listeningAt(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test.skipIf(lacksProc).each(['127.0.0.1', '0.0.0.0', '::ffff:127.0.0.1'])(
  'somebody listens at a port who does at %s',
  async (host) => {
    expect(listens(await listeningAt(host), process.pid)).toBe(true);
  },
);

test.skipIf(lacksIpv6).each(['::1', '::'])('somebody listens at a port who does at %s', async (host) => {
  expect(listens(await listeningAt(host), process.pid)).toBe(true);
});

test('nobody does who has stopped, or is at another address', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  expect(listens(port, process.pid)).toBe(false);
  expect(listens(await listeningAt('127.0.0.2'), process.pid)).toBe(false);
});

test.skipIf(lacksProc).each([
  ['127.0.0.1', ['localhost', 'app.localhost', '127.0.0.1', '0.0.0.0'], ['127.0.0.2', '::1', '::']],
  ['127.0.0.2', ['127.0.0.2'], ['localhost', '127.0.0.1', '0.0.0.0', '::1']],
  ['0.0.0.0', ['localhost', '127.0.0.1', '127.0.0.2'], ['::1']],
  ['::ffff:127.0.0.1', ['localhost', '127.0.0.1'], ['127.0.0.2', '::1']],
])('who listens at %s is reached at %j and not at %j', async (host, reached, others) => {
  const port = await listeningAt(host);
  for (const one of reached) expect([one, listensAt(one, port)]).toEqual([one, true]);
  for (const one of others) expect([one, listensAt(one, port)]).toEqual([one, false]);
});

test.skipIf(lacksIpv6).each([
  ['::1', ['localhost', '::1', '::'], ['127.0.0.1', '0.0.0.0']],
  ['::', ['localhost', '::1', '127.0.0.1', '127.0.0.2'], []],
])('who listens at %s is reached at %j and not at %j', async (host, reached, others) => {
  const port = await listeningAt(host);
  for (const one of reached) expect([one, listensAt(one, port)]).toEqual([one, true]);
  for (const one of others) expect([one, listensAt(one, port)]).toEqual([one, false]);
});
