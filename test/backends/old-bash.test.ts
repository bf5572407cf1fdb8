import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oldestBash, ownScript } from '../../src/backends/local/own-script.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

test('a script of ours is run by no bash that is too old', () => {
  const { words, variables } = ownScript('trial', 'echo run');
  const saidWhereNeeded = (least: number) => {
    const bounds = Object.entries(variables).map(([name, text]) => [
      name,
      text.replace(/>= \d+/, `>= ${least}`),
    ]);
    const { status, stdout } = spawnSync('bash', words, {
      env: Object.fromEntries(bounds),
      encoding: 'utf8',
    });
    return { status, stdout };
  };
  expect(saidWhereNeeded(oldestBash)).toEqual({ status: 0, stdout: 'run\n' });
  expect(saidWhereNeeded(99)).toEqual({ status: 1, stdout: '' });
});

test.each(['off', 'workspace'])(
  'nothing is run by a bash that is too old, which is told: sandbox %s',
  async (sandbox) => {
    // Says what bash 4.4 says of itself, and does with a script of ours what that does.
    const bashPath = join(temporaryDirectory(), 'bash');
    const lines = ['#!/bin/sh', 'case $2 in', "'echo \"$PPID'*) echo '1 4.4.20(1)-release' ;;", 'esac'];
    writeFileSync(bashPath, `${lines.join('\n')}\n`, { mode: 0o755 });
    const bash = temporaryBash({ bashPath, sandbox, options: { approve: 'never' } });
    const { outcome } = await bash.run({ command: 'echo hi' }, { workingDirectory: temporaryDirectory() });
    const message = `${bashPath} is bash 4.4.20, and 5.0 or later is needed; install one, and set "bash" to its path`;
    expect(outcome).toMatchObject({
      kind: 'could_not_start',
      problem: { message: expect.stringContaining(message) },
    });
  },
);
