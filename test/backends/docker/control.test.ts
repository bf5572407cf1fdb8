import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { createControl } from '../../../src/backends/docker/control.ts';

/** What the daemon puts before a part of the standard output of a container. */
function frame(text: string): Buffer {
  const header = Buffer.alloc(8);
  header[0] = 1;
  header.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([header, Buffer.from(text)]);
}

/** A command can write to the keeper's output, in the keeper's stead, as fast as it can. */
test('of processes that are told without an end no more are kept than there can be, and no more of each than a keeper tells', async () => {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const control = createControl(socket);
  const question = { launcherPid: 9, mark: 'mark', isAlone: true, signals: [], isListed: true };
  const answer = control.look(question);
  for (let pid = 1; pid <= 6_000; pid += 1) socket.push(frame(`process 1 ${pid} yes ${'x'.repeat(2_000)}\n`));
  socket.push(frame('looked 1 6000\n'));
  const { count, processes } = (await answer) ?? { count: 0, processes: [] };
  expect(count).toBe(6_000);
  expect(processes).toHaveLength(4_096);
  expect(new Set(processes.map(({ command }) => command.length))).toEqual(new Set([500]));
  socket.push(null);
  await control.over;
});

test('processes that are told are not kept where nobody has asked for their list', async () => {
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const control = createControl(socket);
  const question = { launcherPid: 9, mark: 'mark', isAlone: true, signals: [], isListed: false };
  const answer = control.look(question);
  socket.push(frame('process 1 12 yes sleep 1\nlooked 1 1\n'));
  expect(await answer).toEqual({ count: 1, processes: [] });
  socket.push(null);
  await control.over;
});
