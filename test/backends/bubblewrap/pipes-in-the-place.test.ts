import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import { mainFile, temporaryMachine } from '../../support/handrail.ts';

/** In a process of its own: one that opened a pipe which nobody writes to could not even be interrupted. */
test.skipIf(lacksBubblewrap)('pipes in the place of files that are looked into hold nobody up', () => {
  const machine = temporaryMachine();
  execFileSync('mkfifo', [join(machine.directory, '.git'), join(machine.home, '.gitconfig')]);
  const words = [mainFile, 'run', '--sandbox', 'workspace', '--no-live', '--', 'echo here'];
  const { stdout, signal } = spawnSync(process.execPath, words, {
    ...{ cwd: machine.directory, env: machine.env, encoding: 'utf8', timeout: 30_000, killSignal: 'SIGKILL' },
  });
  expect({ stdout, signal }).toEqual({ stdout: 'here\n', signal: null });
});
