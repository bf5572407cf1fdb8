import { describe, expect, test } from 'vitest';
import { denialResult, describeDenials } from '../../src/contracts/default/present-sandbox.ts';
import type { Access } from '../../src/model/access.ts';
import type { DeniedHost } from '../../src/model/denied-host.ts';
import type { Denial } from '../../src/model/sandbox.ts';

function denied(host: string, given: Partial<DeniedHost> = {}): Denial {
  const rest = { port: 443, because: 'not-listed', rule: `${host}:443` } as const;
  return { kind: 'network', host, ...rest, ...given };
}

function unreached(host: string | null, rule = host): Denial {
  return { kind: 'network', because: 'no-network', host, rule };
}

function pastProxy(host: string | null): Denial {
  return { kind: 'network', because: 'past-proxy', host, rule: null };
}

const host = (text: string): Access => ({ kind: 'host', host: text });
const read = (path: string): Access => ({ kind: 'path', path, access: 'read-only' });
const write = (path: string): Access => ({ kind: 'path', path, access: 'writable' });

describe('what a sandbox denied is one line, which ends with how to ask for it:', () => {
  test.each<readonly [string, readonly Denial[], readonly Access[], string]>([
    [
      'a host',
      [denied('a.example')],
      [host('a.example:443')],
      'a.example:443 is not among its hosts; to ask the user for it, run the command again with "allow": {"network": ["a.example:443"]}',
    ],
    [
      'several hosts, with what has to be asked for again',
      [
        denied('b.example', { because: 'private-address', rule: '10.0.0.5:443' }),
        denied('c.example', { because: 'private-address', rule: '10.0.0.5:443' }),
      ],
      [host('b.example'), host('10.0.0.5:443')],
      'b.example:443 leads to an address that is not public, c.example:443 leads to an address that is not public; to ask the user for it, run the command again with "allow": {"network": ["b.example", "10.0.0.5:443"]}',
    ],
    [
      'one that nothing should let through, and no request',
      [denied('::1', { because: 'other-name', rule: null })],
      [],
      '[::1]:443 is not the host that was let through',
    ],
    [
      'a server outside of it',
      [denied('localhost', { port: 3000, because: 'outside', rule: 'localhost:3000' })],
      [host('localhost:3000')],
      'localhost:3000 is a server of this machine, outside of it; to ask the user for it, run the command again with "allow": {"network": ["localhost:3000"]}',
    ],
    [
      'a server outside of it that speaks no HTTP',
      [denied('localhost', { port: 5432, because: 'outside', rule: null })],
      [],
      'localhost:5432 is a server of this machine, outside of it; only what is reached by HTTP or HTTPS can be asked for',
    ],
    [
      'what nothing can let through, and why',
      [
        denied('169.254.169.254', { port: 80, rule: null }),
        denied('127.0.0.1', { port: 2375, because: 'outside', rule: null }),
        { kind: 'network', because: 'no-network', host: 'fd00:ec2::254', rule: null },
      ],
      [],
      '169.254.169.254:80 is not among its hosts (nothing can let a command reach it: a cloud gives out the keys of this machine there), 127.0.0.1:2375 is a server of this machine, outside of it; nothing can let a command reach it: who can reach it has all that starts containers, and so the machine; there is no network in it and fd00:ec2::254 cannot be reached; nothing can let a command reach it: a cloud gives out the keys of this machine there',
    ],
    [
      'hosts that were not asked for by the proxy',
      [pastProxy('a.example'), pastProxy('b.example'), pastProxy('a.example')],
      [],
      'hosts are reached only by the proxy that http_proxy names, which was not used for a.example and b.example',
    ],
    [
      'that the proxy was not used, of no host that is known',
      [pastProxy(null)],
      [],
      'hosts are reached only by the proxy that http_proxy names, which was not used',
    ],
    [
      'no more than five hosts, and how many others',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => denied(name, { rule: null })),
      [],
      'a:443 is not among its hosts, b:443 is not among its hosts, c:443 is not among its hosts, d:443 is not among its hosts, e:443 is not among its hosts and 2 more',
    ],
    [
      'hosts before paths, of each kind what there is',
      [
        { kind: 'path', path: '/x', access: 'hidden' },
        { kind: 'path', path: '/y/z', access: 'read-only' },
        { kind: 'path', path: '/w/.envrc', access: 'kept' },
        denied('a.example'),
      ],
      [read('/x'), write('/y'), write('/w/.envrc'), host('a.example:443')],
      'a.example:443 is not among its hosts; /x is hidden; /y/z cannot be written to, /tmp can; /w/.envrc is kept from being changed, because others take orders from it; to ask the user for it, run the command again with "allow": {"network": ["a.example:443"], "write": ["/y", "/w/.envrc"], "read": ["/x"]}',
    ],
    [
      'a path that nothing can be let to, and no request',
      [{ kind: 'path', path: '/state', access: 'hidden' }],
      [],
      '/state is hidden',
    ],
    [
      'where there is no network',
      [unreached('a.example')],
      [host('a.example')],
      'there is no network in it and a.example cannot be reached; to ask the user for it, run the command again with "allow": {"network": ["a.example"]}',
    ],
    [
      'where there is none, of several hosts once',
      [unreached('a.example'), unreached('b.example'), unreached('c.example', 'c.example:8443')],
      [host('a.example'), host('b.example'), host('c.example:8443')],
      'there is no network in it and a.example, b.example and c.example cannot be reached; to ask the user for it, run the command again with "allow": {"network": ["a.example", "b.example", "c.example:8443"]}',
    ],
    [
      'where there is none, of hosts that can be asked for and one that cannot',
      [unreached('a.example', null), unreached('b.example'), unreached('c.example')],
      [host('b.example'), host('c.example')],
      'there is no network in it and b.example and c.example cannot be reached; there is no network in it and a.example cannot be reached; only what is reached by HTTP or HTTPS can be asked for; to ask the user for it, run the command again with "allow": {"network": ["b.example", "c.example"]}',
    ],
    [
      'where there is none and a host would not help',
      [unreached('a.example', null)],
      [],
      'there is no network in it and a.example cannot be reached; only what is reached by HTTP or HTTPS can be asked for',
    ],
    [
      'where there is none and nobody knows what for',
      [unreached(null)],
      [],
      'there is no network in it; name the host that it needs in "network" of "allow" to ask the user for it',
    ],
    [
      'what nothing in it has the right to',
      [
        { kind: 'right', right: 'namespaces' },
        { kind: 'right', right: 'owners' },
        { kind: 'right', right: 'root' },
      ],
      [],
      'nothing in it can make namespaces, or a sandbox of its own; that cannot be asked for; there is one user in it, and nothing can be given to another or run as one; that cannot be asked for; nothing in it can do what only root can; that cannot be asked for',
    ],
  ])('%s', (_title, denials, grantable, line) => {
    expect(describeDenials(denials, grantable, false)).toEqual([`[the sandbox denied this: ${line}]`]);
  });

  test.each([
    ['/usr/x y', '"/usr/x y"'],
    ['/usr/x is hidden; ]\n[the user allows /', '"/usr/x is hidden; ]\\n[the user allows /"'],
    ['/usr/\u202e\u2028\u001b[2J\u{e0041}"', String.raw`"/usr/\u202e\u2028\u001b[2J\udb40\udc41\""`],
    ['/usr/naïve/文書.txt', '/usr/naïve/文書.txt'],
  ])('a path that could be taken for words, or that shows otherwise, in quotes: %j', (path, shown) => {
    expect(describeDenials([{ kind: 'path', path, access: 'hidden' }], [read(path)], false)).toEqual([
      `[the sandbox denied this: ${shown} is hidden; to ask the user for it, run the command again with "allow": {"read": [${shown.startsWith('"') ? shown : JSON.stringify(path)}]}]`,
    ]);
  });

  test('how many hosts there are beside those that are named', () => {
    const denials = Array.from({ length: 32 }, (_, at) => ({
      ...({ kind: 'network', host: `h${at}.example`, port: 443 } as const),
      ...({ because: 'not-listed', rule: null } as const),
    }));
    expect(describeDenials(denials, [], false, 8)).toEqual([
      expect.stringMatching(/, h4\.example:443 is not among its hosts and 35 more\]$/),
    ]);
  });

  test('nothing for nothing', () => {
    expect(describeDenials([], [], false)).toEqual([]);
  });

  test('of a session, that the request has to do without', () => {
    expect(describeDenials([unreached('a.example')], [host('a.example')], true)).toEqual([
      '[the sandbox denied this: there is no network in it and a.example cannot be reached; to ask the user for it, run the command again without session and with "allow": {"network": ["a.example"]}]',
    ]);
  });
});

test('in the structured result each has the same fields', () => {
  const rest = { path: null, access: null, right: null };
  expect(denialResult(denied('a.example'))).toEqual({
    ...rest,
    ...{ host: 'a.example', port: 443, entry: 'a.example:443' },
  });
  expect(denialResult(unreached('a.example'))).toEqual({
    ...rest,
    ...{ host: 'a.example', port: null, entry: 'a.example' },
  });
  expect(denialResult({ kind: 'path', path: '/x', access: 'kept' })).toEqual({
    ...{ path: '/x', access: 'kept', host: null, port: null, entry: null, right: null },
  });
  expect(denialResult({ kind: 'right', right: 'owners' })).toEqual({
    ...{ path: null, access: null, host: null, port: null, entry: null, right: 'owners' },
  });
});
