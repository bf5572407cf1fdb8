import { describe, expect, test } from 'vitest';
import { addressKind } from '../../src/confine/address.ts';
import { readHost, readWrittenHost } from '../../src/confine/host.ts';
import { isListed, readHostRule } from '../../src/confine/host-rule.ts';
import { readAbsoluteUrl, readAuthority } from '../../src/proxy/target.ts';
import { rules } from './support.ts';

const name = (text: string) => ({ kind: 'name', name: text });
const address = (text: string) => ({ kind: 'address', address: text });

describe('a host has one spelling', () => {
  test.each([
    ['example.com', name('example.com')],
    ['EXAMPLE.Com', name('example.com')],
    ['example.com.', name('example.com')],
    ['xn--bcher-kva.example', name('xn--bcher-kva.example')],
    ['XN--BCHER-KVA.example', name('xn--bcher-kva.example')],
    ['a_b.example', name('a_b.example')],
    ['127.0.0.1', address('127.0.0.1')],
    ['127.0.0.1.', address('127.0.0.1')],
    ['127.1', address('127.0.0.1')],
    ['0x7f.1', address('127.0.0.1')],
    ['0177.0.0.1', address('127.0.0.1')],
    ['2130706433', address('127.0.0.1')],
    ['[::1]', address('::1')],
    ['[0:0:0:0:0:0:0:1]', address('::1')],
    ['[::FFFF:127.0.0.1]', address('127.0.0.1')],
    ['[::ffff:a9fe:a9fe]', address('169.254.169.254')],
  ])('%j', (text, host) => {
    expect(readHost(text)).toEqual(host);
  });

  test.each([
    ...[
      '',
      '.',
      'a..b',
      '.a.example',
      'a.example..',
      '1.2.3.4.5',
      '256.1.1.1',
      '1.2.3.08',
      '[::1',
      '[::1%25lo]',
      '[::g]',
    ],
    ...[
      'exa%6dple.com',
      'example.com\t',
      ' example.com',
      'example\r\n.com',
      'user@example.com',
      'a/b',
      'a\\b',
      'a#b',
    ],
    ...[
      'bücher.example',
      'exa\u00admple.com',
      'xn--a',
      'a.xn--',
      'xn--a-.com',
      '*',
      '*.example.com',
      `${'a'.repeat(64)}.example`,
    ],
    `${'a.'.repeat(127)}example`,
  ])('%j is none', (text) => {
    expect(readHost(text)).toBeNull();
  });

  test.each([
    ['Bücher.example', name('xn--bcher-kva.example')],
    ['::1', address('::1')],
    ['fd00:EC2::254', address('fd00:ec2::254')],
  ])('%j, as people write it', (text, host) => {
    expect(readWrittenHost(text)).toEqual(host);
  });
});

describe('a rule', () => {
  const hosts = [
    ...[
      'example.com',
      'a.example.com',
      'a.b.example.com',
      'badexample.com',
      'example.com.evil.example',
      'com',
    ],
    ...['example.org', 'xn--bcher-kva.example', '127.0.0.1', '127.0.0.2', '[::1]', '[::2]'],
  ];

  test.each([
    ['example.com', ['example.com'], [80, 443]],
    ['Example.COM.', ['example.com'], [80, 443]],
    ['example.com:8080', ['example.com'], [8080]],
    ['*.example.com', ['a.example.com', 'a.b.example.com'], [80, 443]],
    ['*.example.com:8080', ['a.example.com', 'a.b.example.com'], [8080]],
    ['bücher.example', ['xn--bcher-kva.example'], [80, 443]],
    ['127.0.0.1:8080', ['127.0.0.1'], [8080]],
    ['127.1:22', ['127.0.0.1'], [22]],
    ['::1', ['[::1]'], [80, 443]],
    ['[::1]:8080', ['[::1]'], [8080]],
  ])('%j lets through what it says and nothing else', (rule, names, ports) => {
    const passed = [22, 80, 443, 8080].flatMap((port) => {
      const listed = hosts.filter((text) => {
        const target = readAuthority(`${text}:${port}`);
        return target !== null && isListed(rules(rule), target.host, target.port);
      });
      return listed.map((text) => `${text}:${port}`);
    });
    expect(passed).toEqual(ports.flatMap((port) => names.map((text) => `${text}:${port}`)));
  });

  test.each([
    ['', 'a name or an address, with a port or without'],
    ['*', 'a name or an address, with a port or without'],
    ['a.*.example', 'a name or an address, with a port or without'],
    ['https://example.com', 'a host alone, without a scheme and a path'],
    ['example.com/path', 'a host alone, without a scheme and a path'],
    ['example.com:0', 'a port from 1 to 65535'],
    ['example.com:65536', 'a port from 1 to 65535'],
    ['example.com:', 'a port from 1 to 65535'],
    ['example.com:443:80', 'a name or an address, with a port or without'],
    ['*.com', 'a name of two parts or more after "*."'],
    ['*.1.1.1.1', 'a name of two parts or more after "*."'],
  ])('%j is none', (text, expected) => {
    expect(readHostRule(text)).toEqual({
      kind: 'unreadable',
      expected,
      reason: `${JSON.stringify(text)} is no host: expected ${expected}`,
    });
  });
});

test.each([
  ['8.8.8.8', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['2606:4700::1111', 'public'],
  ['64:ff9b::808:808', 'public'],
  ['0.0.0.0', 'private'],
  ['10.1.2.3', 'private'],
  ['100.64.0.1', 'private'],
  ['127.0.0.1', 'private'],
  ['127.255.0.1', 'private'],
  ['169.254.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['224.0.0.1', 'private'],
  ['255.255.255.255', 'private'],
  ['::', 'private'],
  ['::1', 'private'],
  ['::7f00:1', 'private'],
  ['fe80::1', 'private'],
  ['fc00::1', 'private'],
  ['ff02::1', 'private'],
  ['2001::1', 'private'],
  ['2002:7f00:1::', 'private'],
  ['64:ff9b::7f00:1', 'private'],
  ['64:ff9b:1::808:808', 'private'],
  ['169.254.169.254', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['fd00:ec2::254', 'metadata'],
  ['64:ff9b::a9fe:a9fe', 'metadata'],
])('%s is %s', (text, kind) => {
  expect(addressKind(text)).toBe(kind);
});

describe('the target of a request', () => {
  test.each([
    'example.com',
    'example.com:',
    'example.com:0',
    'example.com:0443',
    'example.com:65536',
    ':443',
  ])('is not %j', (text) => {
    expect(readAuthority(text)).toBeNull();
  });

  test.each([
    'example.com:443@evil.example:443',
    'example.com:443:443',
    '::1:443',
    'example.com:443/',
    'a:b@c:1',
  ])('is not %j, which could be read in two ways', (text) => {
    expect(readAuthority(text)).toBeNull();
  });

  test.each([
    ['http://example.com', 80, '/'],
    ['HTTP://EXAMPLE.com:8080/a?b', 8080, '/a?b'],
    ['http://example.com?a', 80, '/?a'],
    ['http://example.com./a//b@c:d', 80, '/a//b@c:d'],
  ])('is %j', (text, port, path) => {
    expect(readAbsoluteUrl(text)).toEqual({ host: name('example.com'), port, path });
  });

  test.each([
    ...[
      '/path',
      '*',
      'https://example.com/',
      'ftp://example.com/',
      'http:/example.com/',
      'http:///example.com/',
    ],
    ...[
      'http://user@example.com/',
      'http://example.com:80@evil.example/',
      'http://evil.example\\@example.com/',
    ],
    ...['http://example.com:/', 'http://example.com:+80/', 'http://example.com/a b', 'http://example.com/#a'],
  ])('is not %j', (text) => {
    expect(readAbsoluteUrl(text)).toBeNull();
  });
});
