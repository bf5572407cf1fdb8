import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oldestNode, problemWithNode } from '../../src/cli/supported-node.ts';
import { handrail, programFile, temporaryMachine } from '../support/handrail.ts';

describe('the version of Node', () => {
  test('is the one of the package', () => {
    const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(engines).toEqual({ node: `>=${oldestNode}` });
  });

  test.each([
    ['20.19.0', true],
    ['24.0.0', true],
    ['20.18.3', false],
    ['18.20.8', false],
  ])('%s: %s', (version, isFit) => {
    expect(problemWithNode({ node: version }) === null).toBe(isFit);
  });

  /** The environment in which what runs a program is said to be something else, without what that does not have. */
  function saidToBe(home: string, versions: object, missing = '') {
    const file = join(home, 'other.cjs');
    const value = `{ ...process.versions, ...${JSON.stringify(versions)} }`;
    writeFileSync(file, `Object.defineProperty(process, 'versions', { value: ${value} });${missing}`);
    return { NODE_OPTIONS: `--require ${JSON.stringify(file)}` };
  }

  function olderNode(home: string) {
    return saidToBe(home, { node: '18.20.8' }, 'process.getBuiltinModule = undefined;');
  }

  test.each([
    ['run', 2],
    ['check', 64],
  ])('is said to be too old before anything is read that it cannot read: %s', async (command, status) => {
    const machine = temporaryMachine();
    const env = olderNode(machine.home);
    expect(await handrail(machine, [command, '--', 'true'], { program: programFile, env })).toEqual({
      status,
      stdout: '',
      stderr: `handrail: ${problemWithNode({ node: '18.20.8' })}\n`,
    });
  });

  test('is said to be too old by the hook, which blocks', async () => {
    const machine = temporaryMachine();
    const options = { program: programFile, env: olderNode(machine.home), stdin: '{}' };
    expect(await handrail(machine, ['hook', 'claude'], options)).toEqual({
      status: 2,
      stdout: '',
      stderr: `handrail hook: the guard could not be loaded, so the command was not run: ${problemWithNode({ node: '18.20.8' })}\n`,
    });
  });

  /** What a program prints that makes a bash, and tells what that throws. */
  async function told(environmentIn: (home: string) => Readonly<Record<string, string>>) {
    const machine = temporaryMachine();
    const program = join(machine.home, 'host.mjs');
    const library = JSON.stringify(new URL('../../dist/index.js', import.meta.url).href);
    writeFileSync(
      program,
      `import { createBash, HandrailError } from ${library};
       try { createBash(); } catch (error) { console.log(error instanceof HandrailError, error.code, error.message); }`,
    );
    return await handrail(machine, [], { program, env: environmentIn(machine.home) });
  }

  test('is said to be too old by the library, when something of it is used', async () => {
    expect(await told(olderNode)).toEqual({
      status: 0,
      stdout: `true misuse ${problemWithNode({ node: '18.20.8' })}\n`,
      stderr: '',
    });
  });

  test.each([
    [{ bun: '1.4.5' }, 'Bun 1.4.5'],
    [{ deno: '2.9.6' }, 'Deno 2.9.6'],
  ])(
    'is not that of what only says that it is one, where calls would fail or never end: %j',
    async (versions, name) => {
      const problem = `expected Node 20.19 or later, got ${name}, on which commands cannot be run; start this program with node`;
      expect(await told((home) => saidToBe(home, { node: '26.3.0', ...versions }))).toEqual({
        status: 0,
        stdout: `true misuse ${problem}\n`,
        stderr: '',
      });
      const machine = temporaryMachine();
      const env = saidToBe(machine.home, { node: '26.3.0', ...versions });
      expect(await handrail(machine, ['run', '--', 'true'], { program: programFile, env })).toEqual({
        status: 2,
        stdout: '',
        stderr: `handrail: ${problem}\n`,
      });
    },
  );
});
