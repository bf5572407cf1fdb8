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

  test.each([
    ['run', 2],
    ['check', 64],
  ])('is said to be too old before anything is read that it cannot read: %s', async (command, status) => {
    const machine = temporaryMachine();
    const older = join(machine.home, 'older.cjs');
    const versions = "{ ...process.versions, node: '18.20.8' }";
    writeFileSync(older, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(older)}` };
    expect(await handrail(machine, [command, '--', 'true'], { program: programFile, env })).toEqual({
      status,
      stdout: '',
      stderr: `handrail: ${problemWithNode('18.20.8')}\n`,
    });
  });
});
