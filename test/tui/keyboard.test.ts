import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenForKeys } from '../../src/tui/keyboard.ts';
import type { Key } from '../../src/tui/keys.ts';

/** A terminal that sends what it is told to, and the keys that were heard. */
function keyboard() {
  const terminal = new PassThrough();
  const heard: Key[] = [];
  const deaf = listenForKeys(terminal, (key) => void heard.push(key));
  onTestFinished(() => {
    deaf();
    terminal.destroy();
  });
  const send = async (...chunks: readonly (string | Buffer)[]): Promise<readonly Key[]> => {
    heard.length = 0;
    for (const chunk of chunks) {
      terminal.write(chunk);
      await turn();
    }
    return [...heard];
  };
  return { send, heard, terminal, deaf };
}

const character = (one: string, isAlone = true) => ({ kind: 'character', character: one, isAlone });

test.each([
  ['\x1b[A', 'up'],
  ['\x1bOA', 'up'],
  ['\x1b[B', 'down'],
  ['\x1b[D', 'left'],
  ['\x1b[C', 'right'],
  ['\x1b[1;5D', 'word-left'],
  ['\x1b[1;3D', 'word-left'],
  ['\x1bb', 'word-left'],
  ['\x1b[1;5C', 'word-right'],
  ['\x1bf', 'word-right'],
  ['\x1b[1;2A', 'up'],
  ['\x1b[5~', 'page-up'],
  ['\x1b[6~', 'page-down'],
  ['\x1b[H', 'home'],
  ['\x1b[1~', 'home'],
  ['\x01', 'home'],
  ['\x1b[F', 'end'],
  ['\x1b[4~', 'end'],
  ['\x05', 'end'],
  ['\r', 'enter'],
  ['\n', 'line-break'],
  ['\x1b\r', 'line-break'],
  ['\x1b\n', 'line-break'],
  ['\t', 'tab'],
  ['\x1b[Z', 'back-tab'],
  ['\x7f', 'erase'],
  ['\b', 'erase'],
  ['\x1b[3~', 'delete'],
  ['\x17', 'erase-word'],
  ['\x1b\x7f', 'erase-word'],
  ['\x15', 'erase-before'],
  ['\x0b', 'erase-after'],
  ['\x03', 'leave'],
])('%j is %s', async (sent, kind) => {
  expect(await keyboard().send(sent)).toEqual([{ kind }]);
});

test('an Esc is one when nothing follows it', async () => {
  const { send, heard } = keyboard();
  await send('\x1b');
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'escape' }]));
});

test('characters are known as those that came alone, or with others', async () => {
  const { send } = keyboard();
  expect(await send('y')).toEqual([character('y')]);
  expect(await send('👍')).toEqual([character('👍')]);
  expect(await send('yé')).toEqual([character('y', false), character('é', false)]);
  expect(await send('y', 'y')).toEqual([character('y'), character('y')]);
  expect(await send(Buffer.from([0xe6, 0xbc]), Buffer.from([0xa2]))).toEqual([character('漢')]);
});

test('an Enter that came with others is a part of a text', async () => {
  const { send } = keyboard();
  expect(await send('a\r\t')).toEqual([
    character('a', false),
    character('\n', false),
    character('\t', false),
  ]);
  expect(await send('\r\r')).toEqual([character('\n', false), character('\n', false)]);
});

test('a paste is one thing, however it came, and none of it is a key', async () => {
  const { send } = keyboard();
  expect(await send('\x1b[200~y\r\x03\x1b[A漢\x1b[201~')).toEqual([
    { kind: 'paste', text: 'y\r\x03\x1b[A漢' },
  ]);
  expect(await send('x\x1b[200~one', ' \r', '\x1b[20', '1~', 'y')).toEqual([
    character('x', false),
    { kind: 'paste', text: 'one \r' },
    character('y'),
  ]);
});

test('what the keys of terminals send that say nothing here is no text', async () => {
  const { send } = keyboard();
  for (const sent of ['\x1b[15~', '\x1b[13;2u', '\x1bx', '\x12', '\0']) expect(await send(sent)).toEqual([]);
});

test('a paste that never ends can be left', async () => {
  const { send } = keyboard();
  expect(await send('\x1b[200~one', 'y', '\x03', 'y')).toEqual([{ kind: 'leave' }, character('y')]);
});

test('nothing is heard after the end', async () => {
  const { send, deaf } = keyboard();
  deaf();
  expect(await send('y')).toEqual([]);
});
