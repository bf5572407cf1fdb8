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
    expect(problemWithNode(version) === null).toBe(isFit);
  });

  /** The environment in which Node is said to be an older one, without what that did not have. */
  function olderNode(home: string) {
    const older = join(home, 'older.cjs');
    const versions = "{ ...process.versions, node: '18.20.8' }";
    const lines = [
      `Object.defineProperty(process, 'versions', { value: ${versions} });`,
      'process.getBuiltinModule = undefined;',
    ];
    writeFileSync(older, lines.join('\n'));
    return { NODE_OPTIONS: `--require ${JSON.stringify(older)}` };
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
      stderr: `handrail: ${problemWithNode('18.20.8')}\n`,
    });
  });

  test('is said to be too old by the hook, which blocks', async () => {
    const machine = temporaryMachine();
    const options = { program: programFile, env: olderNode(machine.home), stdin: '{}' };
    expect(await handrail(machine, ['hook', 'claude'], options)).toEqual({
      status: 2,
      stdout: '',
      stderr: `handrail hook: the guard could not be loaded, so the command was not run: ${problemWithNode('18.20.8')}\n`,
    });
  });

  test('is said to be too old by the library, when something of it is used', async () => {
    const machine = temporaryMachine();
    const program = join(machine.home, 'host.mjs');
    const library = JSON.stringify(new URL('../../dist/index.js', import.meta.url).href);
    writeFileSync(
      program,
      `import { createBash, HandrailError } from ${library};
       try { createBash(); } catch (error) { console.log(error instanceof HandrailError, error.code, error.message); }`,
    );
    expect(await handrail(machine, [], { program, env: olderNode(machine.home) })).toEqual({
      status: 0,
      stdout: `true misuse ${problemWithNode('18.20.8')}\n`,
      stderr: '',
    });
  });
});
