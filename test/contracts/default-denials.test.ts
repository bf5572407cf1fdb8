import { describe, expect, test } from 'vitest';
import { denialResult, describeDenials } from '../../src/contracts/default/present-sandbox.ts';
import type { DeniedHost } from '../../src/model/denied-host.ts';
import type { Denial } from '../../src/model/sandbox.ts';

function denied(host: string, given: Partial<DeniedHost> = {}): Denial {
  const rest = { port: 443, because: 'not-listed', rule: `${host}:443` } as const;
  return { kind: 'network', host, ...rest, ...given };
}

describe('what a sandbox denied is one line:', () => {
  test.each<readonly [string, readonly Denial[], string]>([
    [
      'a host, with the entry that would let it through',
      [denied('a.example')],
      'a.example:443 is not among its hosts; ask the user for a sandbox with "a.example:443" in "network"',
    ],
    [
      'several hosts, each entry once',
      [
        denied('a.example'),
        denied('b.example', { because: 'private-address', rule: '10.0.0.5:443' }),
        denied('c.example', { because: 'private-address', rule: '10.0.0.5:443' }),
      ],
      'a.example:443 is not among its hosts, b.example:443 leads to an address that is not public, c.example:443 leads to an address that is not public; ask the user for a sandbox with "a.example:443", "10.0.0.5:443" in "network"',
    ],
    [
      'one that nothing should let through',
      [denied('::1', { because: 'other-name', rule: null })],
      '[::1]:443 is not the host that was let through',
    ],
    [
      'no more than five hosts, and how many others',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((host) => denied(host, { rule: null })),
      'a:443 is not among its hosts, b:443 is not among its hosts, c:443 is not among its hosts, d:443 is not among its hosts, e:443 is not among its hosts and 2 more',
    ],
    [
      'hosts before a path',
      [{ kind: 'path', path: '/x', access: 'hidden' }, denied('a.example', { rule: null })],
      'a.example:443 is not among its hosts; /x is hidden; ask the user for one with it in "readOnly"',
    ],
    [
      'where there is no network',
      [{ kind: 'network', because: 'no-network', host: 'a.example' }],
      'there is no network in it and a.example cannot be reached; ask the user for a sandbox with "network"',
    ],
  ])('%s', (_title, denials, line) => {
    expect(describeDenials(denials)).toEqual([`[the sandbox denied this: ${line}]`]);
  });

  test('nothing for nothing', () => {
    expect(describeDenials([])).toEqual([]);
  });
});

test('in the structured result each has the same fields', () => {
  const rest = { path: null, access: null };
  expect(denialResult(denied('a.example'))).toEqual({
    ...rest,
    ...{ host: 'a.example', port: 443, entry: 'a.example:443' },
  });
  expect(denialResult({ kind: 'network', because: 'no-network', host: null })).toEqual({
    ...rest,
    ...{ host: null, port: null, entry: null },
  });
  expect(denialResult({ kind: 'path', path: '/x', access: 'kept' })).toEqual({
    ...{ path: '/x', access: 'kept', host: null, port: null, entry: null },
  });
});
