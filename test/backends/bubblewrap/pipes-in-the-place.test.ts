import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import { type Machine, mainFile, temporaryMachine } from '../../support/handrail.ts';

/** In a process of its own: one that opened a pipe which nobody writes to could not even be interrupted. */
test.skipIf(lacksBubblewrap)('pipes in the place of files that are looked into hold nobody up', () => {
  const machine = temporaryMachine();
  execFileSync('mkfifo', [join(machine.directory, '.git'), join(machine.home, '.gitconfig')]);
  expect(runsIn(machine)).toEqual({ stdout: 'here\n', signal: null });
});

test.skipIf(lacksBubblewrap)(
  'files that hardly end in the place of those that name worktrees hold nobody up',
  () => {
    const machine = temporaryMachine();
    const worktree = (name: string): string => {
      const path = join(machine.directory, '.git/worktrees', name);
      mkdirSync(path, { recursive: true });
      return join(path, 'gitdir');
    };
    symlinkSync('/proc/self/pagemap', worktree('endless'));
    for (const name of Array.from({ length: 50 }, (_, number) => `long ${number}`)) {
      writeFileSync(worktree(name), '');
      truncateSync(worktree(name), 16 * 1024 ** 2);
    }
    expect(runsIn(machine)).toEqual({ stdout: 'here\n', signal: null });
  },
);

test.skipIf(lacksBubblewrap)(
  'a path that nothing can be at in the place of one keeps no sandbox from being made',
  () => {
    const machine = temporaryMachine();
    writeFileSync(join(machine.directory, '.git'), `gitdir: ${'/a'.repeat(20_000)}\n`);
    writeFileSync(join(machine.home, '.gitconfig'), `[core]\n\thooksPath = ${'/a'.repeat(20_000)}\n`);
    expect(runsIn(machine)).toEqual({ stdout: 'here\n', signal: null });
  },
);

function runsIn(machine: Machine) {
  const words = [mainFile, 'run', '--sandbox', 'workspace', '--no-live', '--', 'echo here'];
  const { stdout, signal } = spawnSync(process.execPath, words, {
    ...{ cwd: machine.directory, env: machine.env, encoding: 'utf8', timeout: 30_000, killSignal: 'SIGKILL' },
  });
  return { stdout, signal };
}
