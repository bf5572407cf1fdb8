import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { failedParts } from '../../src/analysis/failed-parts.ts';
import { unreachedSilently } from '../../src/confine/silent-hosts.ts';
import type { SandboxNetwork } from '../../src/model/sandbox.ts';

/** What is told of a command that ended so; `parts` are those of its last pipeline. */
function told(
  command: string,
  code: number,
  parts: readonly number[] = [code],
  network: SandboxNetwork = 'none',
) {
  const analysis = analyze(command, { cwd: '/ws', home: '/home/u', includesUncalled: false });
  if (analysis.kind !== 'parsed') throw new Error(`expected a text that can be read, got ${command}`);
  const failed = failedParts({ command, exit: { kind: 'exited', code }, parts });
  const listens = (host: string, port: number): boolean => host !== '::1' && (port === 3001 || port === 80);
  return unreachedSilently(failed, analysis.invocations, { network, listens });
}

const denial = (host: string | null, rule = host) => ({
  ...{ kind: 'network', because: 'no-network', host, rule },
});

describe('a host that was not reached is told by the exit status of', () => {
  test.each<readonly [string, number, readonly number[]]>([
    ['curl -s https://a.example/x', 6, [6]],
    ['curl -s a.example', 7, [7]],
    ['curl -s https://u:p@a.example:443/x', 6, [6]],
    ['curl -s "https://a.example/x?y=1"', 6, [6]],
    ['curl -s "https://a.example/$X"', 6, [6]],
    ['curl -s https://a.example/x?y', 6, [6]],
    ['curl -s \\\n  -H "A: b" \\\n  https://a.example', 6, [6]],
    ['curl -s -d @x https://a.example', 6, [6]],
    ['wget -q https://a.example', 4, [4]],
    ['aria2c -q https://a.example/x', 19, [19]],
    ['curl -s https://a.example | jq .', 0, [6, 0]],
    ['curl -s https://a.example | jq .', 4, [6, 4]],
    ['set -o pipefail; curl -s https://a.example | jq .', 6, [6, 0]],
    ['wget -qO- https://a.example | sh', 0, [4, 0]],
    ['echo one; curl -s https://a.example > x 2> /dev/null', 6, [6]],
    ['cd x && curl -s https://a.example', 6, [6]],
    ['mkdir -p x && curl -s https://a.example -o x/y && tar xf x/y && make', 6, [6]],
    ['curl -s https://a.example | tar xz && make', 2, [6, 2]],
    ['timeout 5 curl -s https://a.example', 6, [6]],
    ['A=1 curl -s https://a.example', 6, [6]],
    ["sh -c 'cd x && curl -s https://a.example'", 6, [6]],
    ['x=$(curl -s https://a.example)', 6, [6]],
    ['x=$(curl -s https://a.example) && echo "$x"', 6, [6]],
    ['(cd x && curl -s https://a.example)', 6, [6]],
    ['{ curl -s https://a.example; } > x', 6, [6]],
    ['for i in 1 2; do curl -s https://a.example/$i; done', 6, [6]],
    ['while read -r i; do curl -s "https://a.example/$i"; done < list | sort', 0, [6, 0]],
    ['curl -s https://a.example http://localhost:3000', 7, [7]],
    ['set -e\ncurl -s https://a.example > x\ntar xf x', 6, [6]],
    ['set -euo pipefail; cd x; curl -s https://a.example | jq .; echo done', 6, [6, 0]],
    ['set -o errexit; mkdir -p x && cd x; curl -s https://a.example; make', 6, [6]],
  ])('%s', (command, code, parts) => {
    expect(told(command, code, parts)).toEqual([denial('a.example')]);
  });

  test('each program that has it', () => {
    expect(told('curl -s https://a.example https://b.example:8443', 6)).toEqual([
      denial('a.example'),
      denial('b.example', 'b.example:8443'),
    ]);
    expect(told('curl -s http://[2606:4700::1111]:8080/x', 7)).toEqual([
      denial('2606:4700::1111', '[2606:4700::1111]:8080'),
    ]);
    expect(told('curl -s ftp://a.example/x', 6)).toEqual([denial('a.example', null)]);
    expect(told('curl -s https://a.example | wget -qi- https://b.example', 4, [6, 4])).toEqual([
      denial('a.example'),
      denial('b.example'),
    ]);
    expect(told('curl -s http://169.254.169.254/', 7)).toEqual([denial('169.254.169.254', null)]);
  });

  test('the first of two that could have it: without a network none gets past that', () => {
    expect(told('curl -s https://a.example && curl -s https://b.example', 6)).toEqual([denial('a.example')]);
  });
});

test('where the host is not in the text, there is none only of what says that a name was not resolved', () => {
  expect(told('curl -s "$URL"', 6)).toEqual([denial(null)]);
  expect(told('curl -s "https://$HOST/x"', 6)).toEqual([denial(null)]);
  expect(told('curl -s "https://a.$DOMAIN"', 6)).toEqual([denial(null)]);
  expect(told('curl -s "$URL"', 7)).toEqual([]);
  expect(told('wget -q "$URL"', 4)).toEqual([]);
});

test.each([
  ['curl -s http://localhost:3001/x | jq .', 0, [7, 0], 'localhost', 3001, 'localhost:3001'],
  ['curl -s localhost', 7, [7], 'localhost', 80, 'localhost:80'],
  ['wget -q http://127.0.0.1:3001', 4, [4], '127.0.0.1', 3001, '127.0.0.1:3001'],
  ['curl -s http://0.0.0.0:3001', 7, [7], '0.0.0.0', 3001, '0.0.0.0:3001'],
  ['curl -s http://[::]:3001', 7, [7], '::', 3001, '[::]:3001'],
  ['curl -s http://[::ffff:127.0.0.1]:3001', 7, [7], '127.0.0.1', 3001, '127.0.0.1:3001'],
  ['curl -s http://app.localhost:3001', 7, [7], 'app.localhost', 3001, 'app.localhost:3001'],
  ['curl -s ftp://localhost:3001', 7, [7], 'localhost', 3001, null],
])(
  'a server of this machine outside of the sandbox is told: %s',
  (command, code, parts, host, port, rule) => {
    const outside = { kind: 'network', because: 'outside', host, port, rule };
    expect(told(command, code, parts)).toEqual([outside]);
    expect(told(command, code, parts, { hosts: ['a.example'] })).toEqual([outside]);
    expect(told(command, code, parts, 'host')).toEqual([]);
  },
);

describe('nothing is told', () => {
  test.each<readonly [string, string, number, readonly number[]]>([
    ['of another status', 'curl -sf https://a.example', 22, [22]],
    ['of another program’s status', 'wget -q https://a.example', 6, [6]],
    ['of another program', 'python fetch.py https://a.example', 6, [6]],
    ['of another part', 'curl -s https://a.example | python x.py', 6, [0, 6]],
    ['of this machine', 'curl -s http://localhost:3000/', 7, [7]],
    ['of this machine by its address', 'curl -s http://127.0.0.1:3000/', 7, [7]],
    ['of this machine by IPv6', 'curl -s http://[::1]:3000/', 7, [7]],
    ['of a server of this machine that is not reached at that address', 'curl -s http://[::1]:3001/', 7, [7]],
    ['of every address of this machine', 'curl -s http://0.0.0.0:3000/', 7, [7]],
    ['of a name of this machine', 'curl -s http://app.localhost:3000/', 7, [7]],
    ['of this machine, where the port is not known', 'curl -s ftp://localhost/x', 7, [7]],
    ['of a file', 'curl -s file:///etc/x', 6, [6]],
    ['where it goes to a socket', 'curl -s --unix-socket /run/x.sock http://d/y', 7, [7]],
    ['where it goes through a proxy', 'curl -s -x http://localhost:3128 https://a.example', 7, [7]],
    ['where it goes elsewhere', 'curl -s --resolve a.example:80:127.0.0.1 http://a.example/', 7, [7]],
    ['where a later command has the status', 'curl -s https://a.example; python x.py', 6, [6]],
    [
      'where an earlier one may have ended it',
      'set -e; python x.py; curl -s https://a.example; make',
      6,
      [6],
    ],
    ['where it may not have come to it', 'set -e; a || b; curl -s https://a.example; make', 6, [6]],
    ['where a failure ends nothing', 'set -u; curl -s https://a.example; make', 6, [6]],
    ['where it went on after all', 'set -e; curl -s https://a.example | cat; make | cat', 0, [6, 0]],
    ['where an earlier one may have it', 'python x.py && curl -s https://a.example', 6, [6]],
    ['where another may have it', 'curl -s https://a.example || python x.py', 6, [6]],
    ['where the status is another’s', 'python x.py "$(curl -s https://a.example)"', 6, [6]],
    ['where the status is another’s in a shell', "sh -c 'curl -s https://a.example; ./x'", 6, [6]],
    ['where the status is chosen', 'curl -s https://a.example; exit 6', 6, [6]],
    ['where it runs elsewhere', 'docker exec c curl -s https://a.example', 6, [6]],
    ['where it is not waited for', 'curl -s https://a.example &', 6, [6]],
    ['where it is turned round', '! curl -s https://a.example', 6, [6]],
    ['of what ended well', 'curl -s https://a.example', 0, [0]],
  ])('%s', (_where, command, code, parts) => {
    expect(told(command, code, parts)).toEqual([]);
  });

  test('of a host that is not this machine, where there is a proxy that tells of it', () => {
    expect(told('curl -s https://a.example', 6, [6], { hosts: ['b.example'] })).toEqual([]);
    expect(told('curl -s "$URL"', 6, [6], { hosts: ['b.example'] })).toEqual([]);
  });

  test('of what did not end by itself', () => {
    const command = 'curl -s https://a.example';
    const exit = { kind: 'timed_out', timeoutMs: 1 } as const;
    expect(failedParts({ command, exit, parts: [6] })).toEqual([]);
  });
});
