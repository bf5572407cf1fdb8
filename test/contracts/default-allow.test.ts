import { describe, expect, test } from 'vitest';
import { defaultContract } from '../../src/contracts/default/default.ts';

const [bash] = defaultContract.tools;
const scope = {
  options: { timeoutMs: 1_000, maxOutputBytes: 30_000, approve: 'rules' },
  ...{ workingDirectory: '/home/u/ws', env: { HOME: '/home/u' } },
} as const;

function decoded(allow: unknown, more: object = {}, env: Readonly<Record<string, string>> = scope.env) {
  const operation = bash.decode({ command: 'true', allow, ...more }, { ...scope, env });
  return operation.kind === 'run' ? operation.request.access : operation;
}

describe('what a call asks for beyond its sandbox is', () => {
  test('nothing, where nothing is said', () => {
    expect(decoded(undefined)).toEqual([]);
    expect(decoded({})).toEqual([]);
    expect(decoded({}, { session: 's' })).toEqual([]);
  });

  test('hosts as they are compared, and paths that are absolute', () => {
    const allow = {
      network: ['Registry.NPMJS.org.', '*.a.example', '[::1]:3000'],
      write: ['~/.cache', 'out/', '/data'],
      read: ['~/.npmrc', '.env'],
    };
    expect(decoded(allow)).toEqual([
      { kind: 'host', host: 'registry.npmjs.org' },
      { kind: 'host', host: '*.a.example' },
      { kind: 'host', host: '[::1]:3000' },
      { kind: 'path', path: '/home/u/.cache', access: 'writable' },
      { kind: 'path', path: '/home/u/ws/out', access: 'writable' },
      { kind: 'path', path: '/data', access: 'writable' },
      { kind: 'path', path: '/home/u/.npmrc', access: 'read-only' },
      { kind: 'path', path: '/home/u/ws/.env', access: 'read-only' },
    ]);
  });
});

describe('what cannot be asked for is told with what can:', () => {
  const named = 'name each host that the command needs';
  test.each([
    [{ network: ['*'] }, 'allow.network[0]', 'a name or an address, with a port or without', '"*"', named],
    [
      { network: ['a.example', 'https://b.example/'] },
      'allow.network[1]',
      'a host alone, without a scheme and a path',
      '"https://b.example/"',
      named,
    ],
    [
      { write: ['../other'] },
      'allow.write[0]',
      'a path without ".."',
      '"../other"',
      'write out where it leads',
    ],
    [
      { write: ['/data/*'] },
      'allow.write[0]',
      'the path of one file or directory',
      '"/data/*"',
      'ask for the directory that holds them all',
    ],
    [
      { read: ['/data/\u202egnp.exe'] },
      'allow.read[0]',
      'the path of one file or directory',
      '"/data/\u202egnp.exe"',
      'ask for the directory that holds them all',
    ],
    [
      { read: ['https://a.example'] },
      'allow.read[0]',
      'a path, absolute, in the working directory or beginning with ~/',
      '"https://a.example"',
      'hosts belong in network',
    ],
    [{ read: [''] }, 'allow.read[0]', 'a string that is not empty', '""', null],
    [{ network: [] }, 'allow.network', 'an array of strings that are not empty', '[]', null],
  ])('%j', (allow, path, expected, received, hint) => {
    const kind = received === '[]' ? 'array' : 'string';
    const problem = { path, expected, received: `${received} (${kind})`, hint };
    expect(decoded(allow)).toEqual({ kind: 'invalid', problems: [problem] });
  });

  test('a kind that there is not', () => {
    expect(decoded({ execute: ['x'] })).toMatchObject({
      problems: [{ path: 'allow', expected: 'only the keys network, write, read' }],
    });
  });

  test('the home directory of a user without one', () => {
    expect(decoded({ read: ['~/x'] }, {}, {})).toMatchObject({
      problems: [{ path: 'allow.read[0]', expected: 'an absolute path' }],
    });
  });

  test('together with a session, whose shell is in its sandbox already', () => {
    expect(decoded({ network: ['a.example'] }, { session: 's' })).toEqual({
      kind: 'invalid',
      problems: [
        {
          path: 'session',
          expected: 'no session together with allow',
          received: '"s" (string)',
          hint: 'leave one of them out; a command with allow has a shell of its own, say with workdir where it runs',
        },
      ],
    });
  });
});

test('a model is told how to ask where commands are confined, and not elsewhere', () => {
  expect(bash.description(scope)).not.toContain('sandbox');
  expect(bash.description({ ...scope, isConfined: false })).not.toContain('sandbox');
  expect(bash.description({ ...scope, isConfined: true })).toContain('give as allow to ask the user for it');
  expect(bash.description({ ...scope, isConfined: true })).toContain(
    'stand in for settings that must not be made',
  );
  expect(bash.description({ ...scope, isConfined: true })).toContain('copy none');
});

test('a model is told whose /tmp it is where commands are confined, as what is put there is lost to all others', () => {
  expect(bash.description({ ...scope, isConfined: false })).not.toContain('/tmp');
  expect(bash.description({ ...scope, isConfined: true })).toContain('/tmp is for you alone');
});
