import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type LiveMessage, readMessage } from '../../src/live/protocol.ts';
import { createReaders } from '../../src/live/readers.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const hello: LiveMessage = { kind: 'host', version: 1, pid: 7 };
const output = (text: string): LiveMessage => ({ kind: 'output', id: 'a', output: { text, isCut: false } });

/** The two ends of one connection. */
async function connection(): Promise<{ readonly here: Socket; readonly there: Socket }> {
  const path = join(temporaryDirectory(), 'socket');
  const server = createServer().listen(path);
  await once(server, 'listening');
  const there = connect(path).pause();
  const [here] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    for (const closed of [here, there, server]) closed.on('error', () => {});
    here.destroy();
    there.destroy();
    server.close();
  });
  return { here, there };
}

/** All that comes, until `is` holds of it. */
async function received(socket: Socket, is: (messages: readonly LiveMessage[]) => boolean) {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    text += chunk;
    const messages = text
      .split('\n')
      .slice(0, -1)
      .flatMap((line) => readMessage(line) ?? []);
    if (is(messages)) return messages;
  }
  throw new Error('the connection ended before that');
}

test('a reader that does not read is told nothing more, and has all that there is when it reads again', async () => {
  const { here, there } = await connection();
  let changes = 0;
  const readers = createReaders(hello, () => {
    changes += 1;
  });
  readers.add(here);
  readers.send([], () => []);
  const text = 'x'.repeat(16 * 1024);
  for (let time = 0; time < 2_000; time += 1) readers.send([output(text)], () => []);
  expect(here.writableLength).toBeLessThan(1024 ** 2 + 2 * text.length);

  const before = changes;
  const all = received(there, (messages) => messages.at(-1)?.kind === 'over');
  await expect.poll(() => changes).toBeGreaterThan(before);
  readers.send([output('not this')], () => [output('but this')]);
  readers.send([{ kind: 'over', id: 'a', status: 'ok' }], () => []);
  const messages = await all;
  expect(messages.slice(0, 2)).toEqual([hello, { kind: 'reset' }]);
  expect(messages.slice(-3)).toEqual([
    { kind: 'reset' },
    output('but this'),
    { kind: 'over', id: 'a', status: 'ok' },
  ]);
});

test('there are at most 16 of them', async () => {
  const readers = createReaders(hello, () => {});
  const connections = await Promise.all(Array.from({ length: 17 }, connection));
  for (const { here } of connections) readers.add(here);
  expect(connections.map(({ here }) => here.destroyed)).toEqual([...Array(16).fill(false), true]);
});
