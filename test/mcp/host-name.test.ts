import { expect, test } from 'vitest';
import { hostNameOf } from '../../src/adapters/mcp/host-name.ts';

test.each([
  ['dev.example', 'dev.example'],
  ['Dev.Example', 'dev.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['192.0.2.1', '192.0.2.1'],
  ['[2001:DB8::1]', '[2001:db8::1]'],
  ['2001:DB8::1', '[2001:db8::1]'],
  ['[2001:db8::1]:80', null],
  ['http://dev.example', null],
  ['dev.example:8391', null],
  ['dev.example/mcp', null],
  ['me@dev.example', null],
  ['*.example', null],
  ['a b', null],
  ['', null],
])('%j is in a Host as %j', (text, name) => {
  expect(hostNameOf(text)).toBe(name);
});
