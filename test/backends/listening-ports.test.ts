import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listens } from '../../src/backends/bubblewrap/listening-ports.ts';

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
    expect(listens(await listeningAt(host))).toBe(true);
  },
);

test.skipIf(lacksIpv6).each(['::1', '::'])('somebody listens at a port who does at %s', async (host) => {
  expect(listens(await listeningAt(host))).toBe(true);
});

test('nobody does who has stopped, or is at another address', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  expect(listens(port)).toBe(false);
  expect(listens(await listeningAt('127.0.0.2'))).toBe(false);
});
