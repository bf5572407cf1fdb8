import { expect, test } from 'vitest';
import { readMessage } from '../../src/live/protocol.ts';

const call = {
  ...{ id: 'a', contract: 'default', tool: 'bash', conversationId: 'c', workingDirectory: '/', openedAt: 5 },
  ...{ asked: null, waitsFor: null, command: null, output: { text: '', isCut: false } },
};

test.each([
  { kind: 'host', version: 1, pid: 4 },
  { kind: 'reset' },
  { kind: 'call', call },
  {
    kind: 'call',
    call: {
      ...call,
      command: { text: 'ls', cwd: '/', description: 'List', startedAt: 6, confinement: 'not confined' },
    },
  },
  {
    kind: 'call',
    call: { ...call, asked: { text: 'ls', cwd: '/', description: null }, waitsFor: 'main' },
  },
  { kind: 'output', id: 'a', output: { text: 'x', isCut: true } },
  { kind: 'over', id: 'a', status: 'timed_out' },
])('a message is what was sent: $kind', (message) => {
  expect(readMessage(JSON.stringify(message))).toEqual(message);
});

test('a call of a host that tells no more of what has not begun is one all the same', () => {
  const { asked, waitsFor, ...older } = call;
  expect([asked, waitsFor]).toEqual([null, null]);
  expect(readMessage(JSON.stringify({ kind: 'call', call: older }))).toEqual({ kind: 'call', call });
});

test.each([
  ['no JSON', 'host'],
  ['no object', '[1]'],
  ['nothing', 'null'],
  ['of no known kind', '{"kind":"stop"}'],
  ['a host without a number', '{"kind":"host","version":"1"}'],
  ['a call without its fields', '{"kind":"call","call":{"id":"a"}}'],
  ['a call that is none', '{"kind":"call"}'],
  ['a call of no time', JSON.stringify({ kind: 'call', call: { ...call, openedAt: 1e308 } })],
  ['an output without an id', '{"kind":"output","output":{}}'],
  ['an end of no known kind', '{"kind":"over","id":"a","status":"great"}'],
])('whatever else a line is, it is none: %s', (_what, line) => {
  expect(readMessage(line)).toBe(null);
});
