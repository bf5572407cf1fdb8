import { describe, expect, test } from 'vitest';
import { markVariable } from '../../src/backends/local/processes/call-processes.ts';
import { type Contract, envelope, modes, plain, session, workspace } from '../../src/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What bash itself sets, and the mark of the call. */
const bashsOwn = ['PWD', 'SHLVL', '_', markVariable];

const host = {
  PATH: process.env.PATH ?? '',
  HOME: '/home/somebody',
  EDITOR: 'ed',
  PAGER: 'more',
  TERM: 'xterm',
  SOME_TOKEN: 'a token of the host',
};

const inherited: readonly (readonly [string, Contract, object, object])[] = [
  ['A-7', modes, {}, host],
  ['B-4', plain, {}, host],
  ['D-3', session, { onAsk: 'allow' }, host],
  ['E-13', envelope, {}, { ...host, MYCODEAGENT: '1' }],
];

/** The whole environment of a command, without what bash has made of it. */
async function environmentOf(contract: Contract, options: object, workingDirectory: string) {
  const bash = temporaryBash<unknown, unknown>({ contract, options: { ...options }, env: host });
  const command = "printf '<%s>' '' && env -0 | tr '\\0' '\\n' && printf '<end>'";
  const { text } = await bash.run({ command }, { workingDirectory });
  const [, lines = ''] = /<>(.*)<end>/s.exec(text) ?? [];
  const all = lines
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return Object.fromEntries(all.filter(([name]) => !bashsOwn.includes(name)));
}

describe('the environment of a command', () => {
  test.each(inherited)(
    '%s: is that of the host, and nothing else',
    async (_id, contract, options, expected) => {
      expect(await environmentOf(contract, options, temporaryDirectory())).toEqual(expected);
    },
  );

  test('C-7: is what the list names, with HOME in the workspace, and nothing else', async () => {
    const directory = temporaryDirectory();
    const options = { profile: { allow: ['*'] }, workspace: directory };
    expect(await environmentOf(workspace, options, directory)).toEqual({
      PATH: host.PATH,
      TERM: 'xterm',
      HOME: directory,
    });
  });
});
