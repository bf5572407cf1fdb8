import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type LiveMessage, maxLineBytes, protocolVersion } from '../../src/live/protocol.ts';
import { makeLiveDirectory, newSocketName, withSocketPath } from '../../src/live/socket-place.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { watching } from './watching.ts';

const hello = { kind: 'host', version: protocolVersion, pid: process.pid } as const;

const call = (id: string): LiveMessage => ({
  kind: 'call',
  call: {
    ...{ id, contract: 'default', tool: 'bash', conversationId: 'talk', workingDirectory: '/' },
    ...{ openedAt: 0, asked: null, waitsFor: null, command: null, output: { text: '', isCut: false } },
  },
});

/** Somebody who listens as a host does and says what a test says; and who looks on. */
async function pretended() {
  const stateDir = temporaryDirectory();
  await makeLiveDirectory(stateDir);
  const server = createServer();
  onTestFinished(() => void server.close());
  await withSocketPath(stateDir, newSocketName(), async (path) => {
    server.listen(path);
    await once(server, 'listening');
  });
  const watcher = watching(stateDir);
  const [socket] = (await once(server, 'connection')) as [Socket];
  socket.resume().on('error', () => {}); // It is left in the middle of a word.
  onTestFinished(() => void socket.destroy());
  const say = (...messages: readonly LiveMessage[]) =>
    void socket.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  return { ...watcher, socket, say, ids: () => watcher.hosts.calls().map(({ id }) => id) };
}

/** Resolves with the end of a connection, however that comes. */
const closed = (socket: Socket) => new Promise<void>((done) => void socket.once('close', () => done()));

test('what a host says in pieces is put together, and what it takes back is forgotten', async () => {
  const { socket, say, until, ids, over } = await pretended();
  const text = `${JSON.stringify(hello)}\n${JSON.stringify(call('a'))}\n`;
  for (const at of [0, 10, 60]) {
    socket.write(text.slice(at, at === 0 ? 10 : at === 10 ? 60 : undefined));
    await new Promise(setImmediate);
  }
  await until(() => ids().join() === 'a');
  say({ kind: 'reset' }, call('b'));
  await until(() => ids().join() === 'b');
  expect(over).toEqual([]);
});

test.each<readonly [string, string]>([
  ['of another version', `${JSON.stringify({ ...hello, version: protocolVersion + 1 })}\n`],
  ['that does not end a line', 'x'.repeat(2 * maxLineBytes)],
])('a host %s is left', async (_, text) => {
  const { socket } = await pretended();
  const left = closed(socket);
  socket.write(text);
  await left;
});

test('a host with more calls than a machine runs is left', async () => {
  const { socket, say, until, hosts } = await pretended();
  const left = closed(socket);
  say(...Array.from({ length: 10_000 }, (_, at) => call(`${at}`)));
  await until(() => hosts.calls().length === 10_000);
  // As many may be; it is looked at before what comes next is taken.
  say(call('one more'));
  await until(() => hosts.calls().length === 10_001);
  say(hello);
  await left;
});
