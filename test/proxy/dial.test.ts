import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { dial } from '../../src/proxy/dial.ts';
import { loopbackServer } from './support.ts';

const localhost = '127.0.0.1';
const gone = 'the program that wanted it is gone';

/** Somebody who wants a connection. */
async function someone(): Promise<Socket> {
  const { port } = await loopbackServer(() => {});
  return await connectedTo(port);
}

async function connectedTo(port: number): Promise<Socket> {
  const socket = connect({ port, host: localhost });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const target = (port: number) => ({ host: { kind: 'address', address: localhost }, port }) as const;

/** Listens on a port, tells which, and never again looks at it. */
const deaf = `require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  require('fs').writeSync(1, String(this.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
})`;

/** A port at which one more is neither let in nor sent away: two wait there already, as many as may. */
async function portThatDoesNotAnswer(): Promise<number> {
  const child = spawn(process.execPath, ['-e', deaf], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [text] = await once(child.stdout, 'data');
  const port = Number(String(text));
  for (const _place of [1, 2]) await connectedTo(port);
  return port;
}

test('a server is connected to, and what was watched meanwhile is watched no more', async () => {
  const { port } = await loopbackServer((socket) => void socket.end('hello'));
  const client = await someone();
  const watchers = client.listenerCount('close');
  const dialled = await dial(target(port), ['::1', localhost], { client, timeoutMs: 60_000 });
  if (dialled.kind !== 'connected') throw new Error(dialled.message);
  const { socket } = dialled;
  onTestFinished(() => void socket.destroy());
  expect([client.listenerCount('close'), socket.timeout]).toEqual([watchers, 0]);
  expect(String((await once(socket, 'data'))[0])).toBe('hello');
  // Who has heard everything may still have something to say.
  await once(socket, 'end');
  expect(socket.writable).toBe(true);
  client.destroy();
  await once(client, 'close');
  expect(socket.destroyed).toBe(false);
});

test('where nobody listens, that is said', async () => {
  const server = createServer().listen(0, localhost);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  const client = await someone();
  const watchers = client.listenerCount('close');
  const dialled = await dial(target(address.port), [localhost], { client, timeoutMs: 60_000 });
  expect(dialled).toEqual({ kind: 'failed', message: expect.stringContaining('ECONNREFUSED') });
  expect(client.listenerCount('close')).toBe(watchers);
  const named = { host: { kind: 'name', name: 'a.example' }, port: address.port } as const;
  const ofBoth = await dial(named, [localhost, '127.0.0.2'], { client, timeoutMs: 60_000 });
  const refused = (host: string): string => `connect ECONNREFUSED ${host}:${address.port}`;
  expect(ofBoth).toEqual({ kind: 'failed', message: `${refused(localhost)}, ${refused('127.0.0.2')}` });
});

test('a server that does not answer is not waited for', async () => {
  const port = await portThatDoesNotAnswer();
  const dialled = await dial(target(port), [localhost], { client: await someone(), timeoutMs: 100 });
  expect(dialled).toEqual({ kind: 'failed', message: 'it did not answer in time' });
});

test('with the end of who wants a connection it is given up', async () => {
  const port = await portThatDoesNotAnswer();
  const client = await someone();
  const dialled = dial(target(port), [localhost], { client, timeoutMs: 60_000 });
  client.destroy();
  expect(await dialled).toEqual({ kind: 'failed', message: gone });
  const again = await dial(target(port), [localhost], { client, timeoutMs: 60_000 });
  expect(again).toEqual({ kind: 'failed', message: gone });
});
